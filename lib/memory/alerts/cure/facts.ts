import type { MemoryFormat } from "../../memory-files/format"
import type { ProposedChange } from "../../proposals/proposed-change"
import type { StandingEntry } from "../../history/standing"
import type { WatchSettings } from "../../policies/watch-settings"
import type { FileFacts } from "../file/facts"
import type { AlertKind } from "../kinds"

/** What can be done at once about an alert. The last three lead elsewhere. */
export const CURES = [
  "retire-stale",
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
export type CureName = (typeof CURES)[number]

/** A file, and of which alert it is to be cured. */
export interface CureFacts {
  readonly kind: AlertKind
  readonly part: string
  readonly file: FileFacts
  /** The file's format, and its path as that knows it. */
  readonly reading: { readonly format: MemoryFormat; readonly path: string }
  readonly settings: WatchSettings
  /** ISO day, UTC. */
  readonly today: string
  /** Topic files beside an index, by their paths as stored. */
  readonly topics: readonly Topic[]
  /** Paths of the file's folder that no new file may have, also of files that are gone. */
  readonly taken: readonly string[]
}

export interface Topic {
  readonly path: string
  readonly title: string
  /** What it is about, in a few words. */
  readonly hook: string | null
}

/** An entry as changes name it, with where it stands. */
export interface PlacedEntry extends StandingEntry {
  readonly line: number
  readonly endLine: number
  /** Whom its section speaks to, as one text. */
  readonly audience: string
}

/** Facts with the entries of the text, in its order; none where the text is read otherwise than it was stored. */
export interface Sick extends CureFacts {
  readonly entries: readonly PlacedEntry[]
}

/** Changes of one file that a cure proposes. */
export interface CureProposal {
  readonly path: string
  /** Whether it makes a topic file; else it changes the file that the alert is about. */
  readonly makes: boolean
  readonly changes: readonly ProposedChange[]
  readonly reason: string
}

export interface Cure {
  readonly cure: CureName
  /** What the key does. */
  readonly label: string
  /** What comes of it, with what is left to do: one sentence without a full stop. */
  readonly consequence: string
  readonly proposals: readonly CureProposal[]
}

export function sickOf(facts: CureFacts): Sick {
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
