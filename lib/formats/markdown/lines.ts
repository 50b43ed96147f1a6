/** Positions of the lines of a text. Lines count from 1 and end with LF, CRLF or CR. A byte order mark is not part of a line. */
export interface Lines {
  /**
   * Number of lines; 0 for an empty text. A line break at the end of the text does not begin another line.
   */
  readonly count: number
  /** First line break of the text; LF if there is none. */
  readonly eol: string
  start(line: number): number
  /** Returns the offset of the end of a line, before its line break. */
  end(line: number): number
  text(line: number): string
  isBlank(line: number): boolean
  /** Returns the number of the line that contains an offset. */
  at(offset: number): number
}

const LF = 10
const CR = 13
export const BOM = "\uFEFF"

export function indexLines(text: string): Lines {
  const first = text.startsWith(BOM) ? BOM.length : 0
  const { starts, ends } = scan(text, first)
  const count = starts.length
  const start = (line: number) => starts[line - 1] ?? text.length
  const end = (line: number) => ends[line - 1] ?? text.length
  const firstEnd = ends[0] ?? text.length
  return {
    count,
    eol: firstEnd < text.length ? text.slice(firstEnd, firstEnd + breakLength(text, firstEnd)) : "\n",
    start,
    end,
    text: (line) => text.slice(start(line), end(line)),
    isBlank: (line) => isBlankBetween(text, start(line), end(line)),
    at: (offset) => lineAt(starts, offset),
  }
}

/** Returns the length of the line break at an offset; 0 if there is none. */
export function breakLength(text: string, offset: number): number {
  const code = text.charCodeAt(offset)
  if (code === LF) return 1
  if (code !== CR) return 0
  return text.charCodeAt(offset + 1) === LF ? 2 : 1
}

function scan(text: string, first: number): { starts: number[]; ends: number[] } {
  const starts: number[] = []
  const ends: number[] = []
  let start = first
  for (let offset = first; offset < text.length;) {
    const length = breakLength(text, offset)
    if (length === 0) {
      offset += 1
      continue
    }
    starts.push(start)
    ends.push(offset)
    offset += length
    start = offset
  }
  if (start < text.length) {
    starts.push(start)
    ends.push(text.length)
  }
  return { starts, ends }
}

function isBlankBetween(text: string, start: number, end: number): boolean {
  for (let offset = start; offset < end; offset += 1) {
    const code = text.charCodeAt(offset)
    if (code !== 32 && code !== 9) return false
  }
  return true
}

function lineAt(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? Infinity) <= offset) low = middle + 1
    else high = middle
  }
  return Math.max(1, low)
}

/** A replacement of a part of a text. */
export interface Splice {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Applies replacements that do not overlap, in any order. */
export function splice(text: string, splices: readonly Splice[]): string {
  const chunks: string[] = []
  let kept = 0
  for (const one of splices.toSorted((a, b) => a.start - b.start)) {
    chunks.push(text.slice(kept, one.start), one.text)
    kept = one.end
  }
  chunks.push(text.slice(kept))
  return chunks.join("")
}
