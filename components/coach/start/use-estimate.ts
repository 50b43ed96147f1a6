"use client"

import { callOperation } from "@/components/data/http-client"
import { useRead } from "@/components/data/use-read"
import type { Estimate } from "../run/coach-run-types"
import type { SynthesisRequest } from "./synthesis-request"

interface Estimating {
  /** The last estimate; null before the first, after a failed request, and until an agent is named. */
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
  const input = {
    team,
    kind,
    ...(project === null ? {} : { project }),
    ...(kind === "orientation" ? { agent } : {}),
    ...(method === null ? {} : { method }),
  }
  const { answer, problem, isPending } = useRead(
    asks ? JSON.stringify(input) : null,
    (signal) => callOperation("coach.estimate", input, { signal }),
    { pause: PAUSE_MS },
  )
  return { estimate: problem === null ? answer : null, busy: isPending, problem }
}
