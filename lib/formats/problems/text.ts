import type { Diagnostic } from "../../memory/memory-files/diagnostic"
import { indexLines, type Lines } from "../markdown/lines"
import { isMarkdown } from "../paths"
import { listConflictMarkers } from "./conflict-markers"
import { listJsonProblems } from "./json"

/** Number of characters above which a line is hard to review, because a changed word marks the whole line. */
export const LONG_LINE = 10_000

/** Returns the problems of a text that do not depend on its format, in order. */
export function listTextProblems(text: string, path: string): Diagnostic[] {
  const isJson = /\.jsonl?$/i.test(path)
  if (isBlank(text)) return isJson ? [] : [describeBlank(text)]
  const lines = indexLines(text)
  return [
    ...listConflictMarkers(lines),
    ...listMixedLineEnds(text, lines),
    ...(isMarkdown(path) ? listLongLines(lines) : []),
    ...(isJson ? listJsonProblems(text) : []),
  ].toSorted((a, b) => a.line - b.line || a.column - b.column)
}

/** True for the few lines that Git LFS leaves in place of a file whose content was not downloaded. */
export const isLfsPointer = (text: string): boolean =>
  text.startsWith("version https://git-lfs.github.com/spec/") && /^oid sha256:[0-9a-f]{64}$/m.test(text)

export const LFS_POINTER =
  "This is a Git LFS pointer, not the file itself. Run `git lfs pull` and import again"

const isBlank = (text: string): boolean => text.replace(/^\uFEFF/, "").trim() === ""

function describeBlank(text: string): Diagnostic {
  const state = text.length === 0 ? "The file is empty" : "The file contains only whitespace"
  return {
    line: 1,
    column: 1,
    severity: "info",
    code: "file-empty",
    message: `${state}. Add entries or delete the file`,
  }
}

const LINE_ENDS = new Map([
  ["\n", "LF"],
  ["\r\n", "CRLF"],
  ["\r", "CR"],
])

/** Returns one hint at the first line with another line ending than the first line. */
function listMixedLineEnds(text: string, lines: Lines): Diagnostic[] {
  if (!text.includes("\r")) return []
  const counts = new Map<string, number>()
  let first: number | null = null
  for (let line = 1; line <= lines.count; line += 1) {
    const end = endOf(text, lines, line)
    if (end === "") continue
    counts.set(end, (counts.get(end) ?? 0) + 1)
    if (first === null && end !== lines.eol) first = line
  }
  if (first === null) return []
  const counted = [...counts].map(([end, count]) => `${count.toLocaleString("en")} ${LINE_ENDS.get(end)}`)
  return [
    {
      line: first,
      column: lines.text(first).length + 1,
      severity: "info",
      code: "line-ends-mixed",
      message: `Line endings are mixed: ${counted.join(", ")}. Save the file with consistent line endings`,
    },
  ]
}

function endOf(text: string, lines: Lines, line: number): string {
  const end = lines.end(line)
  if (text.charCodeAt(end) === 13) return text.charCodeAt(end + 1) === 10 ? "\r\n" : "\r"
  return text.charCodeAt(end) === 10 ? "\n" : ""
}

/** Returns one hint at the first long line. */
function listLongLines(lines: Lines): Diagnostic[] {
  const long: number[] = []
  for (let line = 1; line <= lines.count; line += 1)
    if (lines.end(line) - lines.start(line) > LONG_LINE) long.push(line)
  const [first] = long
  if (first === undefined) return []
  const length = (lines.end(first) - lines.start(first)).toLocaleString("en")
  const more =
    long.length === 1 ? "" : ` (other lines of this kind: ${(long.length - 1).toLocaleString("en")})`
  return [
    {
      line: first,
      column: LONG_LINE + 1,
      severity: "info",
      code: "line-too-long",
      message: `The line has ${length} characters${more}. Break the line up to make changes easier to review`,
    },
  ]
}
