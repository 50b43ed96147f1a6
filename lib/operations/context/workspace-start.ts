import type { Loader } from "@/lib/db/context/loaded-files"
import { type StartFile, workspaceStart } from "@/lib/db/agents/workspace-start"
import { partsOf } from "@/lib/formats/paths"
import { isoDay, yesterdayOf } from "@/lib/memory/context/context-start"
import { type ContextCandidate, NOTHING_KNOWN } from "@/lib/memory/context/context-entry"
import type { Scope } from "@/lib/memory/memory-files/scope"

/** The start of an agent's context, if the agent has a workspace. */
export interface Beginning {
  /** SOUL.md, USER.md and IDENTITY.md as whole documents, in that order. */
  readonly documents: readonly ContextCandidate[]
  /** Revisions of the documents, by file id. */
  readonly revisions: ReadonlyMap<string, number>
  /** Ids of entries that are always included. */
  readonly entries: readonly string[]
  /** `Candidate.startPlace` by file id of the workspace. */
  readonly places: ReadonlyMap<string, number | "older">
}

const NOTHING: Beginning = { documents: [], revisions: new Map(), entries: [], places: new Map() }

const IDENTITY = ["SOUL.md", "USER.md", "IDENTITY.md"]

/**
 * Reads what comes first at the start of a session. Source: agent memory workspace, "Session-start protocol".
 */
export async function readBeginning(
  loader: Loader,
  { task, now }: { readonly task: string | null; readonly now: Date },
): Promise<Beginning> {
  if (task !== null) return NOTHING
  const today = isoDay(now)
  const days = [today, yesterdayOf(today)]
  const files = await workspaceStart(loader, days)
  const identity = files
    .filter(({ role, text }) => role === "identity" && text !== null && text.trim() !== "")
    .toSorted((a, b) => IDENTITY.indexOf(nameOf(a)) - IDENTITY.indexOf(nameOf(b)))
  return {
    documents: identity.map(documentOf),
    revisions: new Map(identity.map(({ id, revision }) => [id, revision])),
    entries: files.flatMap(({ entries }) => entries),
    places: new Map(
      files.filter(({ role }) => role !== "identity").map((file) => [file.id, placeOf(file, days)]),
    ),
  }
}

/** Order: `MEMORY.md`, then today's log, then yesterday's. */
function placeOf(file: StartFile, days: readonly string[]): number | "older" {
  if (file.role === "memory") return 0
  const age = days.indexOf(nameOf(file).slice(0, 10))
  return age < 0 ? "older" : age + 1
}

const nameOf = ({ path }: StartFile): string => partsOf(path).name

function documentOf({ id, path, text, scope }: StartFile): ContextCandidate {
  return {
    ...NOTHING_KNOWN,
    id,
    text: (text ?? "").trim(),
    path,
    line: 1,
    file: id,
    type: "identity",
    scope: scope as Scope,
    state: "current",
    because: null,
    since: "1970-01-01",
    own: true,
  }
}
