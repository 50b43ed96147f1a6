import type { ParsedEntry, ParsedFile } from "../memory-files/format"
import { sameSection, sameWords, type StandingEntry } from "./standing"

/** An entry that a change puts into a text. */
export interface Expected {
  /** The id that it has already; null for a new one. */
  readonly id: string | null
  /** It stood elsewhere in the text before. */
  readonly moved: boolean
  readonly section: string | null
  readonly text: string
  readonly date: string | null
  readonly type: string | null
  /** Why it is to be retired once it is there; null for a current one. */
  readonly retired: string | null
}

export interface Traced {
  readonly ids: (string | null)[]
  /** Index of each entry that was added, moved ones left out, in the order given. */
  readonly added: number[]
  /** All that was put in, with what it is read as. */
  readonly brought: { readonly expected: Expected; readonly index: number; readonly entry: ParsedEntry }[]
}

/**
 * Which entry of a new text is which. What was kept keeps its order and all that it says; between stands what was brought.
 * Null where the text says anything else than that. `mayAppear`: true for words that are an entry now that what stood below them is gone, as
 * a label or a description.
 */
export function traceEntries(
  parsed: ParsedFile,
  kept: readonly StandingEntry[],
  brought: readonly Expected[],
  mayAppear: (entry: ParsedEntry) => boolean = () => false,
): Traced | null {
  const ids: (string | null)[] = []
  const places = new Map<Expected, number>()
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
    if (found === undefined && !mayAppear(entry)) return null
    ids.push(found?.id ?? null)
    if (found !== undefined) places.set(found, index)
  }
  if (next < kept.length || places.size < brought.length) return null
  const found = brought.map((expected) => ({
    expected,
    index: places.get(expected) as number,
    entry: parsed.entries[places.get(expected) as number] as ParsedEntry,
  }))
  return {
    ids,
    brought: found,
    added: found.flatMap(({ expected, index }) => (expected.moved ? [] : [index])),
  }
}

export const sectionOf = ({ sections }: ParsedFile, entry: ParsedEntry): string | null =>
  entry.section === null ? null : (sections[entry.section]?.name ?? null)

/** Blanks may be written otherwise (nested lines are indented, ends are trimmed); words may not, nor what else an entry states. */
function isKept(entry: ParsedEntry, section: string | null, kept: StandingEntry): boolean {
  return (
    sameWords(entry.text, kept.text) &&
    entry.state === kept.state &&
    section === kept.section &&
    entry.date === kept.date &&
    entry.type === kept.type &&
    entry.confidence === kept.confidence &&
    entry.key === kept.key
  )
}

/** What names no section stands where the format puts it. */
function isBrought(entry: ParsedEntry, section: string | null, brought: Expected): boolean {
  return (
    entry.state === "current" &&
    sameWords(entry.text, brought.text) &&
    (brought.section === null || sameSection(section, brought.section))
  )
}
