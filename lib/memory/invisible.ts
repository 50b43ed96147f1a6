import type { Diagnostic } from "./diagnostic"

/** A piece of a text as it is drawn: as it stands, or a character that nobody would see, drawn as a mark. */
export type Drawn = { readonly kind: "text"; readonly text: string } | { readonly kind: "mark"; readonly label: string; readonly meaning: string }

/**
 * Cuts a text so that every invisible, bidirectional or control character in it can be drawn. The marks stand in place of the characters,
 * so that they no longer turn or hide what is around them. Tag characters are read as the words they hide. Spaces, tabs and line breaks
 * stay, and so do the joiners and selectors that emoji and scripts are written with.
 */
export function drawInvisible(text: string): readonly Drawn[] {
  if (!SUSPECT.test(text)) return text === "" ? [] : [{ kind: "text", text }]
  const drawn: Drawn[] = []
  let from = 0
  for (const match of text.matchAll(RUNS)) {
    const end = match.index + match[0].length
    const mark = markOf(match[0], text.slice(Math.max(0, match.index - 4), match.index), text.slice(end, end + 4))
    if (mark === null) continue
    if (match.index > from) drawn.push({ kind: "text", text: text.slice(from, match.index) })
    drawn.push(mark)
    from = end
  }
  if (from < text.length) drawn.push({ kind: "text", text: text.slice(from) })
  return drawn
}

export function hasInvisible(text: string): boolean {
  return SUSPECT.test(text) && drawInvisible(text).some((one) => one.kind === "mark")
}

const SHOWN_MARKS = 3

/** One problem a line that holds characters which nobody would see. A mark at the very beginning of a file is no problem. */
export function listInvisible(text: string): Diagnostic[] {
  if (!SUSPECT.test(text)) return []
  return text.split(/\r\n|\r|\n/).flatMap((line, index): Diagnostic[] => {
    const shown = index === 0 ? line.replace(/^\uFEFF/, "") : line
    const drawn = drawInvisible(shown)
    const marks = drawn.filter((one) => one.kind === "mark")
    if (marks.length === 0) return []
    const before = drawn[0]?.kind === "text" ? drawn[0].text.length : 0
    const named = [...new Set(marks.map((one) => one.meaning))]
    const rest = named.length > SHOWN_MARKS ? " and others" : ""
    return [{ line: index + 1, column: before + 1, severity: "warning", code: "invisible-character", message: `This line holds what nobody would see: ${named.slice(0, SHOWN_MARKS).join("; ")}${rest}` }]
  })
}

const TAGS = "\\u{E0000}-\\u{E007F}"
const SELECTORS = "\\u{FE00}-\\u{FE0F}\\u{E0100}-\\u{E01EF}"
const OTHERS =
  "\\0-\\x08\\v\\f\\x0e-\\x1f\\x7f-\\x9f\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb\\u{1d173}-\\u{1d17a}"
const SUSPECT = new RegExp(`[${TAGS}${SELECTORS}${OTHERS}]|(?<!\\r)\\r(?!\\n)`, "u")
/** Tag characters and selectors carry messages in a row: each row is one mark. Others repeat as one mark with their number. */
const RUNS = new RegExp(`[${TAGS}]+|[${SELECTORS}]+|([${OTHERS}])\\1*|\\r(?!\\n)`, "gu")

const NAMES: Readonly<Record<number, readonly [label: string, meaning: string]>> = {
  0x00: ["NUL", "null character"],
  0x07: ["BEL", "bell"],
  0x08: ["BS", "backspace: erases what stands before it in a terminal"],
  0x0d: ["CR", "carriage return: overwrites the line in a terminal"],
  0x1b: ["ESC", "escape: begins a command to a terminal"],
  0xad: ["SHY", "soft hyphen"],
  0x61c: ["ALM", "Arabic letter mark"],
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
  0x202d: ["LRO", "left-to-right override: shows text in another order than it has"],
  0x202e: ["RLO", "right-to-left override: shows text in another order than it has"],
  0x2060: ["WJ", "word joiner"],
  0x2066: ["LRI", "left-to-right isolate"],
  0x2067: ["RLI", "right-to-left isolate"],
  0x2068: ["FSI", "first strong isolate"],
  0x2069: ["PDI", "end of an isolate"],
  0xfeff: ["BOM", "byte order mark"],
}

function markOf(run: string, before: string, after: string): Drawn | null {
  const characters = Array.from(run)
  const code = run.codePointAt(0) ?? 0
  if (code >= 0xe0000 && code <= 0xe007f) return hiddenWords(characters)
  if (isSelector(code)) return characters.length === 1 && isWritten(before) ? null : mark(`VS×${characters.length}`, `${characters.length} variation selectors`)
  if ((code === 0x200c || code === 0x200d) && characters.length === 1 && isJoined(before, after)) return null
  const [label, meaning] = NAMES[code] ?? [`U+${code.toString(16).toUpperCase().padStart(4, "0")}`, code < 0xa0 ? "control character" : "invisible character"]
  return characters.length === 1 ? mark(label, meaning) : mark(`${label}×${characters.length}`, `${meaning}, ${characters.length} times`)
}

/** Tag characters mirror ASCII: what they say can be read. */
function hiddenWords(characters: readonly string[]): Drawn {
  const words = characters.map((one) => String.fromCharCode((one.codePointAt(0) ?? 0) - 0xe0000)).filter((one) => one >= " " && one <= "~").join("")
  return words === "" ? mark("TAG", "tag characters") : mark(`TAG ${words}`, `tag characters that hide the words “${words}”`)
}

const mark = (label: string, meaning: string): Drawn => ({ kind: "mark", label, meaning })

const isSelector = (code: number) => (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef)

/** A selector belongs behind an emoji, a symbol, a digit of a keycap or a Han character. */
const isWritten = (before: string) => /(?:[\p{Emoji}\p{S}\p{Script=Han}\p{Script=Mongolian}\p{P}])$/u.test(before)

/** Joiners belong between emoji, and within scripts that join their letters. */
function isJoined(before: string, after: string): boolean {
  const joining = "\\p{Script=Arabic}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gujarati}\\p{Script=Gurmukhi}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Oriya}\\p{Script=Sinhala}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Khmer}\\p{Script=Mongolian}\\p{Script=Syriac}"
  if (new RegExp(`[${joining}]\\p{M}*$`, "u").test(before)) return true
  return /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u.test(before) && /^\p{Extended_Pictographic}/u.test(after)
}
