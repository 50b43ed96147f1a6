import { ownValue } from "@/lib/memory/text/own-value"
import { count } from "@/components/data/count"
import { describeMoment } from "@/components/data/moment"
import type { Tone } from "@/components/ui/tag"
import { shortPath } from "./path"
import type { FindingKind, ProposalDetail, ProposalSummary, Standing } from "./proposal-types"

type Asked = Pick<ProposalSummary, "kind" | "section" | "path"> & { changes?: ProposalDetail["changes"] }

/** What a proposal asks for, as the head of the pane: "Add one entry to Shared Patterns". */
export function titleOf({ kind, section, path, changes }: Asked): string {
  const place = section ?? shortPath(path)
  switch (kind) {
    case "add":
      return `Add one entry to ${place}`
    case "edit":
      return `Change one entry in ${place}`
    case "retire":
      return `Retire one entry in ${place}`
    case "restore":
      return `Restore one entry in ${place}`
    case "remove":
      return `Remove one entry from ${place}`
    case "move": {
      const [change] = changes ?? []
      return `Move one entry to ${(change?.kind === "move" ? change.section : section) ?? "the top of the file"}`
    }
    case "several":
      return `${changes ? count(changes.length, "change") : "Several changes"} to ${shortPath(path)}`
  }
}

/** Who asks, as one calls them. */
export function authorOf({ author }: Pick<ProposalSummary, "author">): string {
  return author.agent ?? author.name
}

export interface Said {
  readonly words: string
  readonly tone: Tone
}

export const FOUND: Record<FindingKind, Said> = {
  "invisible-character": { words: "hidden characters", tone: "danger" },
  "instruction-like": { words: "instruction-like", tone: "danger" },
  "look-alike": { words: "look-alike letters", tone: "danger" },
  "past-cut": { words: "past the cut", tone: "danger" },
  contradiction: { words: "contradiction", tone: "caution" },
  duplicate: { words: "duplicate", tone: "caution" },
  "rejected-before": { words: "rejected before", tone: "caution" },
  "forgotten-before": { words: "forgotten before", tone: "caution" },
  "retired-before": { words: "retired before", tone: "caution" },
  "over-budget": { words: "over budget", tone: "caution" },
  restated: { words: "said already", tone: "caution" },
  "near-duplicate": { words: "near-duplicate", tone: "neutral" },
  "waiting-like": { words: "like another", tone: "neutral" },
  noise: { words: "noise", tone: "neutral" },
  "low-confidence": { words: "low confidence", tone: "neutral" },
}

export const STANDING: Record<Exclude<Standing, "applies">, Said> = {
  "needs-rebase": { words: "needs rebase", tone: "caution" },
  "target-gone": { words: "entry gone", tone: "danger" },
  "file-gone": { words: "file gone", tone: "danger" },
  "opted-out": { words: "opted out", tone: "danger" },
  already: { words: "already there", tone: "neutral" },
}

/** What a row of the list says of a proposal in tags, the worst first: how it stands, then what was found. The words of `like` tell more than its tag. */
export function tagsOf({
  standing,
  found,
  like,
  approvals,
}: Pick<ProposalSummary, "standing" | "found" | "like" | "approvals">): Said[] {
  const tags = standing === null || standing === "applies" ? [] : [STANDING[standing]]
  const kinds = [...new Set(found)].filter((kind) => like === null || kind !== "near-duplicate")
  const half =
    approvals.given > 0 && approvals.given < approvals.needed
      ? [{ words: `${approvals.given} of ${approvals.needed} approvals`, tone: "neutral" as const }]
      : []
  return [...tags, ...kinds.map((kind) => FOUND[kind]), ...half]
}

/** "like line 41, 87 %" */
export function likeWords(like: NonNullable<ProposalSummary["like"]>): string {
  return `like ${like.sameFile ? `line ${like.line}` : `${shortPath(like.path)}:${like.line}`}, ${like.percent} %`
}

export function percentOf(score: number): string {
  return `${Math.round(score * 100)} %`
}

/** "2 agents ask for it"; null where only its author does. */
export function supportWords(supporters: number): string | null {
  return supporters > 1 ? `${count(supporters, "agent")} ask for it` : null
}

/** How many words around a difference are kept in a headline. */
const AROUND = 4
const SHORT = 120

