import { isEmptyWord } from "../lexicon/software"
import type { Word } from "../similarity/statement-words"
import rejections from "../lexicon/rejections.json" with { type: "json" }

/** Ends of clauses that reject the beginning of the clause: `FMOD was evaluated and turned down`. */
const TURNED_DOWN = byFirstWord(rejections.endings)
/** Beginnings of clauses that reject the rest of the clause. */
const TURNS_DOWN = byFirstWord(rejections.openings)
const DENIALS = new Set("not never".split(" "))
/** Verbs whose denial also denies the words before them: `DATEV was never introduced`. */
const STATES = new Set("is are was were been be has have had".split(" "))
/** Largest number of words in a clause. */
const REACH = 9

/** Returns the ideas that a statement calls untrue: `X was never introduced`, `nothing to do with X`, `X can be ruled out`. */
export function rejectedIdeas(words: readonly Word[]): ReadonlySet<string> {
  const places = rejectedPlaces(words)
  // An idea that also occurs elsewhere in the statement is not rejected: `one buffer is kept, no buffers of their own are added`.
  const said = new Set(words.flatMap(({ idea }, place) => (places.has(place) ? [] : [idea])))
  return new Set(
    words.flatMap(({ kind, stem, idea }, place) =>
      places.has(place) && kind === "word" && !isEmptyWord(stem) && !said.has(idea) ? [idea] : [],
    ),
  )
}

/** Phrases before the thing that a statement decides against: `Vitest instead of Jest`. */
const DECIDES_AGAINST = byFirstWord(["instead of", "rather than"])
/** Maximum number of words of the thing. */
const LONGEST_THING = 3

/** Returns the ideas that a statement names as the wrong choice: `Vitest, not Jest`, `Vitest instead of Jest`. */
export function ideasDecidedAgainst(words: readonly Word[]): ReadonlySet<string> {
  const places = new Set<number>()
  for (const [at, word] of words.entries()) {
    const isAfterComma = word.shown === "not" && word.after === ","
    const length = isAfterComma ? 1 : lengthAt(DECIDES_AGAINST, words, at)
    if (length === 0) continue
    const end = Math.min(clauseEnd(words, at + length), at + length + LONGEST_THING)
    for (let place = at + length; place < end; place += 1) places.add(place)
  }
  const said = new Set(words.flatMap(({ idea }, place) => (places.has(place) ? [] : [idea])))
  return new Set([...places].flatMap((place) => words[place]?.idea ?? []).filter((idea) => !said.has(idea)))
}

/** Returns the places of denied or rejected words. */
function rejectedPlaces(words: readonly Word[]): ReadonlySet<number> {
  const places = new Set<number>()
  const mark = (from: number, to: number) => {
    for (let place = Math.max(0, from); place < to; place += 1) places.add(place)
  }
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as Word
    if (word.kind !== "word" || word.within) continue
    const before = words[at - 1]?.shown ?? ""
    if (lengthAt(TURNED_DOWN, words, at) > 0 && !DENIALS.has(before)) mark(clauseStart(words, at), at)
    const turns = lengthAt(TURNS_DOWN, words, at)
    if (turns > 0) mark(at + turns, clauseEnd(words, at + turns))
    if (!DENIALS.has(word.shown)) continue
    mark(at + 1, clauseEnd(words, at + 1))
    if (STATES.has(before)) mark(clauseStart(words, at), at)
  }
  return places
}

function byFirstWord(phrases: readonly string[]): ReadonlyMap<string, readonly (readonly string[])[]> {
  const byFirst = new Map<string, string[][]>()
  for (const phrase of phrases.map((one) => one.split(" "))) {
    const first = phrase[0] as string
    byFirst.set(first, [...(byFirst.get(first) ?? []), phrase])
  }
  return byFirst
}

function lengthAt(
  known: ReadonlyMap<string, readonly (readonly string[])[]>,
  words: readonly Word[],
  at: number,
): number {
  const [first = "", ...more] = words[at]?.shown.split(" ") ?? []
  const found = known.get(first)?.find((phrase) => {
    // A phrase with one meaning, such as `turned down`, is a single word in `words`.
    const rest = phrase.slice(1 + more.length)
    return (
      more.every((shown, place) => phrase[1 + place] === shown) &&
      rest.every((shown, place) => words[at + 1 + place]?.shown === shown)
    )
  })
  return found === undefined ? 0 : found.length - more.length
}

function clauseStart(words: readonly Word[], at: number): number {
  let start = at
  while (start > 0 && at - start < REACH && words[start]?.after !== ".") start -= 1
  return start
}

const NEXT = new Set("but because since so therefore hence and which as when while until unless".split(" "))

function clauseEnd(words: readonly Word[], from: number): number {
  let end = from
  while (end < words.length && end - from < REACH) {
    const { after, shown } = words[end] as Word
    if (after === "." || (end > from && (after !== "" || NEXT.has(shown)))) break
    end += 1
  }
  return end
}
