export interface NumberedLine {
  readonly line: number
  readonly text: string
}

/**
 * Returns the moved lines: the number of the added line by the number of the cut line.
 * A line moved if its text was cut once and added once. Equal lines directly beside a moved line moved with it.
 */
export function findMoved(
  cut: readonly NumberedLine[],
  added: readonly NumberedLine[],
): ReadonlyMap<number, number> {
  const [left, arrived] = [onlyOnes(cut), onlyOnes(added)]
  const [cutAt, addedAt] = [byLine(cut), byLine(added)]
  const moved = new Map<number, number>()
  const taken = new Set<number>()
  const join = (from: number, to: number) => {
    moved.set(from, to)
    taken.add(to)
  }
  for (const [text, from] of left) {
    const to = arrived.get(text)
    if (to !== undefined && from !== null && to !== null) join(from, to)
  }
  const known = [...moved]
  for (const [from, to] of known) {
    for (const step of [1, -1]) {
      for (let by = step; ; by += step) {
        const text = cutAt.get(from + by)
        if (text === undefined || addedAt.get(to + by) !== text || moved.has(from + by) || taken.has(to + by))
          break
        join(from + by, to + by)
      }
    }
  }
  return moved
}

/** Returns line numbers by text. Null for a text that several lines share. Short texts are left out. */
function onlyOnes(lines: readonly NumberedLine[]): Map<string, number | null> {
  const found = new Map<string, number | null>()
  for (const { line, text } of lines) {
    const words = text.trim()
    if (words.length >= TELLING && /[\p{L}\p{N}]/u.test(words))
      found.set(words, found.has(words) ? null : line)
  }
  return found
}

/** Minimum number of characters to recognize a line. */
const TELLING = 6

const byLine = (lines: readonly NumberedLine[]) => new Map(lines.map(({ line, text }) => [line, text.trim()]))
