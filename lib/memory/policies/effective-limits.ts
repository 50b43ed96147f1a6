import type { FileRole, FormatId, LoadLimits } from "../memory-files/format"
import type { WatchSettings } from "../alerts/alert-settings"

/** A file that may have limits. Limits of a policy apply to files that a harness loads by itself, not to topics and logs. */
export interface LimitedFile {
  readonly format: FormatId
  readonly role: FileRole
  /** Limits of the format at the file's path. */
  readonly own: LoadLimits
}

/** Returns the load limits and soft budget of a file by the policy of its place, else the format's own. */
export function limitsOf(
  { format, role, own }: LimitedFile,
  { limits, budgetLines }: Pick<WatchSettings, "limits" | "budgetLines">,
): LoadLimits {
  const curated = role === "memory" || role === "index" || role === "shared"
  const loaded = curated || role === "runs" || Object.values(own).some((limit) => limit !== null)
  const soft =
    budgetLines !== null && curated && !WITHOUT_BUDGET.includes(format) ? { budget: budgetLines } : {}
  return { ...own, ...soft, ...(loaded ? defined(limits[format] ?? {}) : {}) }
}

/** Formats without a soft budget in lines: JSON, one file for a whole fleet, and files that are only read. */
const WITHOUT_BUDGET: readonly FormatId[] = [
  "memory-protocol",
  "mcp-memory-graph",
  "run-cache",
  "instructions",
]

const defined = (limits: Readonly<Partial<LoadLimits>>): Partial<LoadLimits> =>
  Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined))

export const sameLimits = (one: LoadLimits, other: LoadLimits): boolean =>
  one.budget === other.budget && sameCut(one, other) && one.runs === other.runs

/** True if two limits truncate every text at the same line. */
export const sameCut = (one: LoadLimits, other: LoadLimits): boolean =>
  one.lines === other.lines && one.bytes === other.bytes && one.characters === other.characters

/** Settings that decide where files are truncated and what their budget is. */
export const LIMIT_SETTINGS = ["limits", "budgetLines"] as const satisfies readonly (keyof WatchSettings)[]
