import type { Diagnostic } from "../../memory-files/diagnostic"
import { alertOf } from "../rule"
import { EVIDENCE_ENTRIES, type FoundAlert } from "../found-alert"
import type { FileFacts } from "./facts"
import { onNoDay, type FileRule } from "./file-rule"

/** A file that could not be parsed, or only in part. */
export const malformedFile: FileRule = {
  find(file) {
    if (file.state === "gone") return []
    const found = file.diagnostics.filter(
      (one) => !isOfFrontmatter(file, one) && !TOLD_ELSEWHERE.has(one.code),
    )
    const errors = found.filter(({ severity }) => severity === "error")
    if (errors.length === 0 && file.state === "broken")
      return [alertOf("malformed", { message: "The file could not be parsed", line: 1, column: 1 })]
    const severity = errors.length > 0 ? "error" : "warning"
    const [first, ...rest] = found.filter((one) => one.severity === severity)
    return first === undefined ? [] : [alertOf("malformed", { severity, ...placed([first, ...rest]) })]
  },
  turns: onNoDay,
}

/** Invalid or incomplete front matter. */
export const badFrontmatter: FileRule = {
  find(file) {
    if (file.state === "gone" || file.optedOut) return []
    const [first, ...rest] = file.diagnostics.filter(
      (one) => one.severity !== "info" && isOfFrontmatter(file, one),
    )
    return first === undefined ? [] : [alertOf("bad-frontmatter", placed([first, ...rest]))]
  },
  turns: onNoDay,
}

/** Codes of diagnostics for which other rules raise alerts. */
const TOLD_ELSEWHERE = new Set([
  "section-missing",
  "section-unknown",
  "entry-undated",
  "runs-over-limit",
  "invisible-character",
])

const ABOUT_FRONTMATTER = new Set(["agent-mismatch", "session-count-invalid", "session-count-differs"])

function isOfFrontmatter({ text }: FileFacts, { code, line }: Diagnostic): boolean {
  return (
    code.startsWith("frontmatter-") ||
    ABOUT_FRONTMATTER.has(code) ||
    (code === "date-invalid" && line < endOfFrontmatter(text))
  )
}

/** Returns the line that closes the front matter; 0 if there is none. */
function endOfFrontmatter(text: string): number {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/, 200)
  return lines[0]?.trimEnd() === "---"
    ? lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)\s*$/.test(line)) + 1
    : 0
}

/** Returns the first problem with its place, and the number of others. */
function placed([first, ...rest]: readonly [Diagnostic, ...Diagnostic[]]): Pick<
  FoundAlert,
  "message" | "line" | "column" | "evidence"
> {
  const { line, column, message } = first
  const more =
    rest.length === 0
      ? ""
      : ` (and ${rest.length.toLocaleString("en")} more ${rest.length === 1 ? "problem" : "problems"})`
  const found = [first, ...rest]
  return {
    message: `Line ${line}, column ${column}: ${message}${more}`,
    line,
    column,
    evidence: {
      figures: { problems: found.length },
      places: found
        .slice(0, EVIDENCE_ENTRIES)
        .map(({ line, column, code, message }) => ({ line, column, code, message })),
    },
  }
}
