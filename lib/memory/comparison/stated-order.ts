import { conceptOf, isEmptyWord } from "../lexicon/software"
import { stemOf } from "../text/stems"
import type { Word } from "../similarity/statement-words"
import { sentenceEnd } from "@/lib/memory/similarity/negation"

/** The ideas that come first in a statement's order, and the ideas that come second. */
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

const BEFORE_IDEA = conceptOf(stemOf("before"))
const AFTER_IDEA = conceptOf(stemOf("after"))

/** True if a word expresses an order in time. */
export const isOfOrder = (word: Word): boolean => isBeforeWord(word) || isAfterWord(word)

const isBeforeWord = ({ shown, idea }: Word): boolean => BEFORE.has(shown) || idea === BEFORE_IDEA
const isAfterWord = ({ shown, idea }: Word): boolean => AFTER.has(shown) || idea === AFTER_IDEA

const isOnlyWhen = (words: readonly Word[], at: number): boolean =>
  words[at]?.shown === "when" && words[at - 1]?.shown === "only"

/**
 * Returns the order that a statement gives: `X before Y`, `after Y, X`, `first X, then Y`. Null if it gives
 * none.
 */
export function orderOf(words: readonly Word[]): Order | null {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as Word
    if (word.within || word.kind !== "word") continue
    if (isOfOrder(word) || isOnlyWhen(words, at)) {
      const [front, back] = around(words, at)
      if (front.size > 0 && back.size > 0)
        return isBeforeWord(word) ? { first: front, second: back } : { first: back, second: front }
      if (!words.some(({ shown }) => shown === "first")) return null
      continue
    }
    const order = THEN.has(word.shown) ? orderByThen(words, at) : null
    if (order !== null) return order
  }
  return orderByFirst(words)
}

/** Reads `first X, then Y` and `X, then Y`. Returns null if too few words precede `then`. */
function orderByThen(words: readonly Word[], at: number): Order | null {
  if (at === 0) return null
  const start = words.findIndex(({ shown }) => shown === "first")
  const between = start >= 0 && start < at ? ideasIn(words, start + 1, at) : new Set<string>()
  const front = between.size > 0 ? between : ideasIn(words, sentenceStart(words, at), at)
  // `The server then waits` tells what comes next, not what came first.
  if (front.size < 2 && between.size === 0) return null
  return { first: front, second: ideasIn(words, at + 1, sentenceEnd(words, at)) }
}

/** Reads `X first, Y`, where `first` ends its clause. Returns null for other statements. */
function orderByFirst(words: readonly Word[]): Order | null {
  const at = words.findIndex(({ shown, within }) => shown === "first" && !within)
  const isApart = words[at]?.after !== "" || words[at + 1]?.after !== "" || at === words.length - 1
  if (at <= 0 || !isApart) return null
  const back = ideasIn(words, at + 1, words.length)
  return back.size > 0 ? { first: ideasIn(words, sentenceStart(words, at), at), second: back } : null
}

/** Returns the ideas before and after an ordering word. If the sentence begins with the word, the main clause follows the comma. */
function around(words: readonly Word[], at: number): [ReadonlySet<string>, ReadonlySet<string>] {
  const start = sentenceStart(words, at)
  const end = sentenceEnd(words, at)
  const front = ideasIn(words, start, at)
  if (front.size > 0) return [front, ideasIn(words, at + 1, clauseEnd(words, at + 1, end))]
  const comma = clauseEnd(words, at + 1, end)
  return [ideasIn(words, comma, end), ideasIn(words, at + 1, comma)]
}

export function sentenceStart(words: readonly Word[], at: number): number {
  let start = at
  while (start > 0 && words[start]?.after !== ".") start -= 1
  return start
}

function clauseEnd(words: readonly Word[], from: number, end: number): number {
  let at = from + 1
  while (at < end && words[at]?.after === "") at += 1
  return Math.min(at, end)
}

export const ideasIn = (words: readonly Word[], from: number, to: number): ReadonlySet<string> =>
  new Set(
    words
      .slice(Math.max(0, from), to)
      .filter(({ stem, kind }) => kind !== "word" || !isEmptyWord(stem))
      .map(({ idea }) => idea),
  )

/** Returns how far two statements agree on an order and how far they reverse it, by the ideas that come first and second in each. */
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

/**
 * True if two statements reverse an order: the first part of one is the second part of the other, and more ideas are reversed than agree.
 */
export function isTurnedRound(left: Order, right: Order): boolean {
  const only = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
    new Set([...one].filter((idea) => !other.has(idea)))
  const alone = ({ first, second }: Order): Order => ({
    first: only(first, second),
    second: only(second, first),
  })
  const [one, other] = [alone(left), alone(right)]
  const both = (a: ReadonlySet<string>, b: ReadonlySet<string>) => [...a].filter((idea) => b.has(idea)).length
  return both(one.first, other.second) > 0 && both(one.second, other.first) > both(one.second, other.second)
}
