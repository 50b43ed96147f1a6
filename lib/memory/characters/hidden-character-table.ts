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
  0x1b: ["ESC", "escape: starts a terminal command"],
  0x9b: ["CSI", "control sequence introducer: starts a terminal command"],
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
