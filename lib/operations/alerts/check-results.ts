import { describeFailure, sqlStateOf } from "@/lib/db/infra/write-failures"
import type { CheckResult } from "@/lib/memory/alerts/found-alert"
import { withoutSecrets } from "../infra/guarded-input"
import type { UnitResult } from "../isolated/analysis"

/** Returns why a unit could not be checked, as a clause: "it took more than 10 seconds". */
export function failureOf(result: UnitResult<unknown> | undefined): string {
  if (result === undefined || result.ok) return "no result was returned"
  if (result.failure === "timeout") return result.message
  if (result.failure === "crash") return "the analysis crashed or exceeded its memory limit"
  return analysisFailed(result.message)
}

/** Returns why a unit could not be checked after an error was thrown. */
export function checkFailureOf(cause: unknown): string {
  if (sqlStateOf(cause) !== null) return describeFailure(cause).what
  return analysisFailed(cause instanceof Error ? cause.message : String(cause))
}

/** Maximum number of characters of an error message in an alert. */
const MOST_WORDS = 200

const analysisFailed = (message: string): string =>
  `the analysis failed (${withoutSecrets(message.split("\n").at(-1) ?? "").slice(0, MOST_WORDS)})`

/** The result of checking a unit, with the place that its alerts are stored under. */
export interface StoredCheck {
  readonly look: CheckResult
  /** Sorted hashes of the file's statements (`entry.said`). Empty for other units. */
  readonly said: readonly bigint[]
  readonly place: CheckedPlace
  /**
   * Number of stale entries of a file by policy, and the day until which this number stays the same (null if
   * it stays). Undefined for agents and projects.
   */
  readonly stale?: { readonly stale: number; readonly till: string | null } | undefined
  /** Reason why the unit could not be checked. The other fields are then empty. */
  readonly failure?: string
}

export interface CheckedPlace {
  readonly projectId: string | null
  readonly agentId: string | null
  readonly categoryId: string | null
  readonly fileId: string | null
  readonly path: string | null
}
