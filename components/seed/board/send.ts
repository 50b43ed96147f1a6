import { askServer } from "@/components/data/http-client"
import type { FirstContext, PlanPlace, SeedPlan, PlanBody, PlanText } from "../seed-types"

const pathOf = (plan: string) => `/seed/plans/${encodeURIComponent(plan)}`

export interface SentMoves {
  /** The version that was shown. */
  readonly version: number
  readonly moves: readonly { readonly entry: string; readonly place: PlanPlace }[]
  /** Leaves out the least useful entries until the file fits. */
  readonly fit?: boolean
}

export const sendMoves = (plan: string, { version, moves, fit }: SentMoves, key: string) =>
  askServer<SeedPlan>(`${pathOf(plan)}/moves`, {
    method: "POST",
    key,
    body: { version, moves, ...(fit ? { fit } : {}) },
  })

export const fetchPlan = (plan: string, signal?: AbortSignal) =>
  askServer<SeedPlan>(pathOf(plan), signal ? { signal } : {})

/** `proposals`: confirms that the memory already has entries, so that each new entry becomes a proposal. */
export const sendApply = (
  plan: string,
  { version, proposals }: { readonly version: number; readonly proposals: boolean },
  key: string,
) => askServer<unknown>(`${pathOf(plan)}/apply`, { method: "POST", key, body: { version, proposals } })

export const sendPlanUndo = (plan: string, key: string) =>
  askServer<unknown>(`${pathOf(plan)}/undo`, { method: "POST", key, body: {} })

export const sendDrop = (plan: string, key: string) =>
  askServer<unknown>(`${pathOf(plan)}/drop`, { method: "POST", key, body: {} })

export const fetchText = (plan: string, format: string, signal: AbortSignal) =>
  askServer<PlanText>(`${pathOf(plan)}/text`, { query: { format }, signal })

export const fetchContext = (plan: string, signal: AbortSignal) =>
  askServer<FirstContext>(`${pathOf(plan)}/context`, { signal })

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
  askServer<{ readonly plans: readonly PlanBody[] }>("/seed/preview", { method: "POST", body: asked, signal })
