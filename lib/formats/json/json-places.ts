import type { Diagnostic } from "../../memory/memory-files/diagnostic"
import type { Span } from "../../memory/memory-files/format"
import type { JsonProblem } from "./json-tree"
import { indexLines } from "../markdown/lines"

/** Converts offsets of a text into lines and columns. */
export interface Places {
  span(node: { readonly start: number; readonly end: number }): Span
  line(offset: number): number
  report(offset: number, severity: Diagnostic["severity"], code: string, message: string): Diagnostic
}

/** Returns the converter for a text. If the text ends with a line break, its end is on a line of its own. */
export function placesOf(text: string): Places {
  const lines = indexLines(text)
  const line = (offset: number) =>
    offset >= text.length && lines.end(lines.count) < text.length ? lines.count + 1 : lines.at(offset)
  return {
    line,
    span: ({ start, end }) => ({ line: line(start), endLine: line(Math.max(start, end - 1)), start, end }),
    report: (offset, severity, code, message) => ({
      line: line(offset),
      column: offset - lines.start(line(offset)) + 1,
      severity,
      code,
      message,
    }),
  }
}

/** Returns the diagnostic of a file that is not valid JSON, with the position of the problem. */
export const reportProblem = (places: Places, problem: JsonProblem): Diagnostic =>
  places.report(
    problem.offset,
    "error",
    problem.code,
    `${problem.message}. The file has no entries until this is fixed`,
  )
