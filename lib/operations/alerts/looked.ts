import { describeFailure, sqlStateOf } from "@/lib/db/infra/data-errors"
import type { CheckResult } from "@/lib/memory/alerts/found"
import { withoutSecrets } from "../infra/guarded-input"
import type { UnitResult } from "../isolated/analysis"

/** Returns why a unit could not be checked, as a clause: "it took more than 10 seconds". */
export function failureOf(result: UnitResult<unknown> | undefined): string {
  if (result === undefined || result.ok) return "no result arrived"
  if (result.failure === "timeout") return result.message
  if (result.failure === "crash") return "the analysis crashed or exceeded its memory limit"
  return analysisFailed(result.message)
}

/** Returns why a unit could not be checked after an error was thrown. */
export function failureAfter(cause: unknown): string {
  if (sqlStateOf(cause) !== null) return describeFailure(cause).what
  return analysisFailed(cause instanceof Error ? cause.message : String(cause))
}

/** Characters of an error message that an alert repeats. */
const MOST_WORDS = 200

const analysisFailed = (message: string): string =>
  `the analysis failed (${withoutSecrets(message.split("\n").at(-1) ?? "").slice(0, MOST_WORDS)})`

/** A unit as it was looked at: what was found, and what alerts of it are filed under. */
export interface Looked {
  readonly look: CheckResult
  /** Of a file: `entry.said` of what it states, sorted, each once; of other units none. */
  readonly said: readonly bigint[]
  readonly place: LookedPlace
  /** Of a file: how many of its entries are stale by its policy, and until which day time alone leaves it so. */
  readonly stale?: { readonly stale: number; readonly till: string | null } | undefined
  /** Why the unit could not be checked: the look says nothing then. */
  readonly failure?: string
}

export interface LookedPlace {
  readonly projectId: string | null
  readonly agentId: string | null
  readonly categoryId: string | null
  readonly fileId: string | null
  readonly path: string | null
}
