/** What stands just before and just after a character. */
export interface Neighbours {
  readonly before: string
  readonly after: string
}

/**
 * True where a text ends with a character that a pattern for one character allows. Engines differ in what a class of characters beyond
 * U+FFFF matches before `$`, and a page that the server draws otherwise than the browser fails to hydrate.
 */
const endsWith = (text: string, pattern: RegExp): boolean => pattern.test(Array.from(text).at(-1) ?? "")

/**
 * A selector belongs behind an emoji or a symbol, behind the digit of a keycap, or behind a character of a script that has variants.
 * Any other is one of 256 signs that nobody sees.
 */
export function isSelectorWritten(code: number, { before, after }: Neighbours): boolean {
  if (code >= 0xe0100) return endsWith(before, /^\p{Script=Han}$/u)
  if (code >= 0xfe0e)
    return /[0-9#*]$/.test(before)
      ? after.startsWith("\u20e3")
      : endsWith(before, /^[\p{Emoji}\p{S}]$/u) && !/[\0-\x7f]$/.test(before)
  return (
    code <= 0xfe02 &&
    endsWith(
      before,
      /^[\p{Script=Han}\p{Script=Myanmar}\p{Script=Phags_Pa}\u2200-\u22ff\u2a00-\u2aff\u3000-\u303f\uff00-\uffef]$/u,
    )
  )
}

const JOINING =
  "Arabic Devanagari Bengali Gujarati Gurmukhi Kannada Malayalam Oriya Sinhala Tamil Telugu Khmer Mongolian Syriac Myanmar Tibetan Balinese Javanese"
    .split(" ")
    .map((one) => `\\p{Script=${one}}`)
    .join("")
const JOINED = new RegExp(`^[${JOINING}]$`, "u")
const isMark = (character: string) => /^\p{M}$/u.test(character)

/** Joiners belong between emoji, and within scripts that join their letters. */
export function isJoined({ before, after }: Neighbours): boolean {
  if (JOINED.test(Array.from(before).findLast((one) => !isMark(one) || JOINED.test(one)) ?? "")) return true
  return (
    endsWith(before, /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u) &&
    /^\p{Extended_Pictographic}/u.test(after)
  )
}

/** Scripts that put no spaces between words mark where a line may break. */
export const isBreakWritten = ({ before, after }: Neighbours): boolean =>
  endsWith(before, UNSPACED_BEFORE) && UNSPACED_AFTER.test(after)

const UNSPACED = "[\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}]"
const UNSPACED_BEFORE = new RegExp(`^${UNSPACED}$`, "u")
const UNSPACED_AFTER = new RegExp(`^${UNSPACED}`, "u")

/** Marks of direction stand beside letters that are written from the right, and at the edges of foreign words among them. */
export const isDirectionWritten = ({ before, after }: Neighbours): boolean =>
  (FROM_RIGHT.test(before) || FROM_RIGHT.test(after)) &&
  !(/[A-Za-z0-9_./-]$/.test(before) && /^[A-Za-z0-9_./-]/.test(after))

const FROM_RIGHT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Mongolian selects the forms of its letters, and parts a vowel from its stem. */
export const isMongolian = ({ before }: Neighbours): boolean => endsWith(before, /^\p{Script=Mongolian}$/u)

/** The flags of England, Scotland and Wales are the only ones written with tag characters. */
export const isTagFlag = (words: string, { before }: Neighbours): boolean =>
  before.endsWith("\u{1f3f4}") && /^gb(?:eng|sct|wls)$/.test(words)

/** Braille art and spinners hold blanks between patterns. */
export const isBraille = ({ before, after }: Neighbours): boolean =>
  /[\u2801-\u28ff]$/.test(before) || /^[\u2801-\u28ff]/.test(after)

const UNIT =
  /^(?:[kcmµμnGMT]?(?:m|g|s|b|B|W|V|A|Hz|Pa|N|J|L|l|Ω)|[kKMGT]i?[bB]|[KMGTkmgt]B|min|h|d|px|pt|em|rem|bit|dpi|Uhr|EUR|USD|CHF|GBP|k|x|ans|jours)(?![\p{L}\p{N}])/u

/**
 * Typography sets no-break spaces before French punctuation and inside guillemets, between the groups of a number, before a unit, and
 * inside abbreviations ("z. B."). The ideographic space stands beside its scripts.
 */
export function isSpaceWritten(code: number, { before, after }: Neighbours): boolean {
  if (code === 0x3000) return endsWith(before, CJK_BEFORE) || CJK_AFTER.test(after)
  if (code === 0x1680) return endsWith(before, /^\p{Script=Ogham}$/u) || /^\p{Script=Ogham}/u.test(after)
  // Mongolian sets its suffixes apart by it.
  if (code === 0x202f && (isMongolian({ before, after }) || /^\p{Script=Mongolian}/u.test(after))) return true
  if (code !== 0xa0 && code !== 0x202f && code !== 0x2009) return false
  if (/^[;:!?»›]/.test(after)) return endsWith(before, /^[\p{L}\p{N}\p{M}»›)\]"”’`*]$/u)
  if (/[«‹]$/.test(before)) return /^\S/.test(after)
  if (endsWith(before, /^\p{N}$/u)) return /^[\p{N}%‰°€$£¥₽–-]/u.test(after) || UNIT.test(after)
  return /(?:^|\P{L})\p{L}\.$/u.test(before) && /^\p{L}\./u.test(after)
}

const CJK =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}\\u3001-\\u303f\\u30fb\\u30fc\\uff01-\\uff60"
const CJK_BEFORE = new RegExp(`^[${CJK}]$`, "u")
const CJK_AFTER = new RegExp(`^[${CJK}]`, "u")

/** Letters bear one or two accents, Greek three. What stacks more hides or disfigures its line. */
export function isStackWritten(marks: number, { before }: Neighbours): boolean {
  return marks < (/[\0-\x7f]$/.test(before) || before === "" ? 3 : 4)
}
