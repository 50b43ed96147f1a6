import { describeFailure, sqlStateOf } from "@/lib/db/infra/write-failures"
import type { CheckResult } from "@/lib/memory/alerts/rule"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { isDatabaseUnreachable } from "@/lib/db/infra/database-unavailable"
import { fileSizes } from "@/lib/db/alerts/last-evaluations"
import type { AlertUnit } from "@/lib/memory/alerts/kinds"
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

interface Each {
  readonly looked: ReadonlyMap<string, StoredCheck>
  /** The reason, by the id of each unit that could not be checked. */
  readonly failed: ReadonlyMap<string, string>
}

/**
 * Number of units that may fail in a row while none succeeds. After that, the cause is not the units, and all
 * are tried again later.
 */
const MOST_FAILED = 20

/**
 * Checks units. If that throws, checks each half, and so on, until the failing units are known. Throws if the
 * database is unreachable, or if MOST_FAILED units fail and none succeeds.
 */
export async function checkEach(
  unit: AlertUnit,
  ids: readonly string[],
  look: (some: readonly string[]) => Promise<Map<string, StoredCheck>>,
): Promise<Each> {
  const [looked, failed] = [new Map<string, StoredCheck>(), new Map<string, string>()]
  const fail = (id: string, failure: string, cause?: unknown) => {
    console.error(`Checking for alerts: the ${unit} ${id} could not be checked: ${failure}`, cause ?? "")
    failed.set(id, failure)
  }
  const each = async (some: readonly string[]): Promise<void> => {
    try {
      for (const [id, one] of await look(some)) {
        if (one.failure === undefined) looked.set(id, one)
        else fail(id, one.failure)
      }
    } catch (cause) {
      if (isDatabaseUnreachable(cause) || (failed.size >= MOST_FAILED && looked.size === 0)) throw cause
      if (some.length > 1) {
        const half = Math.ceil(some.length / 2)
        await each(some.slice(0, half))
        return each(some.slice(half))
      }
      for (const id of some) fail(id, checkFailureOf(cause), cause)
    }
  }
  await each(ids)
  return { looked, failed }
}

/** Maximum number of bytes of text in memory at the same time. Parsed text takes several times as much. */
const BYTES_AT_ONCE = 8_000_000

/**
 * Returns portions with at most `most` ids, and at most `BYTES_AT_ONCE` bytes of files. A larger file gets
 * its own portion.
 */
export async function idPortions(
  visible: Visibility,
  unit: AlertUnit,
  ids: readonly string[],
  most: number,
): Promise<string[][]> {
  const sizes = unit === "file" ? await fileSizes(visible, ids) : new Map<string, number>()
  const portions: string[][] = []
  let bytes = 0
  for (const id of ids) {
    const [last, size] = [portions.at(-1), sizes.get(id) ?? 0]
    if (last === undefined || last.length >= most || bytes + size > BYTES_AT_ONCE) {
      portions.push([id])
      bytes = size
    } else {
      last.push(id)
      bytes += size
    }
  }
  return portions
}

const DAY = 86_400_000

/** Returns the next midnight, UTC. */
export const nextMidnight = (now: Date): Date => new Date((Math.floor(now.getTime() / DAY) + 1) * DAY)
