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

/**
 * Returns the stem of a lower-case word, which its inflections and plain derivations share (`retries`,
 * `retried`, `retrying`; `migrate`, `migrations`). Removes English endings only. A short word, or one with
 * other letters, is its own stem. Stems are not for display.
 */
export function stemOf(word: string): string {
  const known = stems.get(word)
  if (known !== undefined) return known
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  const stem = withoutEnding(withoutDerivation(withoutInflection(singular(word))))
  if (stems.size < MAX_KNOWN) stems.set(word, stem)
  return stem
}

/** Cache of stems. It begins with words whose regular stem would collide with `them` and `not`. */
const stems = new Map(
  ["theme", "note"]
    .flatMap(
      (word) =>
        [
          [word, word],
          [`${word}s`, word],
          [`${word}d`, word],
        ] as const,
    )
    .map(([word, stem]) => [word as string, stem as string]),
)
const MAX_KNOWN = 20_000

/**
 * Returns the inflections of a lower-case English word, the word first: `retry`, `retries`, `retried`,
 * `retrying`. Leaves out irregular forms. A short word, or one with other letters, is returned alone.
 */
export function inflectionsOf(word: string): string[] {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return [word]
  const bare = withoutInflection(singular(word))
  const bases = [word, bare, `${bare}e`].filter((base) => base.length >= 3 && !/(?:ing|ed)$/.test(base))
  const forms = bases.flatMap((base) => [base, ...endingsOf(base)])
  return [word, ...new Set(forms.filter((form) => form !== word && stemOf(form) === stemOf(word)))]
}

function endingsOf(base: string): string[] {
  if (/[^aeiou]y$/.test(base)) {
    const stem = base.slice(0, -1)
    return [`${stem}ies`, `${stem}ied`, `${base}ing`]
  }
  if (base.endsWith("e")) return [`${base}s`, `${base}d`, `${base.slice(0, -1)}ing`]
  const plural = /(?:x|ch|sh|ss|zz)$/.test(base) ? `${base}es` : `${base}s`
  const doubled = /[^aeiou][aeiou][bdfgklmnprt]$/.test(base) ? `${base}${base.at(-1)}` : base
  return [plural, `${base}ed`, `${base}ing`, `${doubled}ed`, `${doubled}ing`]
}

function singular(word: string): string {
  if (/(?:ss|us|is)$/.test(word)) return word
  if (/[^aeo]ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(?:x|ch|sh|ss|zz)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith("s") ? word.slice(0, -1) : word
}

function withoutInflection(word: string): string {
  if (/[^aeo]ied$/.test(word)) return `${word.slice(0, -3)}y`
  const bare = /^(.*[aeiouy].*)(?:ing|ed)$/.exec(word)?.[1]
  if (bare === undefined || bare.length < 3) return word
  return /([bdfgklmnprtv])\1$/.test(bare) && !/(?:all|ell|ill|oll|ull|rr)$/.test(bare)
    ? bare.slice(0, -1)
    : bare
}

function withoutDerivation(word: string): string {
  if (word.endsWith("ically")) return word.slice(0, -4)
  if (word.endsWith("ency") && word.length > 7) return `${word.slice(0, -2)}t`
  if (/[^l]ly$/.test(word) && word.length > 6) return word.slice(0, -2)
  if (/[st]ion$/.test(word) && word.length > 6) return withoutDerivation(word.slice(0, -3))
  if (word.endsWith("ness") && word.length > 7) return word.slice(0, -4)
  if (/is(?:e|ing)?$/.test(word) && word.length > 6) return word.replace(/is(e?)$/, "iz$1")
  return word
}

/**
 * Removes the endings `e`, `at` and `ment`, so that `migrate` and `migration` share a stem, as do `deploy`
 * and `deployment`.
 */
function withoutEnding(word: string): string {
  let stem = word.endsWith("e") && word.length > 3 ? word.slice(0, -1) : word
  if (stem.endsWith("at") && stem.length > 5) stem = stem.slice(0, -2)
  if (stem.endsWith("ment") && stem.length > 8) stem = stem.slice(0, -4)
  if (stem.endsWith("e") && stem.length > 4) stem = stem.slice(0, -1)
  return /[^aeiou]i$/.test(stem) ? `${stem.slice(0, -1)}y` : stem
}
