import { folderPrefix } from "@/lib/memory/memory-files/paths"
import { limitsAt } from "@/lib/db/policies"
import type { KnownFile } from "@/lib/db/memory-files/store-files"
import type { HeldItem } from "@/lib/db/sources/running-imports"
import { dayOfLog } from "@/lib/formats/workspace/workspace"
import { dayOfFile } from "@/lib/memory/agents/activity"
import type { FileFacts } from "@/lib/memory/alerts/file/file-rule"
import { isBroken, sectionOfEntry, sessionsOfFile } from "@/lib/memory/memory-files/format"
import type { PlacedPolicy } from "@/lib/memory/policies/policy"
import type { DerivedFile } from "../writing/derive"
import type { ItemRow } from "../import/file-status"

/** A file that an import would store, with its plan and the stored file. */
export interface ArrivingFile {
  readonly item: HeldItem
  readonly row: ItemRow
  readonly derived: DerivedFile
  readonly stored: KnownFile | undefined
  /**
   * Slug of the file's category, or else of its agent's category in the taxonomy. Null if neither is known.
   */
  readonly category: string | null
  /** Slug of the project, or the name of a new one. */
  readonly project: string
  /** Id of the project, or the name of a new one. */
  readonly projectId: string
}

/** Returns a key of the file's project and path. */
export const keyOf = ({ row }: Pick<ArrivingFile, "row">): string => `${row.project_name ?? ""}/${row.path}`

/**
 * Returns the facts of a file that alert rules need, from the file and the paths beside it. Stored facts such
 * as sessions, growth and verification are empty, as for every new file.
 */
export function factsOfArriving(
  { row, item, derived, category, project }: ArrivingFile,
  { policies, present, now }: { policies: readonly PlacedPolicy[]; present: readonly string[]; now: Date },
): FileFacts {
  const { parsed, location, format, text } = derived
  const place = { scope: location.scope, projectSlug: project, category, agent: row.agent }
  const sessions = sessionsOfFile(parsed)
  return {
    path: row.path,
    format,
    role: location.role,
    scope: location.scope,
    state: isBroken(parsed) ? "broken" : "present",
    agent: row.agent,
    category,
    optedOut: parsed.meta.optedOut,
    leftSource: false,
    text,
    lines: derived.lines,
    bytes: derived.bytes,
    limits: limitsAt(policies, { format, role: location.role, own: derived.limits }, place),
    diagnostics: parsed.diagnostics,
    sections: parsed.sections.map(({ name, level, span }) => ({
      name,
      level,
      line: span.line,
      endLine: span.endLine,
    })),
    entries: parsed.entries.map((entry, at) => ({
      id: String(at),
      text: entry.text,
      line: entry.span.line,
      endLine: entry.span.endLine,
      section: sectionOfEntry(parsed, entry),
      state: entry.state,
      date: entry.date,
      type: entry.type,
      saidElsewhere: false,
      vouchedUntil: null,
      keptOn: null,
      citedGone: [],
    })),
    updatedOn: dayOfFile(parsed, item.modifiedAt, now),
    madeAt: null,
    changedAt: null,
    sessionsSince: 0,
    sessions,
    growth: [],
    beside: location.role === "index" ? besideOf(row.path, present) : [],
    withoutIndex: 0,
    instructions: [],
    compareFailure: null,
  }
}

/**
 * Returns all files below the folder of an index, without daily logs. The links of the index may refer to
 * these files.
 */
function besideOf(path: string, present: readonly string[]): string[] {
  const folder = folderPrefix(path)
  return present.filter((one) => one.startsWith(folder) && dayOfLog(one) === null)
}
