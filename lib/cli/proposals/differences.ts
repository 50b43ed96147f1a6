/**
 * Maximum number of cells in the table that compares lines. Larger texts are shown as removed and added
 * completely.
 */
const MOST_CELLS = 1_000_000

/**
 * Returns the lines of a diff with line numbers of the new text: " 12   same", "   - removed", " 13 + added".
 * `line`: number of the first line.
 */
export function differences(before: readonly string[], after: readonly string[], line: number): string[] {
  const kept = before.length * after.length > MOST_CELLS ? [] : longestCommon(before, after)
  const width = String(line + after.length).length
  const lines: string[] = []
  let [old, fresh] = [0, 0]
  const row = (mark: string, text: string, number: number | null) =>
    lines.push(`${(number === null ? "" : String(number)).padStart(width)} ${mark} ${text}`.trimEnd())
  for (const [oldAt, freshAt] of [...kept, [before.length, after.length] as const]) {
    for (; old < oldAt; old += 1) row("-", before[old] ?? "", null)
    for (; fresh < freshAt; fresh += 1) row("+", after[fresh] ?? "", line + fresh)
    if (old < before.length && fresh < after.length) row(" ", after[fresh] ?? "", line + fresh)
    old += 1
    fresh += 1
  }
  return lines
}

/** Returns the positions of a longest common subsequence of lines in both texts. */
function longestCommon(before: readonly string[], after: readonly string[]): (readonly [number, number])[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1))
  const at = (old: number, fresh: number) => lengths[old]?.[fresh] ?? 0
  for (let old = before.length - 1; old >= 0; old -= 1) {
    const row = lengths[old] as Uint32Array
    for (let fresh = after.length - 1; fresh >= 0; fresh -= 1)
      row[fresh] =
        before[old] === after[fresh]
          ? at(old + 1, fresh + 1) + 1
          : Math.max(at(old + 1, fresh), at(old, fresh + 1))
  }
  const kept: [number, number][] = []
  for (let old = 0, fresh = 0; old < before.length && fresh < after.length;) {
    if (before[old] === after[fresh]) kept.push([old++, fresh++])
    else if (at(old + 1, fresh) >= at(old, fresh + 1)) old += 1
    else fresh += 1
  }
  return kept
}
