import type { Diagnostic } from "../../memory-files/format"
import { alertOf, EVIDENCE_ENTRIES, type FoundAlert } from "../rule"
import type { WatchSettings } from "../alert-settings"
import { joinNames } from "../../text/sentence"
import { type FileFacts, onNoDay, type FileRule, isLastingMemory } from "./file-rule"

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

/** Missing sections that the policy, or else the format, requires. Empty files have their own alert. */
export const sectionMissing: FileRule = {
  find(file, settings) {
    if (!isLastingMemory(file) || file.state === "broken" || file.entries.length === 0) return []
    const missing = missingIn(file, settings)
    if (missing.names.length === 0) return []
    const message = `${missing.names.length === 1 ? "Missing section" : "Missing sections"}: ${joinNames(missing.names)}`
    return [
      alertOf("section-missing", {
        message,
        line: missing.line,
        column: 1,
        evidence: { figures: { missing: missing.names.length }, names: missing.names },
      }),
    ]
  },
  turns: onNoDay,
}

/** Sections that the format does not define. */
export const sectionUnknown: FileRule = {
  find(file, settings) {
    const known = new Set((settings.sections[file.format] ?? []).map(folded))
    const unknown = isLastingMemory(file)
      ? coded(file, "section-unknown").filter((one) => !known.has(folded(nameAt(file, one))))
      : []
    const [first] = unknown
    if (first === undefined) return []
    const names = unknown.map((one) => nameAt(file, one))
    const message =
      names.length === 1
        ? `${names[0] ?? ""} is not a section of this format`
        : `${joinNames(names)} are not sections of this format`
    return [
      alertOf("section-unknown", {
        message,
        line: first.line,
        column: first.column,
        evidence: { figures: { unknown: names.length }, names, places: unknown },
      }),
    ]
  },
  turns: onNoDay,
}

/** Returns the missing sections and their line, which is the end of the file. */
function missingIn(
  file: FileFacts,
  { sections }: WatchSettings,
): { readonly names: readonly string[]; readonly line: number } {
  const asked = sections[file.format]
  const there = new Set(file.sections.map(({ name }) => folded(name)))
  const names =
    asked === undefined
      ? coded(file, "section-missing").map(missingName)
      : asked.filter((name) => !there.has(folded(name)))
  return { names, line: Math.max(1, file.lines) }
}

const coded = ({ diagnostics }: FileFacts, code: string): Diagnostic[] =>
  diagnostics.filter((one) => one.code === code)

const nameAt = ({ sections }: FileFacts, { line, message }: Diagnostic): string =>
  sections.find((section) => section.line === line)?.name ?? message

/** Returns the name in the format’s message: "The section Watch Points does not exist yet; …". */
const missingName = ({ message }: Diagnostic): string =>
  /^The section (.+?) (?:does not exist|is not there)/.exec(message)?.[1] ?? message

const folded = (name: string): string => name.trim().toLowerCase()
