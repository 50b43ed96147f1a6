import type { Change } from "../memory-files/format"
import type { ProposedChange } from "./proposed-change"
import type { StandingEntry } from "./standing"
import type { Expected } from "./trace-entries"

/** What is added again by an undo or a restore: it keeps its id, and is retired where it was. */
export type AddedAgain = Extract<ProposedChange, { kind: "add" }> & {
  readonly id: string
  /** The id that the format itself gives it. */
  readonly key?: string
  /** Why it was retired; left out for a current entry. */
  readonly retired?: string
  /** How many other entries read the same when it was taken out. Where one more does, somebody has brought it back already. */
  readonly twins?: number
}

/** A change as it is written. */
export type WrittenChange = ProposedChange | AddedAgain

export const isAgain = (change: WrittenChange): change is AddedAgain => "id" in change

export const whyRetired = (entry: StandingEntry): string => entry.retiredBecause || "retired before"

/** A change in the words of a format. `dated`: where the file does not date its entries by itself, one that comes back states its date in its words. */
export function revisionOf(
  change: WrittenChange,
  {
    entries,
    indices,
    dated,
  }: { entries: readonly StandingEntry[]; indices: ReadonlyMap<string, number>; dated: boolean },
): Change[] {
  if (change.kind === "add") {
    const { section, date, type, confidence } = change
    const key = isAgain(change) ? change.key : undefined
    const words = dated && isAgain(change) ? withDate(change) : { text: change.text, date }
    return [
      {
        kind: "add",
        section,
        ...words,
        ...(type === undefined ? {} : { type }),
        ...(confidence === undefined ? {} : { confidence }),
        ...(key === undefined ? {} : { key }),
      },
    ]
  }
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
      const moved = addOf(entries[entry] as StandingEntry)
      return [
        { kind: "remove", entry },
        { ...moved, ...(dated && withDate(moved)), section: change.section },
      ]
    }
  }
}

const withDate = ({ text, date }: { text: string; date: string | null }) => ({
  text: date === null ? text : `[${date}] ${text}`,
  date: null,
})

/** What puts an entry back as it was. */
export function addOf({ section, text, date, type, confidence, key }: StandingEntry) {
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

/** What stays where it is, as it will read. */
export function keptOf(
  entries: readonly StandingEntry[],
  applied: readonly WrittenChange[],
): StandingEntry[] {
  const changed = new Map(
    applied.flatMap((change) => (change.kind === "add" ? [] : [[change.entry, change] as const])),
  )
  return entries.flatMap((entry): StandingEntry[] => {
    const change = changed.get(entry.id)
    if (change?.kind === "remove" || change?.kind === "move") return []
    if (change?.kind === "edit") return [{ ...entry, text: change.text }]
    if (change?.kind === "retire") return [{ ...entry, state: "retired" }]
    return [change?.kind === "restore" ? { ...entry, state: "current" } : entry]
  })
}

/** What is put in, in the order of the changes. */
export function broughtOf(entries: readonly StandingEntry[], applied: readonly WrittenChange[]): Expected[] {
  const known = new Map(entries.map((entry) => [entry.id, entry]))
  return applied.flatMap((change): Expected[] => {
    if (change.kind === "add") {
      const { section, text, date, type = null } = change
      return [
        {
          id: isAgain(change) ? change.id : null,
          moved: false,
          section,
          text,
          date,
          type,
          retired: isAgain(change) ? (change.retired ?? null) : null,
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
