import { foldCharacter } from "./look-alikes-fold"
import { listDisguisedCode } from "./look-alikes-code"
import { LOOK_ALIKE_SIGNS, latinOf, signOf } from "./look-alikes-table"

/** A word that is not the word it reads as. The column counts UTF-16 units from 1. */
export interface LookAlike {
  readonly line: number
  readonly column: number
  readonly word: string
  readonly reads: string
}

/**
 * Words that read as another word: Cyrillic or Greek letters among Latin ones, full-width, mathematical and circled letters, small
 * capitals, signs that are drawn as those of ASCII inside an address or a command, and words that another script writes among Latin ones with
 * nothing but letters that Latin has. A word among others of its own script is what it looks like, and so are units and the names of
 * quantities (µs, Δt).
 */
export function listLookAlikes(text: string): LookAlike[] {
  // oxlint-disable-next-line no-control-regex
  if (!/[^\x00-\xff]/.test(text)) return []
  const found: LookAlike[] = []
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    // oxlint-disable-next-line no-control-regex
    if (!/[^\x00-\xff]/.test(line)) continue
    const isEastAsian = EAST_ASIAN.test(line)
    const places: Omit<LookAlike, "line">[] = []
    for (const match of line.matchAll(WORDS)) {
      const reads =
        readsAs(match[0], isEastAsian) ?? (isForeignAmongLatin(match[0], line) ? fold(match[0]) : null)
      if (reads !== null) places.push({ column: match.index + 1, word: match[0], reads })
    }
    if (!isEastAsian)
      for (const match of line.matchAll(SIGNED))
        if (!isWrittenSo(match[0], line))
          places.push({ column: match.index + 1, word: match[0], reads: fold(match[0]) })
    if (!isEastAsian)
      for (const one of listDisguisedCode(line))
        if (
          !places.some(
            ({ column, word }) => one.column < column + word.length && column < one.column + one.word.length,
          )
        )
          places.push(one)
    for (const one of places.toSorted((a, b) => a.column - b.column)) {
      found.push({ line: index + 1, ...one })
      if (found.length === AT_MOST) return found
    }
  }
  return found
}

const AT_MOST = 100

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
/** A stem as short as those of quantities: ρmax, τavg, μs. */
const QUANTITY =
  /^\p{Script=Greek}_\w+$|^\p{Script=Greek}[\p{Nd}_]*[A-Za-z]{0,3}[\p{Nd}_]*$|^(?:sin|cos|tan|log|ln|exp|max|min|arg)\p{Script=Greek}$/u

const fold = (word: string): string => Array.from(word, foldCharacter).join("")

/** Look-alike signs between letters and digits of ASCII, or in a row behind them, with what they stand in. */
const SIGNED = new RegExp(
  `[A-Za-z0-9][A-Za-z0-9._:/@-]{0,100}[${LOOK_ALIKE_SIGNS}]{1,3}[A-Za-z0-9/][A-Za-z0-9._:/@${LOOK_ALIKE_SIGNS}-]{0,200}`,
  "gu",
)

/** Fractions, ratios and phonetics are written with signs of their own, and so are the scripts that these signs belong to. */
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

/** Whether a word of another script has only letters that Latin has too, and its line is Latin otherwise. */
function isForeignAmongLatin(word: string, line: string): boolean {
  const letters = Array.from(word).filter((one) => !/[\p{M}\p{Cf}\p{N}_]/u.test(one))
  const script = SCRIPTS.find((one) => letters.every((letter) => one.test(letter)))
  if (script === undefined || letters.length < 3 || letters.some((one) => latinOf(one) === null)) return false
  const isOwn = Array.from(line).some((one) => script.test(one) && latinOf(one) === null)
  return !isOwn && (line.match(/[A-Za-z]{2,}/g)?.length ?? 0) >= 2
}

const SCRIPTS = [/\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u, /\p{Script=Cherokee}/u]

/** The word that this one is drawn as, or null where it is what it looks like. */
function readsAs(word: string, isEastAsian: boolean): string | null {
  const letters = Array.from(word).filter((one) => !/[\p{M}\p{Cf}]/u.test(one))
  const latin = letters.filter((one) => /[A-Za-z]/.test(one)).length
  const styled = letters.filter((one) => STYLED.test(one))
  const foreign = letters.filter((one) => /[^\0-\u024f]/.test(one) && /\p{L}/u.test(one) && !STYLED.test(one))
  const small = foreign.filter((one) => SMALL_CAPITAL.test(one)).length
  const isStyled =
    styled.length > 0 &&
    (FULL_WIDTH.test(word)
      ? latin > 0 || !isEastAsian
      : styled.length >= 3 ||
        (styled.length > 0 && latin >= 3 && styled.some((one) => /[\u{1d400}-\u{1d7cb}]/u.test(one))))
  if (foreign.some((one) => latinOf(one) === null)) return null
  const isMixed =
    foreign.length > small &&
    latin + styled.length > 0 &&
    !(foreign.every((one) => GREEK.test(one)) && QUANTITY.test(word))
  return isStyled || isMixed || small >= 2 ? letters.map(foldCharacter).join("") : null
}
