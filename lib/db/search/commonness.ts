import type { Vocabulary } from "@/lib/memory/similarity/look-up"

/** Estimates how many entries a tsquery matches, as if words were independent. Excluded words are ignored. */
export function commonness(tsquery: string, vocabulary: Vocabulary): number {
  const wanted = tsquery.split(" & ").filter((clause) => !clause.startsWith("!"))
  return wanted.reduce(
    (many, clause) => many * Math.min(1, rarestOf(clause, vocabulary) / Math.max(1, vocabulary.entries)),
    vocabulary.entries,
  )
}

function rarestOf(clause: string, { entries, listed, unlisted }: Vocabulary): number {
  const counts = Array.from(clause.matchAll(/'([^']+)'(:\*)?/g), ([, word = "", open]) => {
    const known = listed(word, open !== undefined).reduce((sum, one) => sum + one.count, 0)
    // Rare words are not listed. The number of rare words with a prefix is estimated: short prefixes have many.
    if (open !== undefined) return known + unlisted(word) * Math.max(1, 200 / 4 ** word.length)
    return known > 0 ? known : unlisted(word)
  })
  return Math.min(entries, ...counts)
}
