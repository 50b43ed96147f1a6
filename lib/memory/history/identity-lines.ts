/** An entry without an id. */
export interface NamelessEntry {
  readonly key: string | null
  readonly text: string
  readonly section: string | null
}

/** Indexes of an entry (`outer`) and of an entry whose lines it contains (`inner`). */
export interface ContainedEntry {
  readonly outer: number
  readonly inner: number
}

/**
 * Finds entries whose lines are all in another entry of the same section, for example if paragraphs became
 * one entry, or a table became its rows. Bullets, pipes and blanks around a line are ignored. The result has
 * the order of `inners`.
 */
export function heldEntries(
  outers: readonly { readonly index: number; readonly entry: NamelessEntry }[],
  inners: readonly { readonly index: number; readonly entry: NamelessEntry }[],
): ContainedEntry[] {
  const places = new Map<string, { outer: number; lines: readonly string[]; at: number }[]>()
  for (const { index: outer, entry } of outers) {
    const lines = linesOf(entry)
    if (lines.length < 2) continue
    for (const [at, line] of lines.entries()) {
      const known = places.get(keyOf(entry, line)) ?? []
      if (known.length < MOST_PLACES) places.set(keyOf(entry, line), [...known, { outer, lines, at }])
    }
  }
  return inners.flatMap(({ index: inner, entry }): ContainedEntry[] => {
    const lines = linesOf(entry)
    const found = places
      .get(keyOf(entry, lines[0] ?? ""))
      ?.find((place) => lines.every((line, offset) => place.lines[place.at + offset] === line))
    return found === undefined ? [] : [{ outer: found.outer, inner }]
  })
}

/** Maximum number of entries with a line. More common lines are not distinctive enough for a match. */
const MOST_PLACES = 8

const keyOf = ({ section }: NamelessEntry, line: string): string => `${section ?? ""}\u0000${line}`

const linesOf = ({ text }: NamelessEntry): string[] =>
  text
    .split("\n")
    .map((line) => bare(line.trim()))
    .filter((line) => line !== "")

function bare(line: string): string {
  const opened = line.replace(/^(?:[-*+]\s+|\d{1,9}[.)]\s+|\|\s*)/, "")
  const closed = opened.endsWith("|") ? opened.slice(0, -1) : opened
  return closed.trim().replaceAll(/\s+/g, " ")
}
