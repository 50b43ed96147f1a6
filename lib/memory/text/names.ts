/**
 * Returns the closest entry of `known`: one that begins with `given`, or is at most two typos away. Null if
 * none is close or `given` has a single letter.
 */
export function nearest(given: string, known: readonly string[]): string | null {
  const word = given.toLowerCase()
  if (word.length < 2) return null
  const near = known
    .map((one) => ({ one, slips: slipsTo(one, word) }))
    .filter(({ one, slips }) => slips <= Math.min(MOST_SLIPS, Math.max(1, Math.floor(one.length / 3))))
  return near.toSorted((a, b) => a.slips - b.slips)[0]?.one ?? null
}

const MOST_SLIPS = 2

/**
 * Returns the number of typos between `word` and `one`: 0.5 if `one` begins with `word`, Infinity if their
 * lengths differ too much.
 */
function slipsTo(one: string, word: string): number {
  if (one.toLowerCase().startsWith(word)) return 0.5
  if (Math.abs(one.length - word.length) > MOST_SLIPS) return Infinity
  return slipsBetween(word, one.toLowerCase())
}

/**
 * Returns the number of letters to insert, delete, replace or swap with the next one (optimal string
 * alignment).
 */
function slipsBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  const slipsAt = (i: number, j: number) => rows[i]?.[j] ?? Infinity
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = slipsAt(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwapped ? slipsAt(i - 2, j - 2) + 1 : Infinity
      row.push(Math.min(slipsAt(i - 1, j) + 1, slipsAt(i, j - 1) + 1, replaced, swapped))
    }
  }
  return slipsAt(a.length, b.length)
}

/** Returns a slug: "Ledger API" → "ledger-api". Never empty: a name without letters or digits becomes "x" and its code points. */
export function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]/g, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "")
  return slug || `x${[...name].map((letter) => letter.codePointAt(0)?.toString(16)).join("-")}`
}
