import type { HeldItem } from "@/lib/db/imports"
import type { KnownFile } from "@/lib/db/memory-files"
import type { Diagnostic } from "@/lib/memory/diagnostic"
import type { Derivation, Derived } from "./derive"

/** Where a file stands in the store: its project and its path. */
export function placeKey(file: { readonly projectName: string | null; readonly path: string }): string {
  return `${file.projectName ?? ""}\0${file.path}`
}

export type ItemRow = ReturnType<typeof itemRow>

/** What a run has found out about a received file: what would happen to it, or why nothing. */
export function itemRow(run: { teamId: string; id: string }, item: HeldItem, derivation: Derivation, stored: KnownFile | undefined) {
  const common = {
    team_id: run.teamId, run_id: run.id, path: item.path, size: item.content.length, modified_at: item.modifiedAt?.toISOString() ?? null, written: false,
    placed: item.placed, project_name: item.projectName,
  }
  const empty = { format: null, agent: null, category: null, scope: null, entries: 0, sha256: null, diagnostics: [] as readonly Diagnostic[] }
  if (derivation.kind === "left-alone") return { ...common, ...empty, status: "left-alone" as const, reason: derivation.reason }
  if (derivation.kind === "definition") return { ...common, ...empty, status: "left-alone" as const, reason: derivation.reason, agent: derivation.agent, sha256: derivation.sha256 }
  if (derivation.kind === "set-aside") return { ...common, ...empty, status: "set-aside" as const, reason: derivation.reason, diagnostics: derivation.diagnostics }
  const { location, parsed } = derivation
  return {
    ...common,
    status: statusOf(derivation.sha256, stored),
    sha256: derivation.sha256, format: derivation.format, scope: location.scope, entries: parsed.entries.length, diagnostics: parsed.diagnostics, reason: null,
    ...belongingOf(item, derivation),
  }
}

/** Whose memory a file is: as a person placed it, else as its path says, else as it says itself. */
export function belongingOf(item: HeldItem, { location, parsed }: Derived): { agent: string | null; category: string | null } {
  if (item.placed) return { agent: item.agent, category: item.category }
  return { agent: location.agent ?? parsed.meta.agent, category: location.category }
}

function statusOf(sha256: string, stored: KnownFile | undefined): "new" | "changed" | "same" {
  if (stored === undefined) return "new"
  return stored.sha256 === sha256 && stored.state !== "gone" ? "same" : "changed"
}

/** Files of the source that the run was not offered, a path that several projects have of it once. */
export function goneRows(run: { teamId: string; id: string; sourceId: string }, known: readonly KnownFile[], offered: ReadonlySet<string>) {
  const gone = known.filter((file) => file.sourceId === run.sourceId && file.state !== "gone" && !isAccountedFor(file.path, offered))
  return [...new Map(gone.map((file) => [file.path, file])).values()].map((file) => ({
      team_id: run.teamId, run_id: run.id, path: file.path, size: 0, sha256: null, modified_at: null, status: "gone", written: false, format: file.format,
      project_name: file.projectName, agent: file.agent, category: file.category, scope: file.scope, placed: true, entries: file.entries, diagnostics: [],
      reason: "the source no longer has it; its text and history are kept",
    }))
}

/** Offered itself, or below a folder that was offered as one that could not be entered: then nobody knows. */
function isAccountedFor(path: string, offered: ReadonlySet<string>): boolean {
  if (offered.has(path)) return true
  for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1)) if (offered.has(path.slice(0, slash + 1))) return true
  return false
}
