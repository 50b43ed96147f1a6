import { foldCharacter } from "./look-alikes-fold"
import { listDisguisedCode } from "./look-alikes-code"
import { LOOK_ALIKE_SIGNS, latinOf, signOf } from "./look-alikes-table"

/** A word that looks like another word. */
export interface LookAlike {
  /** From 1. */
  readonly line: number
  /** Column in UTF-16 units, from 1. */
  readonly column: number
  readonly word: string
  /** The word that it looks like. */
  readonly reads: string
}

/**
 * Returns words that look like another word, at most 100: Cyrillic or Greek letters in a Latin word, full-width, mathematical and circled
 * letters, small capitals, signs that look like ASCII in an address or command, and words of another script in a Latin line that have only
 * letters that Latin has too. Words among others of their script, units and quantities (µs, Δt) are left out.
 */
export function listLookAlikes(text: string): LookAlike[] {
  if (!/[\u0100-\uffff]/.test(text)) return []
  const found: LookAlike[] = []
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (!/[\u0100-\uffff]/.test(line)) continue
    found.push(...lookAlikesInLine(line).map((one) => ({ line: index + 1, ...one })))
    if (found.length >= AT_MOST) return found.slice(0, AT_MOST)
  }
  return found
}

const AT_MOST = 100

type LookAlikeInLine = Omit<LookAlike, "line">

/** Returns the look-alikes of a line, by column. */
function lookAlikesInLine(line: string): LookAlikeInLine[] {
  const isEastAsian = EAST_ASIAN.test(line)
  const words = [...line.matchAll(WORDS)].flatMap(({ 0: word, index }): LookAlikeInLine[] => {
    const reads = readsAs(word, isEastAsian) ?? (isForeignAmongLatin(word, line) ? fold(word) : null)
    return reads === null ? [] : [{ column: index + 1, word, reads }]
  })
  if (isEastAsian) return words
  const signed = [...line.matchAll(SIGNED)]
    .filter(([word]) => !isWrittenSo(word, line))
    .map(({ 0: word, index }) => ({ column: index + 1, word, reads: fold(word) }))
  const found = [...words, ...signed]
  for (const code of listDisguisedCode(line))
    if (!found.some((other) => overlaps(code, other))) found.push(code)
  return found.toSorted((a, b) => a.column - b.column)
}

const overlaps = (one: LookAlikeInLine, other: LookAlikeInLine): boolean =>
  one.column < other.column + other.word.length && other.column < one.column + one.word.length

const CIRCLED = "\\u24b6-\\u24e9\\u{1f130}-\\u{1f149}\\u{1f150}-\\u{1f169}\\u{1f170}-\\u{1f189}"
const WORDS = new RegExp(`[\\p{L}\\p{N}\\p{M}_${CIRCLED}\\u200b-\\u200d\\u2060\\u00ad]+`, "gu")
const EAST_ASIAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u

const STYLED = new RegExp(
  `[\\uff21-\\uff3a\\uff41-\\uff5a\\u{1d400}-\\u{1d7cb}${CIRCLED}\\u1d2c-\\u1d6a\\u2071\\u207f\\u2c7c\\u02b0-\\u02b8\\u02e1-\\u02e3]`,
  "u",
)
const FULL_WIDTH = /[\uff21-\uff3a\uff41-\uff5a]/u
const SMALL_CAPITAL = /[ᴀʙᴄᴅᴇꜰғɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ]/u
const GREEK = /\p{Script=Greek}/u
/** Names of quantities and units: ρmax, τavg, μs. */
const QUANTITY =
  /^\p{Script=Greek}_\w+$|^\p{Script=Greek}[\p{Nd}_]*[A-Za-z]{0,3}[\p{Nd}_]*$|^(?:sin|cos|tan|log|ln|exp|max|min|arg)\p{Script=Greek}$/u

const fold = (word: string): string => Array.from(word, foldCharacter).join("")

/** ASCII letters and digits with look-alike signs among them or after them. */
const SIGNED = new RegExp(
  `[A-Za-z0-9][A-Za-z0-9._:/@-]{0,100}[${LOOK_ALIKE_SIGNS}]{1,3}[A-Za-z0-9/][A-Za-z0-9._:/@${LOOK_ALIKE_SIGNS}-]{0,200}`,
  "gu",
)

/** True if the signs are correct: in fractions, ratios and phonetics, or in a line of the script that they belong to. */
function isWrittenSo(word: string, line: string): boolean {
  const signs = Array.from(word).filter((one) => signOf(one) !== null)
  if (/^[\d\P{ASCII}]+$/u.test(word) && signs.every((one) => /[∕⁄∶]/.test(one))) return true
  return signs.every(
    (one) =>
      (one === "ː" && PHONETIC.test(line)) ||
      SCRIPTS_OF_SIGNS.some(([sign, script]) => sign.test(one) && script.test(line)),
  )
}

const PHONETIC = /[ˈˌəɪʊɛɔæʃʒθðŋɑɒʌɜ]/

const SCRIPTS_OF_SIGNS: readonly (readonly [sign: RegExp, script: RegExp])[] = [
  [/\u037e/, /\p{Script=Greek}/u],
  [/։/, /\p{Script=Armenian}/u],
  [/׃/, /\p{Script=Hebrew}/u],
  [/[۔٪]/, /\p{Script=Arabic}/u],
  [/[܁܂]/, /\p{Script=Syriac}/u],
  [/ꓸ/, /[\ua4d0-\ua4f7]/],
]

/** True for a word of another script in a Latin line if all of its letters look like Latin letters. */
function isForeignAmongLatin(word: string, line: string): boolean {
  const letters = Array.from(word).filter((one) => !/[\p{M}\p{Cf}\p{N}_]/u.test(one))
  const script = SCRIPTS.find((one) => letters.every((letter) => one.test(letter)))
  if (script === undefined || letters.length < 3 || letters.some((one) => latinOf(one) === null)) return false
  const isOwn = Array.from(line).some((one) => script.test(one) && latinOf(one) === null)
  return !isOwn && (line.match(/[A-Za-z]{2,}/g)?.length ?? 0) >= 2
}

const SCRIPTS = [/\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u, /\p{Script=Cherokee}/u]

/** Returns the Latin word that a word of several scripts or of styled letters looks like, or null. */
function readsAs(word: string, isEastAsian: boolean): string | null {
  const letters = Array.from(word).filter((one) => !/[\p{M}\p{Cf}]/u.test(one))
  const latin = letters.filter((one) => /[A-Za-z]/.test(one)).length
  const styled = letters.filter((one) => STYLED.test(one))
  const foreign = letters.filter((one) => /[^\0-\u024f]/.test(one) && /\p{L}/u.test(one) && !STYLED.test(one))
  const small = foreign.filter((one) => SMALL_CAPITAL.test(one)).length
  if (foreign.some((one) => latinOf(one) === null)) return null
  const isFullWidth = FULL_WIDTH.test(word)
  const isStyled = isFullWidth ? latin > 0 || !isEastAsian : isStyledWord(styled, latin)
  const isMixed =
    foreign.length > small &&
    latin + styled.length > 0 &&
    !(foreign.every((one) => GREEK.test(one)) && QUANTITY.test(word))
  return isStyled || isMixed || small >= 2 ? letters.map(foldCharacter).join("") : null
}

/** True for three styled letters, or a mathematical letter among three Latin ones. */
const isStyledWord = (styled: readonly string[], latin: number): boolean =>
  styled.length >= 3 || (latin >= 3 && styled.some((one) => /[\u{1d400}-\u{1d7cb}]/u.test(one)))
