import type { MemoryFormat } from "../../memory-files/format"
import type { ProposedChange } from "../../proposals/proposed-change"
import type { StoredEntry } from "../../proposals/change-status"
import type { WatchSettings } from "../alert-settings"
import type { FileFacts } from "../file/file-rule"
import type { AlertKind } from "../kinds"
import { type Cut, cutOf } from "../../memory-files/load-limit"
import { textLines } from "../../text/line-differences"
import { writeChanges } from "../../proposals/write-changes"
import { formatCount } from "../../text/sentence"

/** Suggested fixes of alerts. The last three link to other pages. */
export const FIX_NAMES = [
  "retire-stale",
  "remove-flagged",
  "retire-flagged",
  "merge-redundant",
  "move-overflow",
  "drop-runs",
  "remove-noise",
  "remove-restated",
  "remove-reference",
  "list-topics",
  "open-redundancy",
  "open-seed",
  "open-predecessor",
  "open-compaction",
] as const
export type FixName = (typeof FIX_NAMES)[number]

/** A file and the alert to fix. */
export interface FixFacts {
  readonly kind: AlertKind
  readonly part: string
  readonly file: FileFacts
  /** The format of the file, and its path in the format. */
  readonly reading: { readonly format: MemoryFormat; readonly path: string }
  readonly settings: WatchSettings
  /** ISO day, UTC. */
  readonly today: string
  /** Topic files next to an index, by stored path. */
  readonly topics: readonly Topic[]
  /** Paths in the folder that new files must not use, including those of removed files. */
  readonly taken: readonly string[]
}

export interface Topic {
  readonly path: string
  readonly title: string
  /** A short description. */
  readonly hook: string | null
}

/** An entry with its place, for use in changes. */
export interface PlacedEntry extends StoredEntry {
  readonly line: number
  readonly endLine: number
  /** The audience of its section, as one text. */
  readonly audience: string
}

/**
 * Facts with the entries of the text, in order. Empty if the text is parsed differently than when it was
 * stored.
 */
export interface ParsedFixFacts extends FixFacts {
  readonly entries: readonly PlacedEntry[]
}

/** The changes to one file that a fix proposes. */
export interface FixProposal {
  readonly path: string
  /** True if it creates a topic file. Otherwise it changes the file of the alert. */
  readonly makes: boolean
  readonly changes: readonly ProposedChange[]
  readonly reason: string
}

export interface SuggestedFix {
  readonly cure: FixName
  /** The label of the fix. */
  readonly label: string
  /** The effect and any remaining steps, as one sentence without a full stop. */
  readonly consequence: string
  readonly proposals: readonly FixProposal[]
}

export function parseFixFacts(facts: FixFacts): ParsedFixFacts {
  const { entries, sections } = facts.reading.format.parse(facts.file.text, facts.reading.path)
  const known = facts.file.entries
  if (entries.length !== known.length || entries.some((entry, place) => entry.text !== known[place]?.text))
    return { ...facts, entries: [] }
  return {
    ...facts,
    entries: entries.map(({ section, span, ...entry }, place) => {
      const held = section === null ? null : (sections[section] ?? null)
      return {
        ...entry,
        id: known[place]?.id ?? "",
        section: held?.name ?? null,
        line: span.line,
        endLine: span.endLine,
        audience: held === null ? "everyone" : JSON.stringify(held.audience),
      }
    }),
  }
}

/** Maximum number of changes in one proposal. */
export const MOST_CHANGES = 100
/** Maximum number of characters of changes, which leaves room for the other fields of the proposal. */
export const MOST_CHARACTERS = 45_000

export interface TrialChanges {
  /** The changes that can be written and fit into one proposal, most important first. */
  readonly changes: readonly ProposedChange[]
  /** The number of changes left for another proposal. */
  readonly left: number
  /** The text of the file with the changes. */
  readonly text: string
}

/** Applies changes to the text. Returns as many as can be written; null if none can. */
export function tryChanges(sick: ParsedFixFacts, wanted: readonly ProposedChange[]): TrialChanges | null {
  const some = withinOne(wanted)
  const whole = writeFix(sick, some)
  if (whole !== null)
    return some.length === 0 ? null : { changes: some, left: wanted.length - some.length, text: whole }
  let [changes, text]: [readonly ProposedChange[], string | null] = [[], null]
  for (const change of some) {
    const next = writeFix(sick, [...changes, change])
    if (next !== null) [changes, text] = [[...changes, change], next]
  }
  return text === null ? null : { changes, left: wanted.length - changes.length, text }
}

function withinOne(wanted: readonly ProposedChange[]): readonly ProposedChange[] {
  let characters = 0
  return wanted
    .slice(0, MOST_CHANGES)
    .filter((change) => (characters += "text" in change ? change.text.length : 0) <= MOST_CHARACTERS)
}

/** Returns the text with the changes; null if not all can be written. */
export function writeFix(
  { reading, file, entries }: ParsedFixFacts,
  changes: readonly ProposedChange[],
): string | null {
  const written = writeChanges({ ...reading, text: file.text }, entries, changes)
  return written.ok && written.applied.length === changes.length ? written.text : null
}

/** Returns the number of lines, and where the file would be truncated. */
export function lengthOfText(
  { file }: ParsedFixFacts,
  text: string,
): { readonly lines: number; readonly cut: Cut | null } {
  return { lines: textLines(text).length, cut: cutOf(text, file.limits) }
}

/**
 * Returns a text such as "134 lines reduced to 98 (budget 100)", with the number of lines that are still too
 * many.
 */
export function describeLengthChange(sick: ParsedFixFacts, text: string): string {
  const { lines, cut } = lengthOfText(sick, text)
  const { budget } = sick.file.limits
  const become = `${formatCount(sick.file.lines, "line")} reduced to ${lines.toLocaleString("en")}`
  if (cut !== null)
    return `${become}, still ${(lines - cut.line + 1).toLocaleString("en")} past the load limit`
  if (budget !== null)
    return lines > budget
      ? `${become}, still ${(lines - budget).toLocaleString("en")} over the budget of ${budget.toLocaleString("en")}`
      : `${become} (budget ${budget.toLocaleString("en")})`
  return sick.kind === "past-cut" ? `${become}, within the load limit` : become
}

/** Returns the end of a sentence: "; 12 more are left for another proposal". */
export const describeRemaining = (left: number): string =>
  left === 0
    ? ""
    : `; ${left.toLocaleString("en")} more ${left === 1 ? "is" : "are"} left for another proposal`

/** True if the alert is about the length of the file. */
export const isOfLength = ({ kind }: ParsedFixFacts): boolean =>
  kind === "past-cut" || kind === "over-budget" || kind === "filling-up"
