/** The one of `known` that was most likely meant: it begins so, or two slips of the finger lead to it. Null: none is near. */
export function nearest(given: string, known: readonly string[]): string | null {
  const word = given.toLowerCase()
  if (word.length < 2) return null
  const near = known
    .map((one) => ({
      one,
      slips: one.startsWith(word)
        ? 0.5
        : Math.abs(one.length - word.length) > MOST_SLIPS
          ? Infinity
          : slipsBetween(word, one.toLowerCase()),
    }))
    .filter(({ one, slips }) => slips <= Math.min(MOST_SLIPS, Math.max(1, Math.floor(one.length / 3))))
  return near.toSorted((a, b) => a.slips - b.slips)[0]?.one ?? null
}

const MOST_SLIPS = 2

/** Letters to put in, leave out, replace or swap with the next (optimal string alignment). */
function slipsBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const [above, left, corner] = [rows[i - 1]?.[j] ?? 0, row[j - 1] ?? 0, rows[i - 1]?.[j - 1] ?? 0]
      const swapped =
        a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (rows[i - 2]?.[j - 2] ?? Infinity) + 1 : Infinity
      row.push(Math.min(above + 1, left + 1, corner + (a[i - 1] === b[j - 1] ? 0 : 1), swapped))
    }
    rows.push(row)
  }
  return rows[a.length]?.[b.length] ?? 0
}
