import { formatCount } from "@/lib/memory/text/sentence"
import type { HeldItem } from "@/lib/db/sources/running-imports"
import type { KnownFile } from "@/lib/db/memory-files/store-files"
import type { Diagnostic } from "@/lib/memory/memory-files/format"
import type { Derivation, DerivedFile } from "../writing/derive"

/** Returns a key of the file's project and path. */
export function placeKey(file: { readonly projectName: string | null; readonly path: string }): string {
  return `${file.projectName ?? ""}\0${file.path}`
}

export const ENDED_WITH_ITS_SESSION = "the session is closed, and session memory ends with the session"

export type ItemRow = ReturnType<typeof itemRow>

/** Returns the row of a received file, with the status that the import gives it and the reason. */
export function itemRow(
  run: { teamId: string; id: string },
  item: HeldItem,
  derivation: Derivation,
  stored: KnownFile | undefined,
) {
  const common = {
    team_id: run.teamId,
    run_id: run.id,
    path: item.path,
    size: item.content.length,
    modified_at: item.modifiedAt?.toISOString() ?? null,
    written: false,
    placed: item.placed,
    project_name: item.projectName,
  }
  const empty = {
    format: null,
    agent: null,
    category: null,
    scope: null,
    entries: 0,
    sha256: null,
    diagnostics: [] as readonly Diagnostic[],
  }
  switch (derivation.kind) {
    case "left-alone":
      return { ...common, ...empty, status: "left-alone" as const, reason: derivation.reason }
    case "definition":
      return {
        ...common,
        ...empty,
        status: "left-alone" as const,
        reason: derivation.reason,
        agent: derivation.agent,
        category: derivation.category,
        sha256: derivation.sha256,
      }
    case "set-aside":
      return {
        ...common,
        ...empty,
        status: "set-aside" as const,
        reason: derivation.reason,
        diagnostics: derivation.diagnostics,
      }
    case "memory":
      return { ...common, ...memoryFields(item, derivation, stored) }
  }
}

function memoryFields(item: HeldItem, derived: DerivedFile, stored: KnownFile | undefined) {
  const { format, location, parsed, leftOut = [] } = derived
  const moves = joinsAgent(item, stored)
  const status = moves ? "changed" : statusOf(derived, stored)
  return {
    status,
    sha256: sourceHash(derived),
    format,
    scope: location.scope,
    entries: stored && status === "same" ? stored.entries : parsed.entries.length,
    diagnostics:
      leftOut.length === 0
        ? parsed.diagnostics
        : [...leftOut, ...parsed.diagnostics].toSorted((a, b) => a.line - b.line),
    reason: status === "same" ? whySame(stored) : reasonOf(derived, moves ? item.agent : null),
    ...ownerOfFile(item, derived),
  }
}

/** Returns the agent and category of a file. The order is: a person's choice, the path, the front matter. */
export function ownerOfFile(
  item: HeldItem,
  { location, parsed }: DerivedFile,
): { agent: string | null; category: string | null } {
  if (item.placed) return { agent: item.agent, category: item.category }
  return { agent: location.agent ?? parsed.meta.agent, category: location.category }
}

/** True if an import places a file that has no agent and no category in an agent's memory. */
export const joinsAgent = (
  { placed, agent }: Pick<HeldItem, "placed" | "agent">,
  stored: KnownFile | undefined,
): boolean =>
  placed && agent !== null && stored?.agent === null && stored.category === null && restoresFile(stored)

/** Returns the hash of the bytes in the source. */
export const sourceHash = ({ broughtAs, sha256 }: DerivedFile): string => broughtAs ?? sha256

/**
 * True if the bytes of the source are the current text or the merge base. Decisions made here since the merge
 * base then stay.
 */
export const isCurrentOrBase = (stored: KnownFile, sha256: string): boolean =>
  stored.sha256 === sha256 || stored.base === sha256

function statusOf(derived: DerivedFile, stored: KnownFile | undefined): "new" | "changed" | "same" {
  if (stored === undefined) return "new"
  return restoresFile(stored) && addsNothing(derived, stored) && !setsNewBase(derived, stored)
    ? "same"
    : "changed"
}

