import { plainText } from "../text/plain-words"

/** A piece of a text. `marked`: matches a search term. */
export interface MarkedText {
  readonly text: string
  readonly marked: boolean
}

/**
 * Splits a text into pieces that match search terms and others. Terms match whole words regardless of case, diacritics and separators
 * (`foo_bar` marks `fooBar`), and anywhere in scripts without spaces. A term that ends with `*` may end inside a word.
 */
export function markTerms(text: string, terms: readonly string[]): readonly MarkedText[] {
  if (text === "") return []
  return cut(text, termRanges(text, terms))
}

/** Returns the ranges of the terms, in the order of the text. They may overlap. */
export function termRanges(text: string, terms: readonly string[]): TermRange[] {
  const wanted = terms.map(readTerm).filter((term) => term.letters !== "")
  if (wanted.length === 0 || text === "") return []
  const stream = lettersOf(text)
  return wanted.flatMap((term) => findTerm(stream, term)).toSorted((a, b) => a.start - b.start)
}

interface Term {
  readonly letters: string
  readonly prefix: boolean
  readonly unspaced: boolean
}

export interface Letters {
  /** Letters and digits only, in lower case and without diacritics. */
  readonly letters: string
  /** Position of each letter in the text. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  /** True if a word may begin at the letter. */
  readonly begins: readonly boolean[]
}

export interface TermRange {
  readonly start: number
  readonly end: number
}

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const LETTER = /[\p{L}\p{N}]/u

function readTerm(term: string): Term {
  const { letters } = lettersOf(term)
  return { letters, prefix: term.endsWith("*"), unspaced: UNSPACED.test(letters) }
}

function lettersOf(text: string): Letters {
  return /^\p{ASCII}*$/u.test(text) ? plainLetters(text) : anyLetters(text)
}

/**
 * Returns the letters of an ASCII text with their positions, like `anyLetters` but twenty times as fast. Most
 * texts are ASCII.
 */
export function plainLetters(text: string): Letters {
  const [starts, ends, begins] = [[] as number[], [] as number[], [] as boolean[]]
  let [before, letters] = ["none" as Kind, ""]
  for (let at = 0; at < text.length; at += 1) {
    const kind = kindOf(text.charCodeAt(at))
    if (kind !== "none") {
      const hump =
        kind === "upper" &&
        (before === "lower" ||
          before === "digit" ||
          (before === "upper" && kindOf(text.charCodeAt(at + 1)) === "lower"))
      letters += text[at]
      starts.push(at)
      ends.push(at + 1)
      begins.push(before === "none" || hump)
    }
    before = kind
  }
  return { letters: letters.toLowerCase(), starts, ends, begins }
}

type Kind = "none" | "digit" | "upper" | "lower"

function kindOf(code: number): Kind {
  if (code >= 97 && code <= 122) return "lower"
  if (code >= 65 && code <= 90) return "upper"
  return code >= 48 && code <= 57 ? "digit" : "none"
}

/** Returns the letters of a text with their positions. */
export function anyLetters(text: string): Letters {
  let letters = ""
  const starts: number[] = []
  const ends: number[] = []
  const begins: boolean[] = []
  let before = ""
  for (const { 0: character, index: start } of text.matchAll(/\P{M}\p{M}*/gu)) {
    const end = start + character.length
    const plain = Array.from(plainText(character).toLowerCase())
      .filter((one) => LETTER.test(one))
      .join("")
    const begin = beginsWord(character, { plain, before, next: text[end] ?? "" })
    for (let unit = 0; unit < plain.length; unit += 1) {
      starts.push(start)
      ends.push(end)
      begins.push(unit === 0 && begin)
    }
    letters += plain
    before = Array.from(character)[0] ?? ""
  }
  return { letters, starts, ends, begins }
}

/** True if a word begins at a character: after a separator, at a capital letter in `fooBar`, or in a script without spaces. */
function beginsWord(
  character: string,
  { plain, before, next }: { readonly plain: string; readonly before: string; readonly next: string },
): boolean {
  if (!LETTER.test(before) || UNSPACED.test(before)) return true
  if (UNSPACED.test(Array.from(plain)[0] ?? "")) return true
  if (!/^\p{Lu}/u.test(character)) return false
  return /[\p{Ll}\p{N}]/u.test(before) || (/\p{Lu}/u.test(before) && /\p{Ll}/u.test(next))
}

function findTerm({ letters, starts, ends, begins }: Letters, term: Term): TermRange[] {
  const found: TermRange[] = []
  for (let at = letters.indexOf(term.letters); at >= 0; at = letters.indexOf(term.letters, at + 1)) {
    const last = at + term.letters.length
    const whole = term.prefix || last === letters.length || begins[last] || term.unspaced
    if (begins[at] && whole) found.push({ start: starts[at] ?? 0, end: ends[last - 1] ?? 0 })
  }
  return found
}

function cut(text: string, ranges: readonly TermRange[]): MarkedText[] {
  const pieces: MarkedText[] = []
  let from = 0
  for (const { start, end } of ranges) {
    if (end <= from) continue
    if (start > from) pieces.push({ text: text.slice(from, start), marked: false })
    pieces.push({ text: text.slice(Math.max(start, from), end), marked: true })
    from = end
  }
  if (from < text.length) pieces.push({ text: text.slice(from), marked: false })
  return pieces
}

/** Start and end (exclusive) of a match, in UTF-16 units. */
export type Highlight = readonly [from: number, to: number]

/**
 * Returns the ranges of a text that match the terms of a search, in order, without overlap. `terms`: as for
 * `markTerms`.
 */
export function highlightsOf(text: string, terms: readonly string[]): Highlight[] {
  const joined: [number, number][] = []
  for (const { start, end } of termRanges(text, terms)) {
    const last = joined.at(-1)
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end)
    else joined.push([start, end])
  }
  return joined
}
