import { bareStatement } from "../similarity/statement-words"

/** A line of a log by itself: where it stands, what it says, and the words as they stand there. */
export interface LogLine {
  /** Counted from 1. */
  readonly line: number
  /** Without the clock time and the bullet in front. */
  readonly text: string
  readonly written: string
  /** What it stands under. */
  readonly section: string | null
}

/**
 * An entry of a log as the lines that it is made of. A paragraph or a list item may hold what was noted one after the other: lines that
 * begin with a clock time, items below another, or sentences that stand on a line each. Other entries are one line.
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
  const pieces: Piece[] = []
  let fence: string | null = null
  const lines = text.split("\n")
  const eachItsOwn = lines.every(
    (line, at) => SENTENCE_ENDS.test(line) && (at === 0 || SENTENCE_BEGINS.test(line)),
  )
  for (const [at, line] of lines.entries()) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    const inCode = fence !== null
    if (mark !== undefined) fence = fence === null ? mark : mark.startsWith(fence) ? null : fence
    const last = pieces.at(-1)
    if (
      last === undefined ||
      (!inCode &&
        mark === undefined &&
        ((eachItsOwn && !GOES_ON.test(line)) || ITEM.test(line) || CLOCK.test(line)))
    )
      pieces.push({ at, text: last === undefined ? line : line.replace(ITEM, "") })
    else last.text += `\n${line}`
  }
  return pieces.map(({ at, text: said }) => ({ at, text: said.trimEnd() }))
}

const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/

const SENTENCE_ENDS = /[.!?。！？]["”’)*_]*\s*$/u
const SENTENCE_BEGINS = /^\s*["“(*_`]*[\p{Lu}\p{Lo}]/u
/** Nothing without the sentence before. */
const GOES_ON =
  /^\s*(?:it|its|this|that|these|those|they|he|she|his|her|their|then|so|but|and|or|also|therefore|otherwise|instead|because|after that|das|dies\p{L}*|er|sie|es|aber|sonst|deshalb|daher)\b/iu

/** What names what stands below it and says nothing by itself. */
const isLabel = (text: string): boolean =>
  /[:：]\s*$/u.test(bareStatement(text)) || bareStatement(text).split(/\s+/).length < 4

const TIME = String.raw`(?:\d{1,2}[:h]\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s?[ap]\.?m\b\.?)?|\d{1,2}\s?[ap]m\b)(?:\s?(?:Z|UTC|GMT|CES?T|[ECMP][SD]T|Uhr|[+-]\d{2}:?\d{2})(?![\p{L}\d]))?`
const DAY = String.raw`\d{4}-\d{2}-\d{2}(?:T|,?\s+)`
/**
 * The clock time in front of a note. Does not match where a verb or another word continues from the time, which is then part of the
 * sentence. Every repetition is of one character class and no two neighbors share a character, so that matching takes linear time.
 */
const CLOCK = new RegExp(
  String.raw`^\s*(?:(?:[-*+•]|\d{1,3}[.)])\s+)?[*_${"`"}~[(]*(?:${DAY})?${TIME}(?:\s?(?:[-–—]|to|bis)\s?(?:${DAY})?${TIME})?[*_${"`"}\])]*(?:(?:\s*[:：–—|·-]|[,.])(?:\*\*|__)?)?\s+(?=\S)(?![–—-]?\s*(?:is|are|was|were|means|and|or|to|until|till|every|each|daily|sharp|on|o['’]clock|ist|sind|bis|und|oder)\b)`,
  "iu",
)

/** What a line says without the clock time of its note in front: "09:30 …", "[14:05] …", "14:05 – …", "2026-11-02T09:30Z …". */
export const withoutClock = (text: string): string => text.replace(CLOCK, "")
