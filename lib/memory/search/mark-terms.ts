import { plainText } from "../text/plain-words"

/** A piece of a text; `marked` where it is what one looked for. */
export interface Marked {
  readonly text: string
  readonly marked: boolean
}

/**
 * Marks in a text what a search found: words at their beginning, without regard to case, diacritics and what joins a compound
 * (`foo_bar` marks `fooBar`); unspaced scripts anywhere. A term that ends with `*` may end within a word.
 */
export function markTerms(text: string, terms: readonly string[]): readonly Marked[] {
  if (text === "") return []
  return cut(text, termRanges(text, terms))
}

/** Where the terms stand, in the order of the text; they may overlap. */
export function termRanges(text: string, terms: readonly string[]): Range[] {
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
  /** Letters and digits only, lower case, without marks. */
  readonly letters: string
  /** Where each of them stands in the text. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  /** Whether a word may begin at a letter. */
  readonly begins: readonly boolean[]
}

export interface Range {
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
  // oxlint-disable-next-line no-control-regex
  return /^[\u0000-\u007f]*$/.test(text) ? plainLetters(text) : anyLetters(text)
}

/** `anyLetters` for ASCII, twenty times as fast: most of memory, read for every hit. */
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

export function anyLetters(text: string): Letters {
  let letters = ""
  const starts: number[] = []
  const ends: number[] = []
  const begins: boolean[] = []
  let before = ""
  for (const match of text.matchAll(/\P{M}\p{M}*/gu)) {
    const upper = /^\p{Lu}/u.test(match[0])
    const plain = Array.from(plainText(match[0]).toLowerCase()).filter((one) => LETTER.test(one))
    for (const [index, letter] of plain.entries()) {
      const next = text[match.index + match[0].length] ?? ""
      const hump =
        upper && (/[\p{Ll}\p{N}]/u.test(before) || (/\p{Lu}/u.test(before) && /\p{Ll}/u.test(next)))
      for (let unit = 0; unit < letter.length; unit += 1) {
        starts.push(match.index)
        ends.push(match.index + match[0].length)
        begins.push(
          index === 0 &&
            unit === 0 &&
            (!LETTER.test(before) || hump || UNSPACED.test(letter) || UNSPACED.test(before)),
        )
      }
      letters += letter
    }
    before = Array.from(match[0])[0] ?? ""
  }
  return { letters, starts, ends, begins }
}

function findTerm({ letters, starts, ends, begins }: Letters, term: Term): Range[] {
  const found: Range[] = []
  for (let at = letters.indexOf(term.letters); at >= 0; at = letters.indexOf(term.letters, at + 1)) {
    const last = at + term.letters.length
    const whole = term.prefix || last === letters.length || begins[last] || term.unspaced
    if (begins[at] && whole) found.push({ start: starts[at] ?? 0, end: ends[last - 1] ?? 0 })
  }
  return found
}

function cut(text: string, ranges: readonly Range[]): Marked[] {
  const pieces: Marked[] = []
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
