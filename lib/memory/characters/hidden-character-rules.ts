/** Tag characters mirror ASCII; variation selectors choose a glyph. A row of either can carry a message. */
export const TAGS = "\\u{E0000}-\\u{E007F}"
export const SELECTORS = "\\u{FE00}-\\u{FE0F}\\u{E0100}-\\u{E01EF}"

/** Control characters, format characters, fillers and blanks that are always invisible. Tabs and line feeds are not among them. */
const CONTROLS =
  "\\0-\\x08\\v\\f\\x0e-\\x1f\\x7f-\\x9f\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffc"
const FURTHER = "\\u2800\\u{13430}-\\u{13440}\\u{16fe4}\\u{1bca0}-\\u{1bca3}\\u{1d159}\\u{1d173}-\\u{1d17a}"
/** Private use, lone surrogates, and unassigned code points with noncharacters. */
const WITHOUT_MEANING = "\\p{Co}\\p{Cs}\\p{Cn}"
export const OTHERS = `${CONTROLS}${FURTHER}${WITHOUT_MEANING}`

/** Spaces other than the plain one. */
export const SPACES = "\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000"

/** Accents for any letter. Marks of scripts that stack them are not included. */
export const ACCENTS =
  "\\u0300-\\u034e\\u0350-\\u036f\\u0483-\\u0489\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f"

/** Labels and meanings of characters by code point. */
export const NAMES: Readonly<Record<number, readonly [label: string, meaning: string]>> = {
  0x00: ["NUL", "null character"],
  0x07: ["BEL", "bell"],
  0x08: ["BS", "backspace: erases the character before it in a terminal"],
  0x0d: ["CR", "carriage return: overwrites the line in a terminal"],
  0x1b: ["ESC", "escape: starts a terminal control sequence"],
  0x9b: ["CSI", "control sequence introducer: starts a terminal control sequence"],
  0xa0: ["NBSP", "no-break space"],
  0xad: ["SHY", "soft hyphen"],
  0x34f: ["CGJ", "combining grapheme joiner"],
  0x61c: ["ALM", "Arabic letter mark"],
  0x115f: ["HCF", "Hangul filler"],
  0x1160: ["HJF", "Hangul filler"],
  0x180e: ["MVS", "Mongolian vowel separator"],
  0x200b: ["ZWSP", "zero width space"],
  0x200c: ["ZWNJ", "zero width non-joiner"],
  0x200d: ["ZWJ", "zero width joiner"],
  0x200e: ["LRM", "left-to-right mark"],
  0x200f: ["RLM", "right-to-left mark"],
  0x2028: ["LS", "line separator"],
  0x2029: ["PS", "paragraph separator"],
  0x202a: ["LRE", "left-to-right embedding"],
  0x202b: ["RLE", "right-to-left embedding"],
  0x202c: ["PDF", "end of an embedding or override"],
  0x202d: ["LRO", "left-to-right override: changes the display order of text"],
  0x202e: ["RLO", "right-to-left override: changes the display order of text"],
  0x202f: ["NNBSP", "narrow no-break space"],
  0x2060: ["WJ", "word joiner"],
  0x2061: ["FA", "invisible function application"],
  0x2062: ["IT", "invisible times"],
  0x2063: ["IS", "invisible separator"],
  0x2064: ["IP", "invisible plus"],
  0x2066: ["LRI", "left-to-right isolate"],
  0x2067: ["RLI", "right-to-left isolate"],
  0x2068: ["FSI", "first strong isolate"],
  0x2069: ["PDI", "end of an isolate"],
  0x2800: ["BRAILLE", "Braille pattern without dots"],
  0x3000: ["IDSP", "ideographic space"],
  0x3164: ["HF", "Hangul filler"],
  0xfeff: ["BOM", "byte order mark"],
  0xffa0: ["HWHF", "half-width Hangul filler"],
  0xfff9: ["IAA", "interlinear annotation: hides the text after it"],
  0xfffa: ["IAS", "interlinear annotation: hides the text after it"],
  0xfffb: ["IAT", "end of an interlinear annotation"],
  0xfffc: ["OBJ", "object replacement character"],
}

const SPACE = new RegExp(`[${SPACES}]`, "u")

/** Returns the meaning of a character that is not in `NAMES`. */
export function describeNameless(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 0xa0) return "control character"
  if (SPACE.test(character)) return "unusual space"
  if (/\p{Cs}/u.test(character)) return "half of a character (a lone surrogate)"
  if (/\p{Co}/u.test(character)) return "private use character"
  if (/\p{Cn}/u.test(character)) return "unassigned Unicode character"
  return "invisible character"
}

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
