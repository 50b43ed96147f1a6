import { limitsAt } from "@/lib/db/policies/effective-limits"
import type { KnownFile } from "@/lib/db/memory-files/list"
import type { HeldItem } from "@/lib/db/sources/imports"
import { dayOfLog } from "@/lib/formats/workspace/workspace-place"
import { dayOfFile } from "@/lib/memory/agents/activity"
import type { FileFacts } from "@/lib/memory/alerts/file/facts"
import { isBroken, sectionOfEntry, sessionsOfFile } from "@/lib/memory/memory-files/parsed-file"
import type { PlacedPolicy } from "@/lib/memory/policies/policy"
import type { Derived } from "../writing/derive"
import type { ItemRow } from "../import/item-rows"

/** A file that an import would store: as it came, as it is planned, and as the store has it. */
export interface Arriving {
  readonly item: HeldItem
  readonly row: ItemRow
  readonly derived: Derived
  readonly stored: KnownFile | undefined
  /** Of its own, or of its agent by the taxonomy; a slug. */
  readonly category: string | null
  /** The slug of its project, or its name where the project is new. */
  readonly project: string
  /** The id of its project, or its name where the project is new. */
  readonly projectId: string
}

/** Where a file stands: its project and path. */
export const keyOf = ({ row }: Pick<Arriving, "row">): string => `${row.project_name ?? ""}/${row.path}`

/**
 * Returns the facts that alerts of a file are told from, as far as the file and the paths beside it show them. What the store alone knows
 * (sessions, growth, verification) is empty: that is so for every new file.
 */
export function factsOfArriving(
  { row, item, derived, category, project }: Arriving,
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

/** Files below the folder of an index, without daily logs: what its links may lead to. */
function besideOf(path: string, present: readonly string[]): string[] {
  const folder = path.slice(0, path.lastIndexOf("/") + 1)
  return present.filter((one) => one.startsWith(folder) && dayOfLog(one) === null)
}
