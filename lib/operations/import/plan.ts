import { commit } from "@/lib/db/commit"
import { endRun, type HeldItem, nextItems, saveItems } from "@/lib/db/imports"
import { type KnownFile, knownFiles } from "@/lib/db/memory-files"
import { findRun, runPaths } from "@/lib/db/import-runs"
import { locator } from "@/lib/formats/identify"
import type { Actor } from "@/lib/memory/actor"
import type { Diagnostic } from "@/lib/memory/diagnostic"
import { done, type Outcome, refused } from "@/lib/memory/outcome"
import type { Derivation } from "./derive"
import { parseFiles } from "./parse-pool"

/**
 * Reads every file that was received, compares it with the store and writes down what a run would do: new, changed, same,
 * gone, left alone, set aside. Writes nothing to memory.
 */
export async function planImport(actor: Actor, teamId: string, runId: string): Promise<Outcome<null>> {
  const run = await findRun(teamId, runId)
  if (!run) return refused("not-found", "there is no such import")
  if (run.state === "planned") return done(null)
  if (run.state !== "collecting") return refused("conflict", `this import is ${run.state}; start a new one`)
  const paths = await runPaths(teamId, runId)
  const locate = locator(paths.map((one) => one.path))
  const known = new Map<string, KnownFile>()
  for (const file of await knownFiles(teamId, { sourceId: run.sourceId, projectNames: [...new Set(paths.flatMap((one) => one.projectName ?? []))] })) known.set(`${file.projectName}\0${file.path}`, file)
  for (let after = "", batch = await nextItems(teamId, runId, ["received"], after); batch.length > 0; batch = await nextItems(teamId, runId, ["received"], after)) {
    const derived = await parseFiles(batch.map((item) => ({ path: item.path, bytes: item.content, candidates: locate(item.path) })))
    const rows = batch.map((item, place) => planRow(teamId, runId, item, derived[place] as Derivation, known))
    const saved = await commit(actor, { kind: "import.plan", teamId, subject: run.sourceName, detail: { files: rows.length } }, async (tx) => done(await saveItems(tx, rows)))
    if (!saved.ok) return saved
    after = batch.at(-1)?.path ?? after
  }
  return commit(actor, { kind: "import.plan", teamId, subject: run.sourceName }, async (tx) => {
    await tx.importItem.updateMany({ where: { teamId, runId, status: "wanted" }, data: { status: "set-aside", reason: "its bytes never arrived: import it again" } })
    await tx.importItem.updateMany({ where: { teamId, runId, status: { in: ["same", "left-alone", "set-aside"] }, content: { not: null } }, data: { content: null } })
    if (run.complete) await saveItems(tx, goneRows(teamId, runId, run.sourceId, [...known.values()], new Set(paths.map((one) => one.path))))
    await tx.importRun.update({ where: { teamId_id: { teamId, id: runId } }, data: { state: "planned" } })
    return done(null)
  })
}

/** Ends a run that was only looked at. */
export async function discardImport(actor: Actor, teamId: string, runId: string, sourceName: string): Promise<Outcome<null>> {
  return commit(actor, { kind: "import.cancel", teamId, subject: sourceName }, async (tx) => done((await endRun(tx, teamId, runId, "cancelled"), null)))
}

function planRow(teamId: string, runId: string, item: HeldItem, derivation: Derivation, known: ReadonlyMap<string, KnownFile>) {
  const common = {
    team_id: teamId, run_id: runId, path: item.path, size: item.content.length, modified_at: item.modifiedAt?.toISOString() ?? null, written: false,
    placed: item.placed, project_name: item.projectName,
  }
  const empty = { format: null, agent: null, category: null, scope: null, entries: 0, sha256: null, diagnostics: [] as readonly Diagnostic[] }
  if (derivation.kind === "left-alone") return { ...common, ...empty, status: "left-alone", reason: derivation.reason }
  if (derivation.kind === "set-aside") return { ...common, ...empty, status: "set-aside", reason: derivation.reason, diagnostics: derivation.diagnostics }
  const stored = known.get(`${item.projectName ?? ""}\0${item.path}`)
  const { location, parsed } = derivation
  return {
    ...common,
    status: stored === undefined ? "new" : stored.sha256 === derivation.sha256 && stored.state !== "gone" ? "same" : "changed",
    sha256: derivation.sha256, format: derivation.format, scope: location.scope, entries: parsed.entries.length, diagnostics: parsed.diagnostics, reason: null,
    agent: item.placed ? item.agent : (location.agent ?? parsed.meta.agent),
    category: item.placed ? item.category : location.category,
  }
}

function goneRows(teamId: string, runId: string, sourceId: string, known: readonly KnownFile[], offered: ReadonlySet<string>) {
  return known
    .filter((file) => file.sourceId === sourceId && file.state !== "gone" && !offered.has(file.path))
    .map((file) => ({
      team_id: teamId, run_id: runId, path: file.path, size: 0, sha256: null, modified_at: null, status: "gone", written: false, format: file.format,
      project_name: file.projectName, agent: file.agent, category: file.category, scope: file.scope, placed: true, entries: file.entries, diagnostics: [],
      reason: "the source no longer has it; its text and history are kept",
    }))
}
