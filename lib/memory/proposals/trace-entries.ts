import type { ParsedEntry, ParsedFile } from "../memory-files/format"
import { sameSection, isSameText, type StoredEntry } from "./change-status"

/** An entry that a change writes into a file. */
export interface ExpectedEntry {
  /** Id of an entry that is moved or restored; null for a new one. */
  readonly id: string | null
  /** True if the entry was elsewhere in the file before. */
  readonly moved: boolean
  readonly section: string | null
  readonly text: string
  readonly date: string | null
  readonly type: string | null
  /** Reason to retire the entry after it is written; null for a current one. */
  readonly retired: string | null
}

export interface TracedEntries {
  /** Id of each entry of the new text; null for a new one. */
  readonly ids: (string | null)[]
  /** Indexes of the added entries without moved ones, in the order given. */
  readonly added: number[]
  /** All entries that were written, as the format parsed them. */
  readonly brought: {
    readonly expected: ExpectedEntry
    readonly index: number
    readonly entry: ParsedEntry
  }[]
}

/**
 * Finds the ids of the entries of a new text. Kept entries keep their order and content; written entries are between them. Null if the
 * text has any other entry, unless `mayAppear` allows it: a label or description becomes an entry once the lines below it are removed.
 */
export function traceEntries(
  parsed: ParsedFile,
  kept: readonly StoredEntry[],
  brought: readonly ExpectedEntry[],
  mayAppear: (entry: ParsedEntry) => boolean = () => false,
): TracedEntries | null {
  const ids: (string | null)[] = []
  const places = new Map<ExpectedEntry, number>()
  let next = 0
  for (const [index, entry] of parsed.entries.entries()) {
    const section = sectionOf(parsed, entry)
    const expected = kept[next]
    if (expected !== undefined && isKept(entry, section, expected)) {
      ids.push(expected.id)
      next += 1
      continue
    }
    const likely = brought.filter((one) => !places.has(one) && isBrought(entry, section, one))
    const found = likely.find((one) => one.date === entry.date) ?? likely[0]
    if (found !== undefined) places.set(found, index)
    else if (!mayAppear(entry)) return null
    ids.push(found?.id ?? null)
  }
  if (next < kept.length || places.size < brought.length) return null
  return { ids, ...locate(brought, places, parsed) }
}

function locate(
  brought: readonly ExpectedEntry[],
  places: ReadonlyMap<ExpectedEntry, number>,
  { entries }: ParsedFile,
): Pick<TracedEntries, "brought" | "added"> {
  const located = brought.map((expected) => {
    const index = places.get(expected) as number
    return { expected, index, entry: entries[index] as ParsedEntry }
  })
  return {
    brought: located,
    added: located.flatMap(({ expected, index }) => (expected.moved ? [] : [index])),
  }
}

/** Returns the name of an entry's section; null before the first heading. */
export const sectionOf = ({ sections }: ParsedFile, entry: ParsedEntry): string | null =>
  entry.section === null ? null : (sections[entry.section]?.name ?? null)

/** True if the entry is unchanged except for whitespace. Formats indent nested lines and trim line ends. */
function isKept(entry: ParsedEntry, section: string | null, kept: StoredEntry): boolean {
  return (
    isSameText(entry.text, kept.text) &&
    entry.state === kept.state &&
    section === kept.section &&
    entry.date === kept.date &&
    entry.type === kept.type &&
    entry.confidence === kept.confidence &&
    entry.key === kept.key
  )
}

/** True if the entry is the expected one. Without a section, the format chooses the position. */
function isBrought(entry: ParsedEntry, section: string | null, brought: ExpectedEntry): boolean {
  return (
    entry.state === "current" &&
    isSameText(entry.text, brought.text) &&
    (brought.section === null || sameSection(section, brought.section))
  )
}
