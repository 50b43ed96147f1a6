/** Text just before and just after a character. */
export interface Neighbours {
  readonly before: string
  readonly after: string
}

/**
 * True if the last character of a text matches a pattern for one character. Engines differ in how `$` follows a class of characters beyond
 * U+FFFF, and a page that differs between server and browser fails to hydrate.
 */
const endsWith = (text: string, pattern: RegExp): boolean => pattern.test(Array.from(text).at(-1) ?? "")

/**
 * True if a variation selector is expected: after an emoji or a symbol, after the digit of a keycap, or after a character of a script with
 * variants. Other selectors are invisible and can carry data.
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

/** True if a joiner is expected: between emoji, or in scripts that join their letters. */
export function isJoined({ before, after }: Neighbours): boolean {
  if (JOINED.test(Array.from(before).findLast((one) => !isMark(one) || JOINED.test(one)) ?? "")) return true
  return (
    endsWith(before, /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u) &&
    /^\p{Extended_Pictographic}/u.test(after)
  )
}

/** True if a zero width space is expected: in scripts without spaces it marks where a line may break, also beside a foreign word. */
export const isBreakWritten = ({ before, after }: Neighbours): boolean =>
  (endsWith(before, UNSPACED_BEFORE) && /^[\p{L}\p{N}]/u.test(after)) ||
  (endsWith(before, /^[\p{L}\p{N}\p{M}]$/u) && UNSPACED_AFTER.test(after))

const UNSPACED = "[\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}]"
const UNSPACED_BEFORE = new RegExp(`^${UNSPACED}$`, "u")
const UNSPACED_AFTER = new RegExp(`^${UNSPACED}`, "u")

/** True if a direction mark is expected: beside right-to-left letters, but not inside a Latin word. */
export const isDirectionWritten = ({ before, after }: Neighbours): boolean =>
  (FROM_RIGHT.test(before) || FROM_RIGHT.test(after)) &&
  !(/[A-Za-z0-9_./-]$/.test(before) && /^[A-Za-z0-9_./-]/.test(after))

const FROM_RIGHT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** True after a Mongolian letter, where variation selectors and vowel separators are expected. */
export const isMongolian = ({ before }: Neighbours): boolean => endsWith(before, /^\p{Script=Mongolian}$/u)

/** True for the flags of England, Scotland and Wales, the only valid use of tag characters. */
export const isTagFlag = (words: string, { before }: Neighbours): boolean =>
  before.endsWith("\u{1f3f4}") && /^gb(?:eng|sct|wls)$/.test(words)

/** True beside a Braille pattern: Braille art and spinners use the blank pattern. */
export const isBraille = ({ before, after }: Neighbours): boolean =>
  /[\u2801-\u28ff]$/.test(before) || /^[\u2801-\u28ff]/.test(after)

const UNIT =
  /^(?:[kcmµμnGMT]?(?:m|g|s|b|B|W|V|A|Hz|Pa|N|J|L|l|Ω)|[kKMGT]i?[bB]|[KMGTkmgt]B|min|h|d|px|pt|em|rem|bit|dpi|Uhr|EUR|USD|CHF|GBP|k|x|ans|jours)(?![\p{L}\p{N}])/u

/** True if a special space is expected by its script or by typography. */
export function isSpaceWritten(code: number, near: Neighbours): boolean {
  const { before, after } = near
  switch (code) {
    case 0x3000:
      return endsWith(before, CJK_BEFORE) || CJK_AFTER.test(after)
    case 0x1680:
      return endsWith(before, /^\p{Script=Ogham}$/u) || /^\p{Script=Ogham}/u.test(after)
    case 0x202f:
      // Mongolian separates suffixes with a narrow no-break space.
      return isMongolian(near) || /^\p{Script=Mongolian}/u.test(after) || isTypographic(near)
    case 0xa0:
    case 0x2009:
      return isTypographic(near)
    default:
      return false
  }
}

/**
 * True where typography uses a no-break space: before French punctuation, inside guillemets, between groups of digits, before a unit, and
 * inside abbreviations ("z. B.").
 */
function isTypographic({ before, after }: Neighbours): boolean {
  if (/^[;:!?»›]/.test(after)) return endsWith(before, /^[\p{L}\p{N}\p{M}»›)\]"”’`*]$/u)
  if (/[«‹]$/.test(before)) return /^\S/.test(after)
  if (endsWith(before, /^\p{N}$/u)) return /^[\p{N}%‰°€$£¥₽–-]/u.test(after) || UNIT.test(after)
  return /(?:^|\P{L})\p{L}\.$/u.test(before) && /^\p{L}\./u.test(after)
}

const CJK =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}\\u3001-\\u303f\\u30fb\\u30fc\\uff01-\\uff60"
const CJK_BEFORE = new RegExp(`^[${CJK}]$`, "u")
const CJK_AFTER = new RegExp(`^[${CJK}]`, "u")

/** True for at most two accents on an ASCII letter, or three on another letter. More accents hide or distort the line. */
export function isStackWritten(marks: number, { before }: Neighbours): boolean {
  return marks < (/[\0-\x7f]$/.test(before) || before === "" ? 3 : 4)
}
