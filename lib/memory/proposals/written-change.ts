import type { Change, ParsedEntry, ParsedFile } from "../memory-files/format"
import type { ProposedChange } from "./proposed-change"
import { type StoredEntry, sameSection, isSameText } from "./change-status"

/** An entry that an undo or a restore adds again. It keeps its id, and is retired if it was. */
export type ReAddedEntry = Extract<ProposedChange, { kind: "add" }> & {
  readonly id: string
  /** Id that the format gives the entry. */
  readonly key?: string
  /** Reason of retirement; undefined for a current entry. */
  readonly retired?: string
  /**
   * Number of other entries with the same text when the entry was removed. If there is one more now, the
   * entry was already added again.
   */
  readonly twins?: number
}

export type WrittenChange = ProposedChange | ReAddedEntry

export const isReAdded = (change: WrittenChange): change is ReAddedEntry => "id" in change

/** Returns the reason why an entry was retired, or "retired before" if none is stored. */
export const whyRetired = (entry: StoredEntry): string => entry.retiredBecause || "retired before"

interface RevisionContext {
  readonly entries: readonly StoredEntry[]
  readonly indices: ReadonlyMap<string, number>
  /**
   * True to write the date of an entry that is added again into its text, for files that do not date entries.
   */
  readonly dated: boolean
}

/** Returns a change as the changes of a memory format. */
export function revisionOf(change: WrittenChange, { entries, indices, dated }: RevisionContext): Change[] {
  if (change.kind === "add") return [additionOf(change, dated)]
  const entry = indices.get(change.entry) as number
  switch (change.kind) {
    case "edit":
      return [{ kind: "edit", entry, text: change.text }]
    case "retire":
      return [{ kind: "retire", entry, why: change.why }]
    case "restore":
      return [{ kind: "restore", entry }]
    case "remove":
      return [{ kind: "remove", entry }]
    case "move": {
      const moved = reAdd(entries[entry] as StoredEntry)
      return [
        { kind: "remove", entry },
        { ...moved, ...(dated && withDate(moved)), section: change.section },
      ]
    }
  }
}

function additionOf(change: Extract<ProposedChange, { kind: "add" }>, dated: boolean): Change {
  const { section, date, type, confidence } = change
  const key = isReAdded(change) ? change.key : undefined
  return {
    kind: "add",
    section,
    ...(dated && isReAdded(change) ? withDate(change) : { text: change.text, date }),
    ...(type === undefined ? {} : { type }),
    ...(confidence === undefined ? {} : { confidence }),
    ...(key === undefined ? {} : { key }),
  }
}

const withDate = ({ text, date }: { text: string; date: string | null }) => ({
  text: date === null ? text : `[${date}] ${text}`,
  date: null,
})

/** Returns the change that adds an entry again. */
export function reAdd({ section, text, date, type, confidence, key }: StoredEntry) {
  return {
    kind: "add" as const,
    section,
    text,
    date,
    ...(type === null ? {} : { type }),
    ...(confidence === null ? {} : { confidence }),
    ...(key === null ? {} : { key }),
  }
}

/** Returns the entries that stay in place, as they will be after the changes. */
export function unchangedEntries(
  entries: readonly StoredEntry[],
  applied: readonly WrittenChange[],
): StoredEntry[] {
  const changed = new Map(
    applied.flatMap((change) => (change.kind === "add" ? [] : [[change.entry, change] as const])),
  )
  return entries.flatMap((entry): StoredEntry[] => {
    const change = changed.get(entry.id)
    if (change?.kind === "remove" || change?.kind === "move") return []
    if (change?.kind === "edit") return [{ ...entry, text: change.text }]
    if (change?.kind === "retire") return [{ ...entry, state: "retired" }]
    return [change?.kind === "restore" ? { ...entry, state: "current" } : entry]
  })
}

/** Returns the entries that the changes write, in the order of the changes. */
export function writtenEntries(
  entries: readonly StoredEntry[],
  applied: readonly WrittenChange[],
): ExpectedEntry[] {
  const known = new Map(entries.map((entry) => [entry.id, entry]))
  return applied.flatMap((change): ExpectedEntry[] => {
    if (change.kind === "add") {
      const { section, text, date, type = null } = change
      return [
        {
          id: isReAdded(change) ? change.id : null,
          moved: false,
          section,
          text,
          date,
          type,
          retired: isReAdded(change) ? (change.retired ?? null) : null,
        },
      ]
    }
    const entry = known.get(change.entry)
    if (change.kind !== "move" || entry === undefined) return []
    const { id, text, date, type } = entry
    return [
      {
        id,
        moved: true,
        section: change.section,
        text,
        date,
        type,
        retired: entry.state === "retired" ? whyRetired(entry) : null,
      },
    ]
  })
}

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
