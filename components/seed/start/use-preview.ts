"use client"

import { useEffect, useState } from "react"
import { fetchPlanPreview, type PlanRequest } from "../board/send"
import type { PlanBody } from "../seed-types"

export type PlanPreview =
  | { readonly state: "none" }
  | { readonly state: "asked"; readonly before: PlanBody | null }
  | { readonly state: "here"; readonly plan: PlanBody }
  | { readonly state: "problem"; readonly message: string }

/** Debounce of requests, in milliseconds. */
const PAUSE_MS = 250

/** Returns the preview of a plan, fetched shortly after the last change. Outdated answers are ignored. */
export function usePlanPreview(asked: PlanRequest | null): PlanPreview {
  const said = asked === null ? null : JSON.stringify(asked)
  const [got, setGot] = useState<{ said: string | null; plan: PlanBody | null; problem: string | null }>({
    said: null,
    plan: null,
    problem: null,
  })
  useEffect(() => {
    if (said === null) return
    const left = new AbortController()
    const timer = setTimeout(() => {
      fetchPlanPreview(JSON.parse(said) as PlanRequest, left.signal).then(
        ({ plans: [plan = null] }) =>
          left.signal.aborted
            ? undefined
            : setGot({ said, plan, problem: plan === null ? "no plan was created" : null }),
        (cause: Error) =>
          left.signal.aborted ? undefined : setGot({ said, plan: null, problem: cause.message }),
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [said])
  if (said === null) return { state: "none" }
  if (got.said !== said) return { state: "asked", before: got.plan }
  return got.plan === null
    ? { state: "problem", message: got.problem ?? "" }
    : { state: "here", plan: got.plan }
}
