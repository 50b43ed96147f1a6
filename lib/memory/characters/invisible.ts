import type { Diagnostic } from "../memory-files/diagnostic"
import { ACCENTS, describeNameless, NAMES, OTHERS, SELECTORS, SPACES, TAGS } from "./invisible-characters"
import {
  isBraille,
  isBreakWritten,
  isDirectionWritten,
  isJoined,
  isMongolian,
  isSelectorWritten,
  isSpaceWritten,
  isStackWritten,
  isTagFlag,
  type Neighbours,
} from "./invisible-places"

/** A piece of a text as it is drawn: as it stands, or a character that nobody would see, drawn as a mark. */
export type Drawn =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "mark"; readonly label: string; readonly meaning: string }

/**
 * Cuts a text so that every invisible, bidirectional, control or meaningless character in it can be drawn, every space that is not the
 * plain one, and every pile of accents. The marks stand in place of the characters, so that they no longer turn or hide what is around
 * them. Tag characters are read as the words they hide. Spaces, tabs and line breaks stay, and so does what emoji, scripts and
 * typography are written with.
 */
export function drawInvisible(text: string): readonly Drawn[] {
  if (!SUSPECT.test(text)) return text === "" ? [] : [{ kind: "text", text }]
  const drawn: Drawn[] = []
  let from = 0
  for (const match of text.matchAll(RUNS)) {
    const end = match.index + match[0].length
    const mark = markOf(match[0], {
      before: text.slice(Math.max(0, match.index - NEAR), match.index),
      after: text.slice(end, end + NEAR),
    })
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

const NEAR = 5
const SHOWN_MARKS = 3

/** One problem a line that holds characters which nobody would see. A mark at the very beginning of a file is no problem; in a statement it is. */
export function listInvisible(
  text: string,
  { of = "file" }: { of?: "file" | "statement" } = {},
): Diagnostic[] {
  if (!SUSPECT.test(text) && !text.includes("&")) return []
  return text.split(LINE_ENDS).flatMap((line, index): Diagnostic[] => {
    const drawn = drawInvisible(index === 0 && of === "file" ? line.replace(/^\uFEFF/, "") : line)
    const marks = drawn.filter((one) => one.kind === "mark")
    const entities = listEntities(line)
    const [entity] = entities
    if (marks.length === 0 && !entity) return []
    const before =
      marks.length === 0 ? (entity?.at ?? 0) : drawn[0]?.kind === "text" ? drawn[0].text.length : 0
    const named = [...new Set([...marks, ...entities].map((one) => one.meaning))]
    const rest = named.length > SHOWN_MARKS ? " and others" : ""
    return [
      {
        line: index + 1,
        column: before + 1,
        severity: "warning",
        code: "invisible-character",
        message: `This line contains hidden characters: ${named.slice(0, SHOWN_MARKS).join("; ")}${rest}`,
      },
    ]
  })
}

const ENTITIES =
  /&(?:#x0*[0-9a-f]{1,6}(?![0-9a-f]);?|#0*\d{1,7}(?!\d);?|(?:shy|zwn?j|lrm|rlm|ZeroWidthSpace|Negative\w{4,10}Space|NoBreak|InvisibleComma|InvisibleTimes|ApplyFunction|ic|it|af);)/gi
const NAMED_ENTITIES = new Map([
  ["shy", 0xad],
  ["zwnj", 0x200c],
  ["zwj", 0x200d],
  ["lrm", 0x200e],
  ["rlm", 0x200f],
  ["applyfunction", 0x2061],
  ["af", 0x2061],
  ["invisibletimes", 0x2062],
  ["it", 0x2062],
  ["invisiblecomma", 0x2063],
  ["ic", 0x2063],
  ["nobreak", 0x2060],
])

/** Characters that nobody sees once the text is drawn as HTML. What stands in code is drawn as it is written. */
function listEntities(line: string): { readonly at: number; readonly meaning: string }[] {
  if (!line.includes("&")) return []
  const written = line.replaceAll(/(`+)[^`]*\1/g, (code) => " ".repeat(code.length))
  return [...written.matchAll(ENTITIES)].flatMap((match) => {
    const name = match[0].replaceAll(/[&;]/g, "").toLowerCase()
    const code = name.startsWith("#x")
      ? Number.parseInt(name.slice(2), 16)
      : name.startsWith("#")
        ? Number.parseInt(name.slice(1), 10)
        : (NAMED_ENTITIES.get(name) ?? 0x200b)
    if (!(code <= 0x10ffff)) return []
    const end = match.index + match[0].length
    const drawn = drawInvisible(
      `${written.slice(Math.max(0, match.index - NEAR), match.index)}${String.fromCodePoint(code)}${written.slice(end, end + NEAR)}`,
    )
    const mark = drawn.find((one) => one.kind === "mark")
    return mark && !SPACE.test(String.fromCodePoint(code))
      ? [{ at: match.index, meaning: `${mark.meaning}, written as ${match[0]}` }]
      : []
  })
}

/** Returns what the characters are, from a problem that `listInvisible` found. */
export const meaningOf = ({ message }: Diagnostic): string => message.slice(message.indexOf(": ") + 2)

/** True for characters that hide words or turn text round: an attack, or an accident that looks like one. A joiner between two letters is neither. */
export const hidesText = (one: Diagnostic): boolean =>
  /hide|tag characters|override|isolate|embedding|variation selectors|terminal/i.test(meaningOf(one))

/** A carriage return that stands alone ends a line too, and is named on the line it ends. */
const LINE_ENDS = /\r\n|\n|(?<=\r)(?!\n)/

const SUSPECT = new RegExp(`[${TAGS}${SELECTORS}${OTHERS}${SPACES}]|[${ACCENTS}]{3}|(?<!\\r)\\r(?!\\n)`, "u")
/** Tag characters and selectors carry messages in a row: each row is one mark, and so is a pile of accents. Others repeat as one mark with their number. */
const RUNS = new RegExp(
  `[${TAGS}]+|[${SELECTORS}]+|[${ACCENTS}]{3,}|([${OTHERS}${SPACES}])\\1*|\\r(?!\\n)`,
  "gu",
)

const ACCENT = new RegExp(`[${ACCENTS}]`, "u")
const SPACE = new RegExp(`[${SPACES}]`, "u")

function markOf(run: string, near: Neighbours): Drawn | null {
  const characters = Array.from(run)
  const first = characters[0] ?? ""
  const code = first.codePointAt(0) ?? 0
  const alone = characters.length === 1
  if (code >= 0xe0000 && code <= 0xe007f) return hiddenWords(characters, near)
  if (isSelector(code))
    return alone && isSelectorWritten(code, near)
      ? null
      : mark(`VS×${characters.length}`, `${characters.length} variation selectors`)
  if (ACCENT.test(first))
    return isStackWritten(characters.length, near)
      ? null
      : mark(`ACCENT×${characters.length}`, `${characters.length} accents on one letter`)
  if (SPACE.test(first) && (code === 0x3000 || alone) && isSpaceWritten(code, near)) return null
  if ((code === 0x200c || code === 0x200d) && alone && isJoined(near)) return null
  if (code === 0x200b && alone && isBreakWritten(near)) return null
  if ((code === 0x200e || code === 0x200f || code === 0x61c) && alone && isDirectionWritten(near)) return null
  if (code >= 0x180b && code <= 0x180f && alone && isMongolian(near)) return null
  if (code === 0x2800 && isBraille(near)) return null
  // Emoji that this Unicode does not know yet have their places reserved.
  if (/\p{Extended_Pictographic}/u.test(first)) return null
  const [label, meaning] = NAMES[code] ?? [
    `U+${code.toString(16).toUpperCase().padStart(4, "0")}`,
    describeNameless(first),
  ]
  return alone
    ? mark(label, meaning)
    : mark(`${label}×${characters.length}`, `${meaning}, ${characters.length} times`)
}

/** Tag characters mirror ASCII: what they say can be read. */
function hiddenWords(characters: readonly string[], near: Neighbours): Drawn | null {
  const words = readTags(characters.join(""))
  if (isTagFlag(words, near) && characters.length === words.length + 1) return null
  return words === ""
    ? mark("TAG", "tag characters")
    : mark(`TAG ${words}`, `tag characters that hide the words “${words}”`)
}

/** The words that a row of tag characters hides. */
export function readTags(tags: string): string {
  return Array.from(tags, (one) => String.fromCharCode((one.codePointAt(0) ?? 0) - 0xe0000))
    .filter((one) => one >= " " && one <= "~")
    .join("")
}

const mark = (label: string, meaning: string): Drawn => ({ kind: "mark", label, meaning })

const isSelector = (code: number) =>
  (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef)
