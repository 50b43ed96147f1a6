import type { Diagnostic } from "../memory-files/format"
import {
  ACCENTS,
  describeNameless,
  NAMES,
  OTHERS,
  SELECTORS,
  SPACES,
  TAGS,
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
} from "./hidden-character-rules"
import { formatCount } from "../text/sentence"

/** A piece of a text for display: plain text, or a hidden character as a visible mark. */
export type Drawn =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "mark"; readonly label: string; readonly meaning: string }

/**
 * Splits a text so that hidden characters can be displayed as marks: invisible, bidirectional, control and unassigned characters, special
 * spaces, and stacks of accents. Tag characters are shown as the words they hide. Plain spaces, tabs, line breaks and characters that emoji,
 * scripts and typography need stay text.
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

/** True if a text has hidden characters. */
export function hasInvisible(text: string): boolean {
  return SUSPECT.test(text) && drawInvisible(text).some((one) => one.kind === "mark")
}

const NEAR = 5
const SHOWN_MARKS = 3

/** Returns one problem for each line with hidden characters. A byte order mark at the start is a problem in an entry, not in a file. */
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
    const firstMark = drawn[0]?.kind === "text" ? drawn[0].text.length : 0
    const before = marks.length > 0 ? firstMark : (entity?.at ?? 0)
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

/** Returns the HTML entities of hidden characters. Entities in code are displayed as written and are left out. */
function listEntities(line: string): { readonly at: number; readonly meaning: string }[] {
  if (!line.includes("&")) return []
  const written = line.replaceAll(/(`+)[^`]*\1/g, (code) => " ".repeat(code.length))
  return [...written.matchAll(ENTITIES)].flatMap((match) => {
    const code = codePointOf(match[0].replaceAll(/[&;]/g, "").toLowerCase())
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

/** Returns the code point of an entity: "#x200b", "#8203", "shy". Other names stand for a zero width space. */
function codePointOf(name: string): number {
  if (name.startsWith("#x")) return Number.parseInt(name.slice(2), 16)
  if (name.startsWith("#")) return Number.parseInt(name.slice(1), 10)
  return NAMED_ENTITIES.get(name) ?? 0x200b
}

/** Returns the meanings of the characters from a problem of `listInvisible`. */
export const meaningOf = ({ message }: Diagnostic): string => message.slice(message.indexOf(": ") + 2)

/** True for characters that hide words or reverse text, as attacks do. A joiner between two letters does neither. */
export const hidesText = (one: Diagnostic): boolean =>
  /hide|tag characters|override|isolate|embedding|variation selectors?|terminal/i.test(meaningOf(one))

/** A lone carriage return ends a line too, and is reported on the line it ends. */
const LINE_ENDS = /\r\n|\n|(?<=\r)(?!\n)/

const SUSPECT = new RegExp(`[${TAGS}${SELECTORS}${OTHERS}${SPACES}]|[${ACCENTS}]{3}|(?<!\\r)\\r(?!\\n)`, "u")
/** A row of tag characters or selectors, a stack of accents, or a repeated character is one mark. */
const RUNS = new RegExp(
  `[${TAGS}]+|[${SELECTORS}]+|[${ACCENTS}]{3,}|([${OTHERS}${SPACES}])\\1*|\\r(?!\\n)`,
  "gu",
)

const ACCENT = new RegExp(`[${ACCENTS}]`, "u")
const SPACE = new RegExp(`[${SPACES}]`, "u")

/** Returns the mark for a run of characters; null if the characters are expected at their place. */
function markOf(run: string, near: Neighbours): Drawn | null {
  const characters = Array.from(run)
  const first = characters[0] ?? ""
  const code = first.codePointAt(0) ?? 0
  const count = characters.length
  if (isTag(code)) return hiddenWords(characters, near)
  if (isSelector(code))
    return count === 1 && isSelectorWritten(code, near)
      ? null
      : mark(`VS×${count}`, formatCount(count, "variation selector"))
  if (ACCENT.test(first))
    return isStackWritten(count, near) ? null : mark(`ACCENT×${count}`, `${count} accents on one letter`)
  if (isExpectedRun(first, near) || (count === 1 && isExpectedAlone(code, near))) return null
  return markByName(first, count)
}

function markByName(character: string, count: number): Drawn {
  const code = character.codePointAt(0) ?? 0
  const [label, meaning] = NAMES[code] ?? [
    `U+${code.toString(16).toUpperCase().padStart(4, "0")}`,
    describeNameless(character),
  ]
  return count === 1 ? mark(label, meaning) : mark(`${label}×${count}`, `${meaning}, ${count} times`)
}

/** True for characters that may be repeated at their place. */
function isExpectedRun(character: string, near: Neighbours): boolean {
  if (character === "\u2800") return isBraille(near)
  if (character === "\u3000") return isSpaceWritten(0x3000, near)
  // Code points are reserved for emoji that this Unicode version does not know yet.
  return /\p{Extended_Pictographic}/u.test(character)
}

/** True for characters that are expected at their place unless they are repeated. */
function isExpectedAlone(code: number, near: Neighbours): boolean {
  if (code === 0x200c || code === 0x200d) return isJoined(near)
  if (code === 0x200b) return isBreakWritten(near)
  if (code === 0x200e || code === 0x200f || code === 0x61c) return isDirectionWritten(near)
  if (code >= 0x180b && code <= 0x180f) return isMongolian(near)
  return isSpaceWritten(code, near)
}

function hiddenWords(characters: readonly string[], near: Neighbours): Drawn | null {
  const words = readTags(characters.join(""))
  if (isTagFlag(words, near) && characters.length === words.length + 1) return null
  return words === ""
    ? mark("TAG", "tag characters")
    : mark(`TAG ${words}`, `tag characters that hide the words “${words}”`)
}

/** Returns the ASCII text that a row of tag characters stands for. */
export function readTags(tags: string): string {
  return Array.from(tags, (one) => String.fromCharCode((one.codePointAt(0) ?? 0) - 0xe0000))
    .filter((one) => one >= " " && one <= "~")
    .join("")
}

const mark = (label: string, meaning: string): Drawn => ({ kind: "mark", label, meaning })

const isTag = (code: number): boolean => code >= 0xe0000 && code <= 0xe007f

const isSelector = (code: number): boolean =>
  (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef)
