import { termRanges } from "@/lib/memory/search/mark-terms"
import { inflectionsOf } from "@/lib/memory/text/stems"

interface SearchedEntry {
  readonly text: string
  readonly section: string | null
  readonly path: string
}

/** Words of a query, each with the terms that match it: its inflections, and longer words that begin with it. */
function queryTerms(query: string): (readonly [word: string, terms: readonly string[]])[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  return words.map((word) => [word, [`${word}*`, ...inflectionsOf(word)]])
}

/**
 * Returns the entries that contain all words of a query, in their text or section, and the terms to
 * highlight. A word with a slash is looked for in paths, too.
 */
export function findEntries<Entry extends SearchedEntry>(
  entries: readonly Entry[],
  query: string,
): { readonly found: readonly Entry[]; readonly terms: readonly string[] } {
  const wanted = queryTerms(query)
  const found = entries.filter(({ text, section, path }) =>
    wanted.every(
      ([word, terms]) =>
        termRanges(`${text}\n${section ?? ""}`, terms).length > 0 ||
        (word.includes("/") && path.toLowerCase().includes(word)),
    ),
  )
  return { found, terms: wanted.flatMap(([, terms]) => terms) }
}
