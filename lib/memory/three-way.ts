import { diff3Merge } from "node-diff3"

/**
 * Merges two changes of one text; null where both changed the same place differently. `by` says what is compared: words for a
 * statement, lines for a file. Line breaks and blanks are kept as they stand.
 */
export function mergeThree({ base, ours, theirs, by }: { base: string; ours: string; theirs: string; by: "words" | "lines" }): string | null {
  if (ours === theirs || theirs === base) return ours
  if (ours === base) return theirs
  const cut = by === "words" ? wordsOf : linesOf
  const regions = diff3Merge(cut(ours), cut(base), cut(theirs), { excludeFalseConflicts: true })
  const merged: string[] = []
  for (const region of regions) {
    if (!region.ok) return null
    merged.push(...region.ok)
  }
  return merged.join("")
}

/** Each word with the blanks before it. */
const wordsOf = (text: string): string[] => text.match(/\s*\S+|\s+$/g) ?? []

const linesOf = (text: string): string[] => text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? []
