import { ownValue } from "@/lib/memory/text/own-value"
import { pickRanges, withText, type FoldedText } from "../characters/look-alikes-fold"
import { CONCEPT_WORDS } from "./concept-words"
import shortWords from "../lexicon/words/short-words.json" with { type: "json" }

/** Short words that the concepts do not have. */
const SHORT_WORDS = shortWords.terms

const WORDS = new Set([
  ...SHORT_WORDS,
  ...Object.values(CONCEPT_WORDS)
    .flatMap((words) => words.trim().split(/\s+/))
    .flatMap((word) => word.split("_"))
    .filter((word) => /^[a-z]{3,20}$/.test(word)),
])
const LONGEST = 20
const COST_OF_WORD = 2
const COST_OF_LETTER = 3

/**
 * Returns the positions at which words begin in letters without spaces, for the division with the fewest
 * words and stray letters. In ascending order, without 0.
 */
function wordStarts(letters: string): number[] {
  const froms = cheapestFroms(letters)
  const starts: number[] = []
  for (let at = letters.length; at > 0; at = froms[at] ?? 0) {
    const from = froms[at] ?? 0
    const isWord = at - from > 1 || letters[from] === "a" || letters[from] === "i"
    if (isWord) starts.push(at, from)
  }
  return [...new Set(starts)].filter((at) => at > 0 && at < letters.length).toSorted((a, b) => a - b)
}

/**
 * Returns, for each end position, the start of the last word or letter in the cheapest division of the
 * letters before it.
 */
function cheapestFroms(letters: string): readonly number[] {
  const costs = [0]
  const froms = [0]
  for (let end = 1; end <= letters.length; end += 1) {
    let cost = (costs[end - 1] ?? 0) + COST_OF_LETTER
    let from = end - 1
    for (let start = Math.max(0, end - LONGEST); start < end; start += 1) {
      const other = (costs[start] ?? 0) + COST_OF_WORD
      if (other < cost && WORDS.has(letters.slice(start, end))) [cost, from] = [other, start]
    }
    costs.push(cost)
    froms.push(from)
  }
  return froms
}

/**
 * Returns other readings of a folded, lower-case text: digits read as letters, and spaced letters joined.
 * Readings equal to the text are left out.
 */
export function spellingsOf(folded: FoldedText): FoldedText[] {
  return [withoutDigits(folded), joinSpaced(folded)].filter((one): one is FoldedText => one !== null)
}

const MEANT: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
  "|": "l",
}

/** Reads `1gn0r3 pr3v10us` as "ignore previous". Returns null if no word changes. */
function withoutDigits(folded: FoldedText): FoldedText | null {
  let changed = false
  const text = folded.text.replaceAll(/[a-z0-9@$!|]{3,40}/g, (word) => {
    if (
      !/[a-z][013457@$!|][a-z]|^[013457@$!|]{1,2}[a-z]{2}|[a-z][013457@$!|]+[a-z0-9]/.test(word) ||
      !/[a-z]/.test(word)
    )
      return word
    const meant = word.replaceAll(/[013457@$!|]/g, (one, at: number) =>
      one === "!" && at === word.length - 1 ? one : (ownValue(MEANT, one) ?? one),
    )
    changed ||= meant !== word
    return meant
  })
  return changed ? withText(folded, text) : null
}

const SPACED = /(?<![a-z0-9])[a-z](?:[ .·_*-]{1,3}[a-z](?![a-z0-9])){5,400}/g

/**
 * Reads `i g n o r e  a l l` as "ignore all". Words are separated at wider gaps or, without such gaps, where
 * known words begin. Returns null if no letters are spaced.
 */
function joinSpaced(folded: FoldedText): FoldedText | null {
  const runs = [...folded.text.matchAll(SPACED)]
  if (runs.length === 0) return null
  const text: string[] = []
  const places: number[] = []
  const write = (piece: string, at: number) => {
    for (const one of piece) {
      text.push(one)
      places.push(at)
    }
  }
  let from = 0
  for (const run of runs) {
    for (let at = from; at < run.index; at += 1) write(folded.text[at] ?? "", folded.at(at))
    const letters = [...run[0].matchAll(/[a-z]/g)]
    const gapless = pickRanges(
      folded,
      letters.map((one) => [run.index + one.index, run.index + one.index + 1]),
    )
    const wide = letters.flatMap((_, index) => (isAfterWideGap(run[0], letters, index) ? [index] : []))
    const breaks = new Set(wide.length > 0 ? wide : wordStarts(gapless.text))
    for (const [index, letter] of letters.entries()) {
      const place = folded.at(run.index + letter.index)
      if (breaks.has(index)) write(" ", place)
      write(letter[0], place)
    }
    from = run.index + run[0].length
  }
  for (let at = from; at < folded.text.length; at += 1) write(folded.text[at] ?? "", folded.at(at))
  return { text: text.join(""), at: (offset) => places[offset] ?? folded.at(folded.text.length) }
}

/** True if the gap before a letter is wider than the first gap, or differs from it and contains a space. */
function isAfterWideGap(run: string, letters: readonly RegExpExecArray[], index: number): boolean {
  if (index === 0) return false
  const gapBefore = (at: number): string => run.slice((letters[at - 1]?.index ?? 0) + 1, letters[at]?.index)
  const [usual, gap] = [gapBefore(1), gapBefore(index)]
  return gap.length > usual.length || (gap !== usual && gap.includes(" "))
}
