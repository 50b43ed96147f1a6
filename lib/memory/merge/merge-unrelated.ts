import { alignParts } from "../text/alignment"
import { matchEntries } from "../history/identity"
import { mergeFile } from "./merge-file"
import type { MemoryFormat, ParsedFile } from "../memory-files/format"

interface Reading {
  readonly format: MemoryFormat
  readonly path: string
}

/**
 * Two texts of one memory file of which nobody knows what they came from: everything that either says, where the two only add to what
 * they have in common. Null where one seems to say in other words what the other says, or where the outcome would not say all of both.
 */
export function mergeUnrelated(
  reading: Reading,
  { ours, theirs }: { readonly ours: string; readonly theirs: string },
): string | null {
  if (isReworded(reading.format.parse(ours, reading.path), reading.format.parse(theirs, reading.path)))
    return null
  return mergeFile(reading, { base: common(ours, theirs), ours, theirs })
}

/** Whether a statement that one alone has is likely to be one that the other alone has, before or after an edit. */
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

/** The lines that both have, in their order. */
function common(ours: string, theirs: string): string {
  const lines = linesOf(ours)
  const places = alignParts(lines, linesOf(theirs))
  return lines.filter((_, at) => (places[at] as number) >= 0).join("")
}

const linesOf = (text: string): string[] => text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? []
