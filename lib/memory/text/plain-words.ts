import { ownValue } from "@/lib/memory/text/own-value"

/**
 * Returns the words of a text as people type them: NFKC, without diacritics, before camel case and compounds are split. Keeps the marks of
 * scripts that need them (kana voicing, Thai vowels).
 */
export function plainText(text: string): string {
  if (PLAIN.test(text)) return text
  return text
    .normalize("NFKC")
    .replaceAll(LIGATURES, (letter) => ownValue(LIGATURE, letter) ?? letter)
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
}

/**
 * Matches texts without letters beyond ASCII. Dashes, quotation marks, arrows and symbols separate words as
 * blanks do.
 */
const PLAIN = /^[\p{ASCII}\u2010-\u2027\u2190-\u21ff\u2500-\u2775]*$/u

const LIGATURE: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  Æ: "AE",
  œ: "oe",
  Œ: "OE",
  ø: "o",
  Ø: "O",
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
  ı: "i",
  İ: "I",
}

const LIGATURES = /[ßæÆœŒøØłŁđĐıİ]/g

/** Scripts without spaces between words. Their runs are cut into overlapping pairs. */
const UNSPACED =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\u30fc"

const LETTER = "(?=[\\p{L}\\p{N}\\p{M}])"

const RUNS = new RegExp(
  `${LETTER}[${UNSPACED}](?:${LETTER}[${UNSPACED}\\u3099\\u309a])*|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+`,
  "gu",
)

const UNSPACED_RUN = new RegExp(`^[${UNSPACED}]`, "u")

/** Matches the same runs as `RUNS` in plain ASCII text, several times faster. */
const ASCII_RUNS = /[A-Za-z0-9]+/g

/** One unbroken run of letters and digits in one kind of script. */
export interface Run {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly unspaced: boolean
  /** Lower-case parts of a spaced run, or overlapping pairs of an unspaced run. */
  readonly terms: readonly string[]
}

/** Yields the runs of a text that `plainText` returned. */
export function* runsOf(text: string): Generator<Run> {
  const plain = PLAIN.test(text)
  for (const match of text.matchAll(plain ? ASCII_RUNS : RUNS)) {
    const [run] = match
    const unspaced = !plain && UNSPACED_RUN.test(run)
    yield {
      text: run,
      start: match.index,
      end: match.index + run.length,
      unspaced,
      terms: unspaced ? pairsOf(run) : camelCaseParts(run),
    }
  }
}

const HUMPS = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u

/** Returns the lower-case parts of a spaced run: `fooBar` gives foo and bar, `HTTPServer` http and server. */
export function camelCaseParts(run: string): string[] {
  const lower = run.toLowerCase()
  return lower.slice(1) === run.slice(1) && !/^\d/.test(run)
    ? [lower]
    : run.split(HUMPS).map((part) => part.toLowerCase())
}

/** Returns overlapping pairs of characters. A single character is its own pair. */
export function pairsOf(run: string): string[] {
  const characters = Array.from(run.toLowerCase())
  return characters.length < 2
    ? characters
    : characters.slice(1).map((character, index) => (characters[index] ?? "") + character)
}

/** Returns all terms of a text in order: parts of words, pairs of unspaced characters. */
export function termsOf(text: string): string[] {
  return Array.from(runsOf(plainText(text)), (run) => run.terms).flat()
}
