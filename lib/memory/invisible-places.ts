/** What stands just before and just after a character. */
export interface Neighbours {
  readonly before: string
  readonly after: string
}

/**
 * A selector belongs behind an emoji or a symbol, behind the digit of a keycap, or behind a character of a script that has variants.
 * Any other is one of 256 signs that nobody sees.
 */
export function isSelectorWritten(code: number, { before, after }: Neighbours): boolean {
  if (code >= 0xe0100) return /\p{Script=Han}$/u.test(before)
  if (code >= 0xfe0e)
    return /[0-9#*]$/.test(before)
      ? after.startsWith("\u20e3")
      : /(?:[\p{Emoji}\p{S}])$/u.test(before) && !/[\0-\x7f]$/.test(before)
  return (
    code <= 0xfe02 &&
    /[\p{Script=Han}\p{Script=Myanmar}\p{Script=Phags_Pa}\u2200-\u22ff\u2a00-\u2aff\u3000-\u303f\uff00-\uffef]$/u.test(
      before,
    )
  )
}

const JOINING =
  "Arabic Devanagari Bengali Gujarati Gurmukhi Kannada Malayalam Oriya Sinhala Tamil Telugu Khmer Mongolian Syriac Myanmar Tibetan Balinese Javanese"
    .split(" ")
    .map((one) => `\\p{Script=${one}}`)
    .join("")
const JOINED = new RegExp(`[${JOINING}]\\p{M}*$`, "u")

/** Joiners belong between emoji, and within scripts that join their letters. */
export function isJoined({ before, after }: Neighbours): boolean {
  if (JOINED.test(before)) return true
  return (
    /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u.test(before) &&
    /^\p{Extended_Pictographic}/u.test(after)
  )
}

/** Mongolian selects the forms of its letters, and parts a vowel from its stem. */
export const isMongolian = ({ before }: Neighbours): boolean => /\p{Script=Mongolian}$/u.test(before)

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
  if (code === 0x3000) return CJK_BEFORE.test(before) || CJK_AFTER.test(after)
  if (code === 0x1680) return /\p{Script=Ogham}$/u.test(before) || /^\p{Script=Ogham}/u.test(after)
  if (code !== 0xa0 && code !== 0x202f && code !== 0x2009) return false
  if (/^[;:!?»›]/.test(after)) return /[\p{L}\p{N}\p{M}»›)\]"”’`*]$/u.test(before)
  if (/[«‹]$/.test(before)) return /^\S/.test(after)
  if (/\p{N}$/u.test(before)) return /^[\p{N}%‰°€$£¥₽–-]/u.test(after) || UNIT.test(after)
  return /(?:^|\P{L})\p{L}\.$/u.test(before) && /^\p{L}\./u.test(after)
}

const CJK =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}\\u3001-\\u303f\\u30fb\\u30fc\\uff01-\\uff60"
const CJK_BEFORE = new RegExp(`[${CJK}]$`, "u")
const CJK_AFTER = new RegExp(`^[${CJK}]`, "u")

/** Letters bear one or two accents, Greek three. What stacks more hides or disfigures its line. */
export function isStackWritten(marks: number, { before }: Neighbours): boolean {
  return marks < (/[\0-\x7f]$/.test(before) || before === "" ? 3 : 4)
}
