import type { MemoryFormat } from "../../memory-files/format"
import type { ProposedChange } from "../../proposals/proposed-change"
import type { StoredEntry } from "../../proposals/change-status"
import type { WatchSettings } from "../alert-settings"
import type { FileFacts } from "../file/facts"
import type { AlertKind } from "../kinds"

/** Suggested fixes of alerts. The last three link to other pages. */
export const FIX_NAMES = [
  "retire-stale",
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
