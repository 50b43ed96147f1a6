import { isEmptyWord } from "../software-speech"
import type { Word } from "../statement-words"

/** Which ideas a statement says come first, and which come second. */
export interface Order {
  readonly first: ReadonlySet<string>
  readonly second: ReadonlySet<string>
}

const BEFORE = new Set([
  "before",
  "precedes",
  "precede",
  "ahead",
  "prior",
  "preceding",
  "until",
  "vor",
  "bevor",
  "antes",
  "avant",
])
const AFTER = new Set([
  "after",
  "follows",
  "following",
  "once",
  "afterwards",
  "nach",
  "nachdem",
  "después",
  "après",
  "depois",
])
const THEN = new Set(["then", "next", "followed", "afterwards", "dann", "luego", "puis", "→"])

/** Reads `X before Y`, `after Y, X`, `first X, then Y`; null for a statement that orders nothing. */
export function orderOf(words: readonly Word[]): Order | null {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as Word
    if (word.within || word.kind !== "word") continue
    const isBefore = BEFORE.has(word.shown)
    if (isBefore || AFTER.has(word.shown)) {
      const [front, back] = around(words, at)
      if (front.size === 0 || back.size === 0) return null
      return isBefore ? { first: front, second: back } : { first: back, second: front }
    }
    if (THEN.has(word.shown) && at > 0) {
      const start = words.findIndex(({ shown }) => shown === "first")
      return {
        first: ideasIn(words, start >= 0 && start < at ? start : 0, at),
        second: ideasIn(words, at + 1, sentenceEnd(words, at)),
      }
    }
  }
  const first = words.findIndex(({ shown, within }) => shown === "first" && !within)
  if (
    first > 0 &&
    (words[first]?.after !== "" || words[first + 1]?.after !== "" || first === words.length - 1)
  ) {
    const front = ideasIn(words, sentenceStart(words, first), first)
    const back = ideasIn(words, first + 1, words.length)
    return back.size > 0 ? { first: front, second: back } : null
  }
  return null
}

/** What stands before and behind a word that orders. Where the sentence begins with it, the main clause follows the comma. */
function around(words: readonly Word[], at: number): [ReadonlySet<string>, ReadonlySet<string>] {
  const start = sentenceStart(words, at)
  const end = sentenceEnd(words, at)
  if (at - start > 1)
    return [ideasIn(words, start, at), ideasIn(words, at + 1, clauseEnd(words, at + 1, end))]
  const comma = clauseEnd(words, at + 1, end)
  return [ideasIn(words, comma, end), ideasIn(words, at + 1, comma)]
}

function sentenceStart(words: readonly Word[], at: number): number {
  let start = at
  while (start > 0 && words[start]?.after !== ".") start -= 1
  return start
}

function sentenceEnd(words: readonly Word[], at: number): number {
  let end = at + 1
  while (end < words.length && words[end]?.after !== ".") end += 1
  return end
}

function clauseEnd(words: readonly Word[], from: number, end: number): number {
  let at = from + 1
  while (at < end && words[at]?.after === "") at += 1
  return Math.min(at, end)
}

const ideasIn = (words: readonly Word[], from: number, to: number): ReadonlySet<string> =>
  new Set(
    words
      .slice(Math.max(0, from), to)
      .filter(({ stem, kind }) => kind !== "word" || !isEmptyWord(stem))
      .map(({ idea }) => idea),
  )

/** How many pairs of ideas both statements order alike, and how many they order the other way round. */
export function comparedOrder(
  left: Order,
  right: Order,
): { readonly same: number; readonly swapped: number } {
  const both = (one: ReadonlySet<string>, other: ReadonlySet<string>) => {
    let count = 0
    for (const idea of one) if (other.has(idea)) count += 1
    return count
  }
  const [ff, ss] = [both(left.first, right.first), both(left.second, right.second)]
  const [fs, sf] = [both(left.first, right.second), both(left.second, right.first)]
  return {
    same: Math.min(ff, ss) + 0.5 * Math.abs(ff - ss),
    swapped: Math.min(fs, sf) + 0.5 * Math.abs(fs - sf),
  }
}