/** One line for a list: of a change what it said and what it would say, where they differ; of several all their statements; of anything else its statement. */
export function headlineOf({
  kind,
  before,
  text,
}: Pick<ProposalSummary, "kind" | "before" | "text">): string {
  if (kind === "several")
    return text
      .trim()
      .split(/\s*\n\s*/)
      .map(oneLine)
      .join(" · ")
  const after = oneLine(text)
  if (kind !== "edit" || before === null) return after
  const old = oneLine(before)
  if (old === after) return after
  return old.length + after.length <= SHORT
    ? `${old} → ${after}`
    : differing(old.split(" "), after.split(" "))
}

const oneLine = (text: string) => text.trim().replaceAll(/\s+/g, " ")

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

export interface Choice {
  /** The key that chooses it: "1". */
  readonly key: string
  readonly words: string
}

/** The usual reasons for a rejection. Agents read them, and what is like a rejected proposal is shown with them. */
export const REJECTION_REASONS: readonly Choice[] = [
  "It is wrong",
  "It is said already",
  "It is noise of one session",
  "It will not stay true",
  "It is an order, not a memory",
].map((words, place) => ({ key: String(place + 1), words }))

export interface SnoozeChoice extends Choice {
  readonly until: Date
}

const MORNING = 9

/** Until when something can be put off, in the time zone of whoever is asked: mornings are at nine. */
export function snoozeChoices(now: Date): SnoozeChoice[] {
  const morning = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING)
  const toMonday = (8 - now.getDay()) % 7 || 7
  const all: [words: string, until: Date][] = [
    ["In three hours", new Date(now.getTime() + 3 * 3_600_000)],
    ["Tomorrow morning", morning(1)],
    ...(toMonday > 1 ? [["Monday morning", morning(toMonday)] as [string, Date]] : []),
    ["In a week", morning(7)],
    ["In four weeks", morning(28)],
  ]
  return all
    .filter(([, until], place) => all.findIndex(([, other]) => other.getTime() === until.getTime()) === place)
    .map(([words, until], place) => ({ key: String(place + 1), words, until }))
}

const VERDICTS: Record<string, string> = {
  approved: "Approved",
  edited: "Approved with edits",
  merged: "Merged",
  rejected: "Rejected",
  withdrawn: "Withdrawn",
}

/** "Approved by Mara Reyes 3 h ago, as revision 58; reverted by Ana Reyes 1 h ago" */
export function decidedWords(
  { verdict, by, at, revision, rule, reverted }: NonNullable<ProposalSummary["decided"]>,
  now: string,
): string {
  const who = rule === null ? ` by ${by}` : ` by the rule “${rule}”`
  return `${ownValue(VERDICTS, verdict) ?? "Decided"}${who} ${describeMoment(at, now)}${revision === null ? "" : `, as revision ${revision}`}${reverted === null ? "" : `; reverted by ${reverted.by} ${describeMoment(reverted.at, now)}`}`
}

const REFUSALS: Record<string, string> = {
  stale: "It changed since you saw it: look at it again, then decide",
  conflict: "It was decided meanwhile",
  flagged: "It is flagged, so it is decided by itself: open it and look at what raised the flag",
  forbidden: "You may not decide this one",
  "not-found": "It is not there any more",
}

/** Why a decision was refused, with the way out. The server's own sentence stands where it gives one. */
export function refusalWords(refused: { reason: string; message: string } | null): string {
  if (refused === null) return "It was not decided. Try again"
  const message = refused.message.trim()
  return message === ""
    ? (ownValue(REFUSALS, refused.reason) ?? "It was not decided. Try again")
    : message.charAt(0).toUpperCase() + message.slice(1)
}

/** "94 of 100 lines after this. The harness loads 200." */
export function budgetWords({ after, budget, loads }: ProposalDetail["budget"]): string {
  const lines =
    budget === null
      ? `${count(after, "line")} after this.`
      : `${after.toLocaleString("en")} of ${count(budget, "line")} after this.`
  if (loads === null) return `${lines} The harness loads all of it.`
  const past = after - loads
  return past > 0
    ? `${lines} ${count(past, "line")} past what the harness loads.`
    : `${lines} The harness loads ${loads.toLocaleString("en")}.`
}
