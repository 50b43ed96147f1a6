import { alignParts } from "../text/alignment"
import { matchEntries } from "../history/identity"
import { mergeFile } from "./merge-file"
import type { MemoryFormat, ParsedFile } from "../memory-files/format"

interface Reading {
  readonly format: MemoryFormat
  readonly path: string
}

/**
 * Merges two versions of a memory file without a known merge base, if both only add to what they have in common. Null if one seems to
 * have edited an entry of the other, or if the result would lose something.
 */
export function mergeUnrelated(
  reading: Reading,
  { ours, theirs }: { readonly ours: string; readonly theirs: string },
): string | null {
  if (isReworded(reading.format.parse(ours, reading.path), reading.format.parse(theirs, reading.path)))
    return null
  return mergeFile(reading, { base: common(ours, theirs), ours, theirs })
}

/** True if an entry that only one side has is probably an edited entry of the other side. */
function isReworded(ours: ParsedFile, theirs: ParsedFile): boolean {
  const [left, right] = [statements(ours), statements(theirs)]
  const alone = (some: readonly Statement[], others: readonly Statement[]) =>
    some.filter((one) => !others.some((other) => other.said === one.said))
  const known = alone(left, right).map((one, at) => ({ ...one, id: String(at) }))
  return matchEntries(known, alone(right, left)).some((id) => id !== null)
}

interface Statement {
  readonly key: string | null
  readonly text: string
  readonly section: string | null
  readonly said: string
}

const statements = ({ entries, sections }: ParsedFile): Statement[] =>
  entries.map(({ key, text, section, state }) => {
    const name = section === null ? null : (sections[section]?.name ?? null)
    return { key, text, section: name, said: JSON.stringify([key, text, name, state]) }
  })

/** Returns the lines that both texts have, in order. */
function common(ours: string, theirs: string): string {
  const lines = linesOf(ours)
  const places = alignParts(lines, linesOf(theirs))
  return lines.filter((_, at) => (places[at] as number) >= 0).join("")
}

const linesOf = (text: string): string[] => text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? []
