import { formatCount, onOneLine } from "@/lib/memory/text/sentence"
import type { Tone } from "@/components/ui/tag"
import type { FindingKind, ProposalSummary, FileStanding } from "./proposal-types"
import type { OutputOf } from "@/lib/http/contract"
import { shortPath } from "@/lib/memory/memory-files/paths"

/** Returns the name of the author. */
export function authorOf({ author }: Pick<ProposalSummary, "author">): string {
  return author.agent ?? author.name
}

export interface LabelWithTone {
  readonly words: string
  readonly tone: Tone
}

export const FINDING_LABELS: Record<FindingKind, LabelWithTone> = {
  "invisible-character": { words: "hidden characters", tone: "danger" },
  "instruction-like": { words: "instruction-like", tone: "danger" },
  "look-alike": { words: "lookalike letters", tone: "danger" },
  "past-cut": { words: "past the load limit", tone: "danger" },
  contradiction: { words: "contradiction", tone: "caution" },
  duplicate: { words: "duplicate", tone: "caution" },
  "rejected-before": { words: "rejected before", tone: "caution" },
  "forgotten-before": { words: "forgotten before", tone: "caution" },
  "retired-before": { words: "retired before", tone: "caution" },
  "over-budget": { words: "over budget", tone: "caution" },
  restated: { words: "already in instructions", tone: "caution" },
  "near-duplicate": { words: "near-duplicate", tone: "neutral" },
  "waiting-like": { words: "similar proposal", tone: "neutral" },
  noise: { words: "noise", tone: "neutral" },
  "low-confidence": { words: "low confidence", tone: "neutral" },
}

export const FILE_STATE_LABELS: Record<Exclude<FileStanding, "applies">, LabelWithTone> = {
  "needs-rebase": { words: "needs rebase", tone: "caution" },
  "target-gone": { words: "entry removed", tone: "danger" },
  "file-gone": { words: "file removed", tone: "danger" },
  "opted-out": { words: "opted out", tone: "danger" },
  already: { words: "already in file", tone: "neutral" },
}

/**
 * Returns the tags of a proposal in the list, most severe first. “near-duplicate” is left out if the row
 * shows the similar entry.
 */
export function tagsOf({
  standing,
  found,
  like,
  approvals,
}: Pick<ProposalSummary, "standing" | "found" | "like" | "approvals">): LabelWithTone[] {
  const tags = standing === null || standing === "applies" ? [] : [FILE_STATE_LABELS[standing]]
  const kinds = [...new Set(found)].filter((kind) => like === null || kind !== "near-duplicate")
  const half =
    approvals.given > 0 && approvals.given < approvals.needed
      ? [{ words: `${approvals.given} of ${approvals.needed} approvals`, tone: "neutral" as const }]
      : []
  return [...tags, ...kinds.map((kind) => FINDING_LABELS[kind]), ...half]
}

/** Returns the similarity in words: "similar to line 41, 87%". */
export function similarityWords(like: NonNullable<ProposalSummary["like"]>): string {
  return `similar to ${like.sameFile ? `line ${like.line}` : `${shortPath(like.path)}:${like.line}`} (${like.percent}%)`
}

/**
 * Returns the number of supporters in words: "supported by 2 agents". Null if only the author proposed the
 * change.
 */
export function supportWords(supporters: number): string | null {
  return supporters > 1 ? `supported by ${formatCount(supporters, "agent")}` : null
}

/** Number of words kept around a difference in a headline. */
const AROUND = 4
const SHORT = 120

/**
 * Returns the headline of a proposal: for an edit the difference, for several changes all texts, else the
 * text.
 */
export function headlineOf({
  kind,
  before,
  text,
}: Pick<ProposalSummary, "kind" | "before" | "text">): string {
  if (kind === "several")
    return text
      .trim()
      .split(/\s*\n\s*/)
      .map(onOneLine)
      .join(" · ")
  const after = onOneLine(text)
  if (kind !== "edit" || before === null) return after
  const old = onOneLine(before)
  if (old === after) return after
  return old.length + after.length <= SHORT
    ? `${old} → ${after}`
    : differing(old.split(" "), after.split(" "))
}

function differing(old: readonly string[], fresh: readonly string[]): string {
  const least = Math.min(old.length, fresh.length)
  let head = 0
  while (head < least && old[head] === fresh[head]) head += 1
  let tail = 0
  while (tail < least - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1
  const cut = (words: readonly string[]) => {
    const [from, to] = [Math.max(0, head - AROUND), Math.min(words.length, words.length - tail + AROUND)]
    return `${from > 0 ? "… " : ""}${words.slice(from, to).join(" ")}${to < words.length ? " …" : ""}`
  }
  return `${cut(old)} → ${cut(fresh)}`
}

/** Proposals per week, as the API returns them. */
export type FlowWeek = OutputOf<"proposal.flow">["weeks"][number]

export type Flow = OutputOf<"proposal.flow">

export function isQuiet({ weeks, waiting }: Flow): boolean {
  return waiting === 0 && weeks.every((one) => one.in === 0 && one.out === 0)
}
