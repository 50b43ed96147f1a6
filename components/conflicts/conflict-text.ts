import { ownValue } from "@/lib/memory/text/own-value"
import { describeMoment } from "@/components/data/time-text"
import { formatCount, capitalize } from "@/lib/memory/text/sentence"
import {
  type SideName,
  type ConflictVerdict,
  type SideEntry,
  type ConflictSummary,
  type ConflictDetail,
} from "./conflict"

/** Returns the title of a conflict: "Duplicate entries", "Team memory conflicts with global memory". */
export function conflictTitle({
  kind,
  finding,
  left,
  right,
}: Pick<ConflictSummary, "kind" | "finding" | "left" | "right">): string {
  if (kind === "file") return "File changed here and in the source"
  if (kind === "same-scope") return finding === "duplicate" ? "Duplicate entries" : "Contradicting entries"
  const [one, other] = [scopeOf(left.entries[0]), scopeOf(right.entries[0])]
  return `${capitalize(one)} memory conflicts with ${other} memory`
}

export const scopeOf = (entry: SideEntry | undefined): string => entry?.scope ?? "one"

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

/**
 * Returns a verdict with its effect: "Keep left: removes 1 entry from its file, which 3 agents
 * load". Estimates the effect until the detail is loaded.
 */
export function conflictVerdictWords(
  verdict: ConflictVerdict,
  conflict: ConflictSummary,
  detail: ConflictDetail | null,
): string {
  const consequence = detail?.consequences[verdict] ?? (detail ? "" : expected(verdict, conflict))
  return consequence === "" ? VERBS[verdict] : `${VERBS[verdict]}: ${consequence}`
}

/** Returns the words of a verdict for its button: the source of a file by its last folder, not its full path. */
export function conflictButtonWords(
  verdict: ConflictVerdict,
  conflict: ConflictSummary,
  detail: ConflictDetail | null,
): string {
  const words = conflictVerdictWords(verdict, conflict, detail)
  const source = detail?.file?.source
  const folder = source?.split(/[/\\]/).findLast((part) => part !== "")
  return source && folder ? words.replaceAll(source, () => folder) : words
}

function expected(verdict: ConflictVerdict, { left, right, kind }: ConflictSummary): string {
  if (kind === "file" || (verdict !== "keep-left" && verdict !== "keep-right")) return ""
  const gone = verdict === "keep-left" ? right : left
  const number = gone.entries.length
  return `removes ${formatCount(number, "entry")} from ${number === 1 ? "its file" : "their files"}`
}

const DECIDED: Record<string, string> = {
  "keep-left": "The left side was kept",
  "keep-right": "The right side was kept",
  "keep-both": "Both were kept",
  merge: "The two sides were merged",
  "delete-both": "Both were deleted",
  override: "Scope order overridden",
  "not-a-conflict": "Marked as not a conflict",
  ours: "The Quarterdeck version was kept",
  theirs: "The source version was chosen",
}

/** Returns the decision with its author and age: "The left side was kept by Mara Reyes 3 h ago". */
export function conflictDecisionWords(
  { verdict, by, at }: NonNullable<ConflictSummary["decided"]>,
  now: string,
): string {
  const words = ownValue(DECIDED, verdict) ?? "Decided"
  return `${words} by ${by} ${describeMoment(at, now)}`
}

const FOUND_BY: Record<string, string> = {
  import: "Found on import",
  proposal: "Found in a proposal",
  sweep: "Found by a scan of all memory",
  "write-back": "Found on write-back",
  sync: "Found on sync",
}

export const foundByWords = (foundBy: string): string => ownValue(FOUND_BY, foundBy) ?? "Found"

/** Returns what agents receive until a decision, with the reason. Null if neither side prevails. */
export function untilDecidedWords({
  prevails,
  left,
  right,
  decided,
}: Pick<ConflictSummary, "prevails" | "left" | "right" | "decided">): { seen: string; why: string } | null {
  if (prevails === null) return null
  const [winner, loser] = prevails === "left" ? [left, right] : [right, left]
  const [wins, loses] = [scopeOf(winner.entries[0]), scopeOf(loser.entries[0])]
  const seen = `Agents receive the ${wins} memory first. The ${loses} memory comes last, marked as outranked.`
  if (decided?.verdict === "override")
    return {
      seen,
      why: `${decided.by} overrode the scope order${decided.reason === "" ? "" : `: ${decided.reason}`}.`,
    }
  return { seen, why: "Scope order: team, then project, then global." }
}
