"use client"

import { useRead } from "@/components/data/use-read"
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
  const { answer, problem, isPending } = useRead(
    asked === null ? null : JSON.stringify(asked),
    async (signal) => {
      const { plans } = await fetchPlanPreview(asked as PlanRequest, signal)
      const [plan] = plans
      if (plan === undefined) throw new Error("the plan could not be created")
      return plan
    },
    { pause: PAUSE_MS },
  )
  if (asked === null) return { state: "none" }
  if (isPending) return { state: "asked", before: answer }
  return answer === null || problem !== null
    ? { state: "problem", message: problem ?? "" }
    : { state: "here", plan: answer }
}
