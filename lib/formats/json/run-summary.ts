import { stringOf, type JsonNode, type JsonObject, type JsonScalar } from "./json-tree"

/** Outcomes of a run. Source: the run cache, "Simple Memory Structure". */
export const RUN_OUTCOMES = ["success", "partial", "failed"] as const
export type RunOutcome = (typeof RUN_OUTCOMES)[number]

export interface RunSummary {
  /** ISO date or instant. */
  readonly timestamp: string | null
  readonly ticketId?: string
  readonly goal: string
  readonly outcome: RunOutcome
  readonly lesson: string
}

/** Number of runs that the loader keeps. It removes the oldest ones first. */
export const KEPT_RUNS = 20
/** Maximum number of UTF-16 units of a goal. */
export const GOAL_LENGTH = 100

export const isOutcome = (words: string): words is RunOutcome =>
  (RUN_OUTCOMES as readonly string[]).includes(words)
export const isRun = (item: JsonNode): item is JsonObject =>
  item.kind === "object" && (stringOf(item, "lesson") ?? "").trim() !== ""
export const isNote = (item: JsonNode): item is JsonScalar & { value: string } =>
  item.kind === "scalar" && typeof item.value === "string" && item.value.trim() !== ""
