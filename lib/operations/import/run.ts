import { groupBy } from "@/lib/memory/group"
import { commit, type Tx } from "@/lib/db/commit"
import { newId } from "@/lib/db/identifiers"
import { beat, claimRun, endRun, type HeldItem, markWritten, nextItems, stillRunning } from "@/lib/db/imports"
import { findRun, listItems, runPaths, type RunSummary } from "@/lib/db/import-runs"
import { entriesOf, type FileToStore, type KnownEntry, type KnownFile, knownFiles, markGone, markPresent, storeFiles } from "@/lib/db/memory-files"
import { agentKey } from "@/lib/db/places"
import { locator } from "@/lib/formats/identify"
import type { Actor } from "@/lib/memory/actor"
import { matchEntries } from "@/lib/memory/identity"
import { done, type Outcome, refused } from "@/lib/memory/outcome"
import type { Derivation, Derived } from "./derive"
import { parseFiles } from "./parse-pool"
import { type Places, preparePlaces } from "./prepare-places"

/** Takes a planned run, or one that its process left behind. The work itself is `carryOut`. */
export async function claimImport(actor: Actor, teamId: string, runId: string): Promise<Outcome<RunSummary>> {
  const run = await findRun(teamId, runId)
  if (!run) return refused("not-found", "there is no such import")
  return commit(actor, { kind: "import.start", teamId, subject: run.sourceName }, async (tx) => {
    const claimed = await claimRun(tx, teamId, runId)
    return claimed ? done(run) : refused("conflict", `this import is ${run.state}; only a planned one can be started`)
  })
}

/** Stores what a claimed run planned, batch by batch; each batch is whole or not at all, so that it can be taken up after any stop. */
export async function carryOut(actor: Actor, run: RunSummary, teamId: string): Promise<void> {
  try {
    const prepared = await commit(actor, { kind: "import.places", teamId, subject: run.sourceName }, async (tx) => done(await preparePlaces(tx, teamId, run.id)))
    if (!prepared.ok) return
    const locate = locator((await runPaths(teamId, run.id)).map((one) => one.path))
    const load = async (after: string) => {
      const items = await nextItems(teamId, run.id, ["new", "changed"], after)
      return { items, derived: await parseFiles(items.map((item) => ({ path: item.path, bytes: item.content, candidates: locate(item.path) }))) }
    }
    let coming = load("")
    for (;;) {
      const { items, derived } = await coming
      const last = items.at(-1)
      if (!last) break
      coming = load(last.path)
      coming.catch(() => undefined)
      const stored = await storeBatch(actor, { run, teamId, items, derived, places: prepared.value })
      if (!stored.ok) return
    }
    await finish(actor, run, teamId)
  } catch (cause) {
    console.error(`import of ${run.sourceName} failed:`, cause)
    const message = `the import stopped: ${(cause as Error).message.split("\n").at(-1)}; what it had stored is kept, start it again to go on`
    await commit(actor, { kind: "import.fail", teamId, subject: run.sourceName }, async (tx) => done(await endRun(tx, teamId, run.id, "failed", message)))
  }
}

interface Batch {
  readonly run: RunSummary
  readonly teamId: string
  readonly items: readonly HeldItem[]
  readonly derived: readonly Derivation[]
  readonly places: Places
}

