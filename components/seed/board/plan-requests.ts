import type { SeedFormat } from "@/lib/memory/seed/seed-entry"
import { callOperation } from "@/components/data/http-client"
import type { PlanPlace } from "../seed-plans"

export interface SentMoves {
  /** The version that was shown. */
  readonly version: number
  readonly moves: readonly { readonly entry: string; readonly place: PlanPlace }[]
  /** Leaves out the least useful entries until the file fits. */
  readonly fit?: boolean
}

export const sendMoves = (plan: string, { version, moves, fit }: SentMoves, key: string) =>
  callOperation("seed.move", { plan, version, moves, ...(fit ? { fit } : {}) }, { key })

export const fetchPlan = (plan: string, signal?: AbortSignal) =>
  callOperation("seed.show", { plan }, { signal })

/**
 * Applies a plan. `proposals`: allows each new entry to become a proposal, because the memory already has
 * entries.
 */
export const sendApply = (
  plan: string,
  { version, proposals }: { readonly version: number; readonly proposals: boolean },
  key: string,
) => callOperation("seed.apply", { plan, version, proposals }, { key })

export const sendPlanUndo = (plan: string, key: string) => callOperation("seed.undo", { plan }, { key })

export const sendDrop = (plan: string, key: string) => callOperation("seed.drop", { plan }, { key })

export const fetchText = (plan: string, format: SeedFormat, signal: AbortSignal) =>
  callOperation("seed.text", { plan, format }, { signal })

export const fetchContext = (plan: string, signal: AbortSignal) =>
  callOperation("seed.context", { plan }, { signal })

export interface PlanRequest {
  readonly team: string
  readonly project: string
  readonly agents: readonly string[]
  readonly category?: string
  readonly from: readonly ({ readonly agent: string; readonly project: string } | { readonly file: string })[]
  readonly into: "agent" | "category"
  readonly budget: number
}

export const fetchPlanPreview = (asked: PlanRequest, signal: AbortSignal) =>
  callOperation("seed.preview", { ...asked }, { signal })
