import type { Diagnostic } from "../../memory-files/diagnostic"
import type { WatchSettings } from "../alert-settings"
import { joinNames } from "../../numbers/format-count"
import { alertOf } from "../rule"
import type { FileFacts } from "./facts"
import { isLastingMemory, onNoDay, type FileRule } from "./file-rule"

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