async function storeBatch(actor: Actor, batch: Batch): Promise<Outcome<null>> {
  const { run, teamId, items } = batch
  return commit(actor, { kind: "import.store", teamId, subject: run.sourceName, detail: { files: items.length } }, async (tx) => {
    if (!(await stillRunning(tx, teamId, run.id))) return refused("conflict", "the import was cancelled")
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`store:${teamId}`}, 0))`
    const known = await knownFiles(teamId, { sourceId: run.sourceId, projectNames: [...new Set(items.flatMap((item) => item.projectName ?? []))] }, tx)
    const byPath = new Map(known.map((file) => [`${file.projectName}\0${file.path}`, file]))
    const pairs = items.flatMap((item, place) => {
      const derived = batch.derived[place]
      return derived?.kind === "memory" ? [{ item, derived, stored: byPath.get(`${item.projectName ?? ""}\0${item.path}`) ?? null }] : []
    })
    const returned = pairs.filter(({ stored, derived }) => stored !== null && stored.sha256 === derived.sha256)
    await markPresent(tx, teamId, returned.flatMap(({ stored }) => stored?.id ?? []), run.sourceId)
    const files = await toStore(tx, batch, pairs.filter((pair) => !returned.includes(pair)))
    await storeFiles(tx, teamId, files, new Date())
    await markWritten(tx, teamId, run.id, items.map((item) => item.path))
    await beat(tx, teamId, run.id, { files: items.length, entries: files.reduce((sum, file) => sum + file.parsed.entries.length, 0) })
    return done(null)
  })
}

interface Pair {
  readonly item: HeldItem
  readonly derived: Derived
  readonly stored: KnownFile | null
}

async function toStore(tx: Tx, batch: Batch, pairs: readonly Pair[]): Promise<FileToStore[]> {
  const before = groupBy(await entriesOf(tx, batch.teamId, pairs.flatMap(({ stored }) => stored?.id ?? [])), (entry) => entry.fileId)
  return pairs.map(({ item, derived, stored }) => {
    const projectId = batch.places.projects.get(item.projectName ?? "")
    if (projectId === undefined) throw new Error(`${item.path}: its project ${item.projectName ?? "(none)"} was not prepared`)
    const head = (stored?.head ?? 0) + 1
    return {
      ...derived,
      path: item.path,
      id: stored?.id ?? newId(),
      projectId,
      sourceId: batch.run.sourceId,
      agentId: item.agent === null ? null : (batch.places.agents.get(agentKey(projectId, item.agent)) ?? null),
      categoryId: item.category === null ? null : (batch.places.categories.get(item.category) ?? null),
      identities: identitiesOf(derived, before.get(stored?.id ?? "") ?? [], head),
      head,
      modifiedAt: item.modifiedAt,
      by: { ...batch.run.by, reason: `Imported from ${batch.run.sourceName}`, runId: batch.run.id },
    }
  })
}

/** Which entries of the new text are which of the stored ones. An entry that only moved keeps the revision that brought its wording. */
function identitiesOf(derived: Derived, before: readonly KnownEntry[], head: number): FileToStore["identities"] {
  const { entries, sections } = derived.parsed
  const after = entries.map((entry) => ({ key: entry.key, text: entry.text, section: entry.section === null ? null : (sections[entry.section]?.name ?? null) }))
  const known = new Map(before.map((entry) => [entry.id, entry]))
  return matchEntries(before, after).map((id, place) => {
    const earlier = id === null ? undefined : known.get(id)
    if (earlier === undefined) return { id: newId(), sinceRevision: head }
    return { id: earlier.id, sinceRevision: earlier.text === after[place]?.text ? earlier.sinceRevision : head }
  })
}

async function finish(actor: Actor, run: RunSummary, teamId: string): Promise<void> {
  await commit(actor, { kind: "import.finish", teamId, subject: run.sourceName }, async (tx) => {
    if (!(await stillRunning(tx, teamId, run.id))) return refused("conflict", "the import was cancelled")
    const gone = await listItems(teamId, run.id, { status: "gone", take: 1_000_000 })
    if (gone.length > 0) {
      const paths = new Set(gone.map((item) => item.path))
      const known = await knownFiles(teamId, { sourceId: run.sourceId, projectNames: [] }, tx)
      await markGone(tx, teamId, known.filter((file) => file.sourceId === run.sourceId && paths.has(file.path)).map((file) => file.id))
    }
    await endRun(tx, teamId, run.id, "done")
    await tx.source.update({ where: { teamId_id: { teamId, id: run.sourceId } }, data: { lastImportedAt: new Date() } })
    return done(null)
  })
}
