import { ownValue } from "@/lib/memory/text/own-value"
import { describeMoment } from "@/components/data/moment"
import type { ConflictDetail, ConflictSummary, ConflictVerdict, SideEntry, SideName } from "./conflict-types"

/** The head of a conflict: what stands against what. */
export function conflictTitle({
  kind,
  finding,
  left,
  right,
}: Pick<ConflictSummary, "kind" | "finding" | "left" | "right">): string {
  if (kind === "file") return "One file, changed here and in its source"
  if (kind === "same-scope")
    return finding === "duplicate" ? "Two memories say the same" : "Two memories contradict each other"
  const [one, other] = [scopeOf(left.entries[0]), scopeOf(right.entries[0])]
  return `${sentence(one)} memory against ${other} memory`
}

export const scopeOf = (entry: SideEntry | undefined): string => entry?.scope ?? "one"

export const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** What one calls the two sides. */
export const SIDES: Record<SideName, string> = { left: "Left", right: "Right" }

export const otherSide = (side: SideName): SideName => (side === "left" ? "right" : "left")

const VERBS: Record<ConflictVerdict, string> = {
  "keep-left": "Keep left",
  "keep-right": "Keep right",
  "keep-both": "Keep both",
  merge: "Merge",
  "delete-both": "Delete both",
  override: "Override",
  "not-a-conflict": "Not a conflict",
  ours: "Keep ours",
  theirs: "Take theirs",
}

/** "Keep left: removes 1 entry from 3 agents’ context"; until the consequence is known, what can be told from both sides. */
export function verdictWords(
  verdict: ConflictVerdict,
  conflict: ConflictSummary,
  detail: ConflictDetail | null,
): string {
  const consequence = detail?.consequences[verdict] ?? (detail ? "" : expected(verdict, conflict))
  return consequence === "" ? VERBS[verdict] : `${VERBS[verdict]}: ${consequence}`
}

function expected(verdict: ConflictVerdict, { left, right, kind }: ConflictSummary): string {
  if (kind === "file" || (verdict !== "keep-left" && verdict !== "keep-right")) return ""
  const gone = verdict === "keep-left" ? right : left
  return `removes ${gone.entries.length} ${gone.entries.length === 1 ? "entry" : "entries"}`
}

const DECIDED: Record<string, string> = {
  "keep-left": "Left was kept",
  "keep-right": "Right was kept",
  "keep-both": "Both were kept",
  merge: "Both were merged",
  "delete-both": "Both were deleted",
  override: "The order of scopes was overridden",
  "not-a-conflict": "It is no conflict",
  ours: "What stands here was kept",
  theirs: "What the source says was taken",
}

/** "Left was kept by Mara Reyes 3 h ago". */
export function decidedWords(
  { verdict, by, at }: NonNullable<ConflictSummary["decided"]>,
  now: string,
): string {
  const words = ownValue(DECIDED, verdict) ?? "It was decided"
  return verdict === "not-a-conflict"
    ? `${words}, said ${by} ${describeMoment(at, now)}`
    : `${words} by ${by} ${describeMoment(at, now)}`
}

const FOUND_BY: Record<string, string> = {
  import: "Found as it was imported",
  proposal: "Found as it was proposed",
  sweep: "Found by the sweep over all memory",
  "write-back": "Found as it was to be written back",
  sync: "Found as a client synced",
}

export const foundWords = (foundBy: string): string => ownValue(FOUND_BY, foundBy) ?? "Found"

/** What agents see while nobody has decided, and why. */
export function meanwhileWords({
  prevails,
  left,
  right,
  decided,
}: Pick<ConflictSummary, "prevails" | "left" | "right" | "decided">): { seen: string; why: string } | null {
  if (prevails === null) return null
  const [winner, loser] = prevails === "left" ? [left, right] : [right, left]
  const [wins, loses] = [scopeOf(winner.entries[0]), scopeOf(loser.entries[0])]
  const seen = `Agents are given the ${wins} memory. The ${loses} one comes after the others, and says what outranks it.`
  if (decided?.verdict === "override")
    return {
      seen,
      why: `${decided.by} has overridden the order of scopes${decided.reason === "" ? "" : `: ${decided.reason}`}.`,
    }
  return { seen, why: "Team over project over global: that is the order of scopes." }
}