/**
 * True if importing the same bytes changes nothing, because the file exists, or because it was removed by a
 * revert or in another synced folder.
 */
export const restoresFile = (stored: KnownFile): boolean =>
  stored.state !== "gone" || stored.takenBack || stored.goneElsewhere

/**
 * Returns why a removed file with the same bytes is not imported again, or null if that needs no explanation.
 */
export function whySame(stored: KnownFile | undefined): string | null {
  if (stored?.takenBack)
    return "reverted here, and identical content is not imported again. Undo the revert to restore the file"
  return stored?.goneElsewhere ? REMOVED_ELSEWHERE : null
}

export const REMOVED_ELSEWHERE =
  "removed in another folder of the project, and identical content is not imported again. Remove this file too, or edit it to keep it"

/**
 * Returns the reason in the row of an imported file: a new owner, a merge, or left-out lines. Null if none
 * applies.
 */
function reasonOf({ merged, leftOut = [] }: DerivedFile, owner: string | null): string | null {
  const lines = `${formatCount(leftOut.length, "line")} left out (forgotten here)`
  const reasons = [
    ...(owner === null ? [] : [`now belongs to ${owner}`]),
    ...(merged ? ["also changed here, so both changes were merged"] : []),
    ...(leftOut.length > 0 ? [lines] : []),
  ]
  return reasons.length === 0 ? null : reasons.join("; ")
}

/** True if the file adds nothing to the stored text. A file with a new format is always read again. */
export const addsNothing = (derived: DerivedFile, stored: KnownFile): boolean =>
  derived.format === stored.format && hasSameBytes(derived, stored)

const hasSameBytes = (derived: DerivedFile, stored: KnownFile): boolean =>
  isCurrentOrBase(stored, sourceHash(derived)) || stored.sha256 === derived.sha256

/**
 * True if the source differs only by forgotten entries. Its bytes become the merge base, so that the next
 * write-back removes the entries there.
 */
export const setsNewBase = (derived: DerivedFile, stored: KnownFile): boolean =>
  (derived.leftOut ?? []).length > 0 &&
  !isCurrentOrBase(stored, sourceHash(derived)) &&
  stored.sha256 === derived.sha256

interface Offering {
  readonly teamId: string
  readonly id: string
  readonly sourceId: string
  /** True if the source is a synced folder. */
  readonly sync: boolean
  readonly projectName: string | null
}

/** Returns a row for each path that the source no longer has. */
export function rowsOfRemovedFiles(run: Offering, known: readonly KnownFile[], offered: ReadonlySet<string>) {
  const gone = known.filter((file) => isGone(run, file) && !isAccountedFor(file.path, offered))
  return [...new Map(gone.map((file) => [file.path, file])).values()].map((file) => ({
    team_id: run.teamId,
    run_id: run.id,
    path: file.path,
    size: 0,
    sha256: null,
    modified_at: null,
    status: "gone",
    written: false,
    format: file.format,
    project_name: file.projectName,
    agent: file.agent,
    category: file.category,
    scope: file.scope,
    placed: true,
    entries: file.entries,
    diagnostics: [],
    reason: "removed from the source. Text and history are kept",
  }))
}

/**
 * True if the file belongs to the source and is removed with it. A synced file that changed here since the
 * last sync is not removed.
 */
export function isGone(run: Pick<Offering, "sourceId" | "sync" | "projectName">, file: KnownFile): boolean {
  if (file.state === "gone") return false
  return run.sync ? isOfSync(run, file) && file.base === file.sha256 : file.sourceId === run.sourceId
}

/** True if the synced folder has had the file, in the project of the sync. */
export const isOfSync = ({ projectName }: Pick<Offering, "projectName">, file: KnownFile): boolean =>
  file.held && (projectName === null || file.projectName === projectName)

/** True if the run received the path, or a folder above it that could not be read. */
export function isAccountedFor(path: string, offered: ReadonlySet<string>): boolean {
  if (offered.has(path)) return true
  for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1))
    if (offered.has(path.slice(0, slash + 1))) return true
  return false
}
