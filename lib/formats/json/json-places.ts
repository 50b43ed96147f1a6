import type { Diagnostic, Span } from "../../memory/memory-files/format"
import type { JsonProblem } from "./json-tree"
import { indexLines } from "../markdown/lines"
import { describeBadDate, isDayOrInstant } from "../field-values"

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

/** Returns the date of an ISO date or instant (`2026-02-15T14:20:00Z` gives `2026-02-15`); null for other text. */
export const isoDateOf = (words: string): string | null =>
  isDayOrInstant(words.trim()) ? words.trim().slice(0, 10) : null

/** Returns an instant at the start of a day. An instant is returned unchanged. */
export const instantOf = (date: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}T00:00:00Z` : date

/** Returns why a member has no valid date. */
export const describeBadJsonDate = (member: string, stated: string | null, example: string): string =>
  stated !== null && /^\W*\d/.test(stated)
    ? `"${member}": ${describeBadDate(stated.trim())}`
    : `"${member}" must be an ISO date such as ${example}`
