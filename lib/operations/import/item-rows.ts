import type { HeldItem } from "@/lib/db/sources/imports"
import type { KnownFile } from "@/lib/db/memory-files/list"
import type { Diagnostic } from "@/lib/memory/memory-files/diagnostic"
import type { Derivation, Derived } from "../writing/derive"

/** Where a file stands in the store: its project and its path. */
export function placeKey(file: { readonly projectName: string | null; readonly path: string }): string {
  return `${file.projectName ?? ""}\0${file.path}`
}

export const ENDED_WITH_ITS_SESSION = "its session is closed, and session memory ends with the session"

export type ItemRow = ReturnType<typeof itemRow>

/** What a run has found out about a received file: what would happen to it, or why nothing. */
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
  if (derivation.kind === "left-alone")
    return { ...common, ...empty, status: "left-alone" as const, reason: derivation.reason }
  if (derivation.kind === "definition")
    return {
      ...common,
      ...empty,
      status: "left-alone" as const,
      reason: derivation.reason,
      agent: derivation.agent,
      category: derivation.category,
      sha256: derivation.sha256,
    }
  if (derivation.kind === "set-aside")
    return {
      ...common,
      ...empty,
      status: "set-aside" as const,
      reason: derivation.reason,
      diagnostics: derivation.diagnostics,
    }
  const { location, parsed, leftOut = [] } = derivation
  const moves = joinsAgent(item, stored)
  const status = moves ? "changed" : statusOf(derivation, stored)
  return {
    ...common,
    status,
    sha256: broughtBy(derivation),
    format: derivation.format,
    scope: location.scope,
    entries: stored && status === "same" ? stored.entries : parsed.entries.length,
    diagnostics:
      leftOut.length === 0
        ? parsed.diagnostics
        : [...leftOut, ...parsed.diagnostics].toSorted((a, b) => a.line - b.line),
    reason: status === "same" ? whySame(stored) : reasonOf(derivation, moves ? item.agent : null),
    ...belongingOf(item, derivation),
  }
}

/** Whose memory a file is: as a person placed it, else as its path says, else as it says itself. */
export function belongingOf(
  item: HeldItem,
  { location, parsed }: Derived,
): { agent: string | null; category: string | null } {
  if (item.placed) return { agent: item.agent, category: item.category }
  return { agent: location.agent ?? parsed.meta.agent, category: location.category }
}

/** True for a file of no agent that now belongs to one, whatever its bytes. */
export const joinsAgent = (
  { placed, agent }: Pick<HeldItem, "placed" | "agent">,
  stored: KnownFile | undefined,
): boolean =>
  placed && agent !== null && stored?.agent === null && stored.category === null && standsFor(stored)

/** Hash of the bytes that the source has. */
export const broughtBy = ({ broughtAs, sha256 }: Derived): string => broughtAs ?? sha256

/** The source has what the store has, or what it had when the two last agreed: then what was decided here since stands. */
export const isAgreed = (stored: KnownFile, sha256: string): boolean =>
  stored.sha256 === sha256 || stored.base === sha256

function statusOf(derived: Derived, stored: KnownFile | undefined): "new" | "changed" | "same" {
  if (stored === undefined) return "new"
  return standsFor(stored) && bringsNothing(derived, stored) && !bringsBase(derived, stored)
    ? "same"
    : "changed"
}

/** Bytes that the store has, or has had, bring back a file that its source had no more, but none that was taken back here or went in another folder that is kept in step. */
export const standsFor = (stored: KnownFile): boolean =>
  stored.state !== "gone" || stored.takenBack || stored.goneElsewhere

export function whySame(stored: KnownFile | undefined): string | null {
  if (stored?.takenBack)
    return "reverted here, and the same bytes are not imported again: undo the revert to restore it"
  return stored?.goneElsewhere ? GONE_ELSEWHERE : null
}

export const GONE_ELSEWHERE =
  "removed in another folder of the project, and the same bytes are not imported again: remove it, or change it to keep it"

/** Why a text is not what its source has. */
function reasonOf({ merged, leftOut = [] }: Derived, owner: string | null): string | null {
  const lines = `${leftOut.length} ${leftOut.length === 1 ? "line" : "lines"} left out: forgotten here`
  const reasons = [
    ...(owner === null ? [] : [`now belongs to ${owner}`]),
    ...(merged ? ["also changed here: merged"] : []),
    ...(leftOut.length > 0 ? [lines] : []),
  ]
  return reasons.length === 0 ? null : reasons.join("; ")
}

/** A merge may come to just what was decided here. A file that is of another format now is read again, whatever its bytes. */
export const bringsNothing = (derived: Derived, stored: KnownFile): boolean =>
  derived.format === stored.format && hasSameBytes(derived, stored)

const hasSameBytes = (derived: Derived, stored: KnownFile): boolean =>
  isAgreed(stored, broughtBy(derived)) || stored.sha256 === derived.sha256

/** But for what is forgotten the source has what the store has: its bytes are kept as those last exchanged, so that writing back takes it out there too. */
export const bringsBase = (derived: Derived, stored: KnownFile): boolean =>
  (derived.leftOut ?? []).length > 0 &&
  !isAgreed(stored, broughtBy(derived)) &&
  stored.sha256 === derived.sha256

interface Offering {
  readonly teamId: string
  readonly id: string
  readonly sourceId: string
  /** The source is kept in step with the store. */
  readonly sync: boolean
  readonly projectName: string | null
}

/** Files of the source that the run was not offered, a path that several projects have of it once. */
export function goneRows(run: Offering, known: readonly KnownFile[], offered: ReadonlySet<string>) {
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

/** Of a folder that is kept in step: what it had. What went on here since it last had it stays, and comes to it again. */
export function isGone(run: Pick<Offering, "sourceId" | "sync" | "projectName">, file: KnownFile): boolean {
  if (file.state === "gone") return false
  return run.sync ? isOfSync(run, file) && file.base === file.sha256 : file.sourceId === run.sourceId
}

/** Whether a folder that is kept in step has had the file, in the project that it is kept in step with. */
export const isOfSync = ({ projectName }: Pick<Offering, "projectName">, file: KnownFile): boolean =>
  file.held && (projectName === null || file.projectName === projectName)

/** Offered itself, or below a folder that was offered as one that could not be entered: then nobody knows. */
export function isAccountedFor(path: string, offered: ReadonlySet<string>): boolean {
  if (offered.has(path)) return true
  for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1))
    if (offered.has(path.slice(0, slash + 1))) return true
  return false
}
