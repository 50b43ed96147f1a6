import { bareStatement } from "../similarity/statement-words"

/** One note of a log. */
export interface LogLine {
  /** From 1. */
  readonly line: number
  /** Text without the time of day and the bullet. */
  readonly text: string
  /** Text as written. */
  readonly written: string
  /** Heading or label above the note; null if there is none. */
  readonly section: string | null
}

/**
 * Splits a log entry into its notes. A paragraph or list item holds several notes if lines begin with a time of day, if items are nested,
 * or if each line is a sentence. Other entries are one note.
 */
export function linesOfLog({
  text,
  line,
  section,
}: {
  readonly text: string
  readonly line: number
  readonly section: string | null
}): LogLine[] {
  const pieces = piecesOf(text)
  const [first] = pieces
  const under =
    first !== undefined && pieces.length > 1 && isLabel(first.text)
      ? bareStatement(first.text).replace(/[:：]$/u, "")
      : section
  return pieces.map((piece, place) => ({
    line: line + piece.at,
    text: withoutClock(piece.text),
    written: piece.text,
    section: place === 0 ? section : under,
  }))
}

interface Piece {
  readonly at: number
  text: string
}

function piecesOf(text: string): Piece[] {
  const [first = "", ...others] = text.split("\n")
  const pieces: Piece[] = [{ at: 0, text: first }]
  const isSentences =
    SENTENCE_ENDS.test(first) &&
    others.every((line) => SENTENCE_ENDS.test(line) && SENTENCE_BEGINS.test(line))
  let fence = fenceAfter(null, first)
  for (const [index, line] of others.entries()) {
    const isText = fence === null && FENCE.exec(line) === null
    fence = fenceAfter(fence, line)
    const isNote = (isSentences && !GOES_ON.test(line)) || ITEM.test(line) || CLOCK.test(line)
    const last = pieces.at(-1) as Piece
    if (isText && isNote) pieces.push({ at: index + 1, text: line.replace(ITEM, "") })
    else last.text += `\n${line}`
  }
  return pieces.map(({ at, text: said }) => ({ at, text: said.trimEnd() }))
}

const FENCE = /^\s*(`{3,}|~{3,})/

/** Returns the code fence that is open after a line, or null. */
function fenceAfter(open: string | null, line: string): string | null {
  const mark = FENCE.exec(line)?.[1]
  if (mark === undefined) return open
  if (open === null) return mark
  return mark.startsWith(open) ? null : open
}

const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/

const SENTENCE_ENDS = /[.!?。！？]["”’)*_]*\s*$/u
const SENTENCE_BEGINS = /^\s*["“(*_`]*[\p{Lu}\p{Lo}]/u
/** Matches the beginning of a sentence that depends on the sentence before. */
const GOES_ON =
  /^\s*(?:it|its|this|that|these|those|they|he|she|his|her|their|then|so|but|and|or|also|therefore|otherwise|instead|because|after that|das|dies\p{L}*|er|sie|es|aber|sonst|deshalb|daher)\b/iu

/** True if a line is a label of the lines below: it ends with a colon or has fewer than four words. */
const isLabel = (text: string): boolean =>
  /[:：]\s*$/u.test(bareStatement(text)) || bareStatement(text).split(/\s+/).length < 4

const TIME = String.raw`(?:\d{1,2}[:h]\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s?[ap]\.?m\b\.?)?|\d{1,2}\s?[ap]m\b)(?:\s?(?:Z|UTC|GMT|CES?T|[ECMP][SD]T|Uhr|[+-]\d{2}:?\d{2})(?![\p{L}\d]))?`
const DAY = String.raw`\d{4}-\d{2}-\d{2}(?:T|,?\s+)`
/**
 * Matches the time of day in front of a note. Does not match a time that is part of a sentence, such as "9:30
 * is the deadline". Every repetition is of one character class, and no two neighbors share a character, so
 * matching takes linear time.
 */
const CLOCK = new RegExp(
  String.raw`^\s*(?:(?:[-*+•]|\d{1,3}[.)])\s+)?[*_${"`"}~[(]*(?:${DAY})?${TIME}(?:\s?(?:[-–—]|to|bis)\s?(?:${DAY})?${TIME})?[*_${"`"}\])]*(?:(?:\s*[:：–—|·-]|[,.])(?:\*\*|__)?)?\s+(?=\S)(?![–—-]?\s*(?:is|are|was|were|means|and|or|to|until|till|every|each|daily|sharp|on|o['’]clock|ist|sind|bis|und|oder)\b)`,
  "iu",
)

/** Returns a line without the time of day in front: "09:30 …", "[14:05] …", "14:05 – …", "2026-11-02T09:30Z …". */
export const withoutClock = (text: string): string => text.replace(CLOCK, "")
