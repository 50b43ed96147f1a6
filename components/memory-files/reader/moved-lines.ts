export interface NumberedLine {
  readonly line: number
  readonly text: string
}

/**
 * Lines that were cut in one place and added in another: by the number of the cut line, the number of the added one. Only words that
 * were cut once and added once tell that a line moved; what stands directly beside such a line and reads the same moved with it.
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

/** By words, the line that alone has them; null where several do. Marks and short words tell nothing. */
function onlyOnes(lines: readonly NumberedLine[]): Map<string, number | null> {
  const found = new Map<string, number | null>()
  for (const { line, text } of lines) {
    const words = text.trim()
    if (words.length >= TELLING && /[\p{L}\p{N}]/u.test(words))
      found.set(words, found.has(words) ? null : line)
  }
  return found
}

/** Characters that a line needs to be known again. */
const TELLING = 6

const byLine = (lines: readonly NumberedLine[]) => new Map(lines.map(({ line, text }) => [line, text.trim()]))
