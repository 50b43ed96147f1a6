import type { Vocabulary } from "@/lib/memory/look-up"

/** About how many entries a tsquery matches at most: as many as have the rarest of the words that must occur. What is not wanted narrows nothing. */
export function commonness(tsquery: string, vocabulary: Vocabulary): number {
  const wanted = tsquery.split(" & ").filter((clause) => !clause.startsWith("!"))
  const counts = wanted.map((clause) => Array.from(clause.matchAll(/'([^']+)'(:\*)?/g), ([, word = "", open]) => countOf(vocabulary, word, open !== undefined)))
  return counts.length === 0 ? vocabulary.entries : Math.min(...counts.flat())
}

function countOf({ listed, unlisted }: Vocabulary, word: string, open: boolean): number {
  const known = listed(word, open).reduce((sum, one) => sum + one.count, 0)
  // How many words begin so that are too rare to be listed, nobody knows: a short beginning has many.
  return known + (open ? unlisted(word) * Math.max(1, 200 / 4 ** word.length) : known > 0 ? 0 : unlisted(word))
}
