import type { Diagnostic } from "../../memory-files/diagnostic"
import type { WatchSettings } from "../../policies/watch-settings"
import { listed } from "../counted"
import { alertOf } from "../rule"
import type { FileFacts } from "./facts"
import { isKept, never, type FileRule } from "./kept"

/** Sections that the policy, else the format, asks for and that are not there. A file without any entry is told as empty. */
export const sectionMissing: FileRule = {
  find(file, settings) {
    if (!isKept(file) || file.state === "broken" || file.entries.length === 0) return []
    const missing = missingIn(file, settings)
    if (missing.names.length === 0) return []
    const message = `${missing.names.length === 1 ? "The section" : "The sections"} ${listed(missing.names)} ${missing.names.length === 1 ? "is" : "are"} missing`
    return [
      alertOf("section-missing", {
        message,
        line: missing.line,
        column: 1,
        evidence: { figures: { missing: missing.names.length }, names: missing.names },
      }),
    ]
  },
  turns: never,
}

/** Sections that the format does not know. */
export const sectionUnknown: FileRule = {
  find(file, settings) {
    const known = new Set((settings.sections[file.format] ?? []).map(folded))
    const unknown = isKept(file)
      ? coded(file, "section-unknown").filter((one) => !known.has(folded(nameAt(file, one))))
      : []
    const [first] = unknown
    if (first === undefined) return []
    const names = unknown.map((one) => nameAt(file, one))
    const message =
      names.length === 1
        ? `${names[0] ?? ""} is no section of this format`
        : `${listed(names)} are no sections of this format`
    return [
      alertOf("section-unknown", {
        message,
        line: first.line,
        column: first.column,
        evidence: { figures: { unknown: names.length }, names, places: unknown },
      }),
    ]
  },
  turns: never,
}

/** Where the first one would have to be: at the end, as a file grows. */
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

/** Returns the section that a diagnostic names, as in "The section Watch Points does not exist yet; …". Stored ones say "is not there". */
const missingName = ({ message }: Diagnostic): string =>
  /^The section (.+?) (?:does not exist|is not there)/.exec(message)?.[1] ?? message

const folded = (name: string): string => name.trim().toLowerCase()
