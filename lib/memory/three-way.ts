import { alignParts } from "./alignment"

/**
 * Merges two changes of one text; null where both changed the same place differently. `by` says what is compared: words for a
 * statement, lines for a file. Lines that stand side by side are two places, words are one: a sentence is not made of halves of two.
 * Line breaks and blanks are kept as they stand. Which side is called ours makes no difference.
 */
export function mergeThree({ base, ours, theirs, by }: { base: string; ours: string; theirs: string; by: "words" | "lines" }): string | null {
  if (ours === theirs || theirs === base) return ours
  if (ours === base) return theirs
  const cut = by === "words" ? wordsOf : linesOf
  const parts = cut(base)
  const edits = [...editsOf(parts, cut(ours)), ...editsOf(parts, cut(theirs))].toSorted((a, b) => a.start - b.start || a.end - b.end)
  const merged: string[] = []
  let kept = 0
  let last: Edit | null = null
  for (const edit of edits) {
    if (last !== null && isSame(last, edit)) continue
    if (last !== null && meets(last, edit, by)) return null
    merged.push(...parts.slice(kept, edit.start), ...edit.parts)
    kept = edit.end
    last = edit
  }
  merged.push(...parts.slice(kept))
  return by === "lines" && merged.slice(0, -1).some((line) => !/[\r\n]$/.test(line)) ? null : merged.join("")
}

/** What stands in the place of `base[start…end)`. */
interface Edit {
  readonly start: number
  readonly end: number
  readonly parts: readonly string[]
}

function editsOf(base: readonly string[], other: readonly string[]): Edit[] {
  const edits: Edit[] = []
  const places = alignParts(base, other)
  let [start, from] = [0, 0]
  for (let at = 0; at <= base.length; at += 1) {
    const place = at === base.length ? other.length : (places[at] as number)
    if (place < 0) continue
    if (at > start || place > from) edits.push({ start, end: at, parts: other.slice(from, place) })
    ;[start, from] = [at + 1, place + 1]
  }
  return edits
}

const isSame = (one: Edit, other: Edit): boolean => one.start === other.start && one.end === other.end && one.parts.length === other.parts.length && one.parts.every((part, index) => part === other.parts[index])

/** Of two edits in the order of their places. Two texts that are put in at one place have no order. */
function meets(before: Edit, after: Edit, by: "words" | "lines"): boolean {
  if (before.end !== after.start) return before.end > after.start
  return by === "words" || (before.start === before.end && after.start === after.end)
}

/** Each word with the blanks before it. */
const wordsOf = (text: string): string[] => text.match(/\s*\S+|\s+$/g) ?? []

const linesOf = (text: string): string[] => text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? []
