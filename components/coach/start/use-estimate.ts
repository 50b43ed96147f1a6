"use client"

import { useEffect, useState } from "react"
import { call } from "@/components/data/http-client"
import type { Estimate } from "../run/coach-run-types"
import type { SynthesisRequest } from "./asked"

interface Estimating {
  /** The last estimate; null before the first, and until an agent is named. */
  estimate: Estimate | null
  /** True while the estimate of the current choices is loading. */
  busy: boolean
  problem: string | null
}

const PAUSE_MS = 200

/**
 * Returns the estimate of a run, fetched again shortly after each choice. An orientation needs an agent name
 * first.
 */
export function useEstimate(team: string, { kind, project, agent, method }: SynthesisRequest): Estimating {
  const asks = kind === "brief" || agent !== ""
  const key = JSON.stringify([team, kind, project, agent, method])
  const [answer, setAnswer] = useState<{
    key: string
    estimate: Estimate | null
    problem: string | null
  } | null>(null)
  useEffect(() => {
    if (!asks) return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      const estimate = await call(
        "coach.estimate",
        {
          team,
          kind,
          ...(project === null ? {} : { project }),
          ...(kind === "orientation" ? { agent } : {}),
          ...(method === null ? {} : { method }),
        },
        { signal: abort.signal },
      ).catch((cause: Error) => cause)
      if (abort.signal.aborted) return
      setAnswer((before) =>
        estimate instanceof Error
          ? { key, estimate: before?.estimate ?? null, problem: estimate.message }
          : { key, estimate, problem: null },
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key names the request
  }, [asks, key])
  if (!asks) return { estimate: null, busy: false, problem: null }
  const busy = answer?.key !== key
  return {
    estimate: answer?.problem && !busy ? null : (answer?.estimate ?? null),
    busy,
    problem: busy ? null : (answer?.problem ?? null),
  }
}
