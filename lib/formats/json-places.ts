import type { Diagnostic } from "../memory/diagnostic"
import type { Span } from "../memory/format"
import { startOfText, type JsonProblem } from "./json-tree"

/** Turns offsets of one text into lines and columns. */
export interface Places {
  span(node: { readonly start: number; readonly end: number }): Span
  line(offset: number): number
  report(offset: number, severity: Diagnostic["severity"], code: string, message: string): Diagnostic
}

/** Lines end with LF, CRLF or CR and count from 1; a byte order mark is no column. */
export function placesOf(text: string): Places {
  const starts = lineStarts(text)
  const line = (offset: number) => {
    let low = 0
    let high = starts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? Infinity) <= offset) low = middle + 1
      else high = middle
    }
    return Math.max(1, low)
  }
  return {
    line,
    span: ({ start, end }) => ({ line: line(start), endLine: line(Math.max(start, end - 1)), start, end }),
    report: (offset, severity, code, message) => ({ line: line(offset), column: offset - (starts[line(offset) - 1] ?? 0) + 1, severity, code, message }),
  }
}

/** A file that cannot be read as JSON holds no entries; this says where it went wrong. */
export const reportProblem = (places: Places, problem: JsonProblem): Diagnostic =>
  places.report(problem.offset, "error", problem.code, `${problem.message}; until this is mended the file has no entries`)

function lineStarts(text: string): number[] {
  const starts = [startOfText(text)]
  const breaks = /\r\n|\n|\r/g
  while (breaks.exec(text) !== null) starts.push(breaks.lastIndex)
  return starts
}
