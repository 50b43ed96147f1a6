import { isDatabaseUnreachable } from "@/lib/db/infra/unavailable"
import { describeFailure } from "@/lib/db/infra/data-errors"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { newId } from "@/lib/db/infra/identifiers"
import {
  claimImportRun,
  dropContent,
  endImportRun,
  type HeldItem,
  lockPlaces,
  lockImportRun,
  lockSource,
  renewImportLease,
  nextItems,
  saveItems,
} from "@/lib/db/sources/imports"
import { itemStatuses, markImported } from "@/lib/db/sources/import-items"
import { closeMetConflicts } from "@/lib/db/conflicts/file-conflicts"
import { findRun, runPaths, type RunSummary } from "@/lib/db/sources/import-runs"
import {
  entriesOf,
  type FileToStore,
  type KnownEntry,
  type KnownFile,
  knownFiles,
  markAgreed,
  markGone,
  markPresent,
  setBases,
  setOptedOut,
  storeFiles,
} from "@/lib/db/memory-files/list"
import { agentKey } from "@/lib/db/teams/places"
import { dropBases, noteBases, noteMetBases, takenAwayFrom } from "@/lib/db/sources/source-bases"
import { moveToAgents } from "@/lib/db/agents/workspace-owner"
import type { Actor } from "@/lib/memory/teams/actor"
import { groupBy } from "@/lib/memory/text/group"
import { matchEntries } from "@/lib/memory/history/identity"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { holderOf } from "@/lib/memory/sources/placement"
import { exchangeOf, settle, sourceOf } from "./plan/decided"
import type { Derivation, Derived } from "../writing/derive"
import { type ReadFile, repeatWhileBlocked, storeDivided } from "./plan/divide"
import {
  belongingOf,
  bringsBase,
  bringsNothing,
  broughtBy,
  isAccountedFor,
  isGone,
  isOfSync,
  type ItemRow,
  itemRow,
  joinsAgent,
  placeKey,
} from "./item-rows"
import { importParser } from "./parse-files"
import { settleItems } from "./plan/plan"
import { Places } from "./plan/places"
import { factsOf } from "./source-facts"

/** Takes a run whose files have arrived, planned or not, or one that its process left behind. The work itself is `carryOut`. */
export async function claimImport(actor: Actor, teamId: string, runId: string): Promise<Outcome<RunSummary>> {
  const run = await findRun(teamId, runId)
  if (!run) return refused("not-found", "import not found")
  return commit(actor, { kind: "import.start", teamId, subject: run.sourceName }, async (tx) => {
    const claimed = await claimImportRun(tx, teamId, runId)
    return claimed ? done(run) : refused("conflict", `this import is already ${run.state}: start a new one`)
  })
}

/** Stores what a claimed run received, batch by batch. Each batch is stored whole or not at all, so that the run can be resumed after any stop. */
export async function carryOut(actor: Actor, run: RunSummary, teamId: string): Promise<void> {
  const underWay: Promise<Outcome<null>>[] = []
  const stopBeating = renewImportLease(teamId, run.id)
  try {
    const paths = (await runPaths(teamId, run.id)).map((one) => one.path)
    const holder = holderOf({ kind: run.sourceKind, name: run.sourceName }, paths)
    const parse = importParser(paths, holder, await factsOf(teamId, run, paths))
    const load = async (after: string): Promise<ReadFile[]> => {
      const items = await nextItems(teamId, run.id, ["received", "new", "changed", "left-alone"], after)
      const derived = await parse(items)
      return items.map((item, place) => ({ item, derived: derived[place] as Derivation }))
    }
    const places = new Places(teamId)
    for (let coming = load(""); ;) {
      const files = await coming
      const last = files.at(-1)
      if (last) {
        coming = load(last.item.path)
        coming.catch(() => undefined) // awaited in the next round, unless this one fails first
        const storing = storeFilesOf(actor, { run, teamId, places, holder }, files)
        storing.catch(() => undefined) // awaited when its turn comes
        underWay.push(storing)
      }
      if (last && underWay.length < AT_ONCE) continue
      const oldest = underWay.shift()
      if (!oldest) break
      if (!(await oldest).ok) return
    }
    await repeatWhileBlocked(() => finish(actor, run, teamId))
  } catch (cause) {
    await Promise.allSettled(underWay)
    if (isDatabaseUnreachable(cause)) throw cause // nothing can be written now; the run is resumed when its lease is over
    console.error(`import of ${run.sourceName} failed:`, cause)
    const { what, next } = describeFailure(cause)
    const message = `The import of ${run.sourceName} stopped: ${what}. Files stored so far are kept. ${next}. Import again to continue`
    await commit(actor, { kind: "import.fail", teamId, subject: run.sourceName }, async (tx) =>
      done(await endImportRun(tx, { teamId, id: run.id }, "failed", message)),
    )
  } finally {
    await Promise.allSettled(underWay)
    stopBeating()
  }
}

/** Batches that are written at the same time: while the database writes one, the rows of the next are made. */
const AT_ONCE = 2

interface Target {
  readonly run: RunSummary
  readonly teamId: string
  readonly places: Places
  /** The folder that precedes all paths of the source; "" or with a trailing slash. */
  readonly holder: string
}

interface Batch extends Target {
  readonly items: readonly HeldItem[]
  readonly derived: readonly Derivation[]
}

/** Stores a batch; a file that cannot be stored is set aside. */
function storeFilesOf(actor: Actor, target: Target, files: readonly ReadFile[]): Promise<Outcome<null>> {
  return storeDivided(files, async (some, attempt) => {
    const batch: Batch = {
      ...target,
      items: some.map((one) => one.item),
      derived: some.map((one) => one.derived),
      // A repeated write looks its names up again: one of them may have been removed meanwhile.
      places: attempt === "first" ? target.places : new Places(target.teamId),
    }
    await batch.places.prepare(actor, target.run.sourceName, needsOf(batch))
    return storeBatch(actor, batch)
  })
}

/** A file whose text is to be stored: as it came, as it is planned, and as the store has it. */
interface Coming {
  readonly item: HeldItem
  readonly row: ItemRow
  readonly derived: Derived
  readonly stored: KnownFile | undefined
}

async function storeBatch(actor: Actor, batch: Batch): Promise<Outcome<null>> {
  const { run, teamId, items } = batch
  return commit(
    actor,
    { kind: "import.store", teamId, subject: run.sourceName, detail: { files: items.length } },
    async (tx) => {
      if ((await lockImportRun(tx, teamId, run.id, { shared: true })) !== "running")
        return refused("conflict", "the import was canceled")
      await lockPlaces(
        tx,
        teamId,
        items.map((item) => `${item.projectName ?? ""}/${item.path}`),
      )
      const names = [...new Set(items.flatMap((item) => item.projectName ?? []))]
      const known = new Map(
        (
          await knownFiles(
            teamId,
            {
              sourceId: null,
              projectNames: names,
              paths: items.map((item) => item.path),
              from: exchangeOf(run),
            },
            tx,
          )
        ).map((file) => [placeKey(file), file]),
      )
      const settled = await settle(
        teamId,
        { source: sourceOf(run), holder: batch.holder, items, derived: batch.derived, known },
        tx,
      )
      const rows = items.map((item, place) =>
        itemRow({ teamId, id: run.id }, item, settled[place] as Derivation, known.get(placeKey(item))),
      )
      const coming = items.flatMap((item, place): Coming[] => {
        const [row, derived] = [rows[place] as ItemRow, settled[place] as Derivation]
        return derived.kind === "memory" && row.status !== "same"
          ? [{ item, row, derived, stored: known.get(placeKey(item)) }]
          : []
      })
      const returned = coming.filter(
        ({ stored, derived }) => stored !== undefined && bringsNothing(derived, stored),
      )
      await markPresent(
        tx,
        teamId,
        returned.flatMap(({ stored }) => stored?.id ?? []),
        { reason: `Found again in ${run.sourceName}`, runId: run.id, sourceId: run.sourceId },
      )
      const files = await toStore(
        tx,
        batch,
        coming.filter((one) => !returned.includes(one)),
      )
      const based = returned.flatMap(({ item, stored, derived }) =>
        stored && bringsBase(derived, stored)
          ? [{ id: stored.id, path: item.path, base: broughtBy(derived) }]
          : [],
      )
      const taken = returned.flatMap(({ stored, derived }) =>
        stored && stored.sourceId !== run.sourceId ? [{ id: stored.id, base: broughtBy(derived) }] : [],
      )
      await setBases(tx, teamId, [...based, ...taken])
      await moveToAgents(tx, teamId, movesOf(returned, batch.places))
      await storeFiles(tx, teamId, files, new Date())
      await noteBases(tx, teamId, run.sourceId, [
        ...files.map(({ id, base }) => ({ id, sha256: base })),
        ...returned.flatMap(({ stored, derived }) =>
          stored ? [{ id: stored.id, sha256: broughtBy(derived) }] : [],
        ),
      ])
      await setOptedOut(tx, teamId, optedOutOf(files, known))
      await saveItems(
        tx,
        rows.map((row) => ({ ...row, written: row.status === "new" || row.status === "changed" })),
      )
      const merged = new Set(
        [...based, ...files.filter((file) => file.base !== file.sha256)].map((file) => file.path),
      )
      await dropContent(
        tx,
        teamId,
        run.id,
        items.flatMap((item) => (merged.has(item.path) ? [] : [item.path])),
      )
      return done(null)
    },
  )
}

/** Files whose text stays and that belong to an agent now. */
function movesOf(returned: readonly Coming[], places: Places): { fileId: string; agentId: string }[] {
  return returned.flatMap(({ item, stored }) =>
    stored !== undefined && item.agent !== null && joinsAgent(item, stored)
      ? [{ fileId: stored.id, agentId: places.agent(agentKey(stored.projectId, item.agent)) }]
      : [],
  )
}

/** Where the memory of a batch belongs, and what its definitions say. */
function needsOf({ items, derived }: Batch) {
  const both = items.map((item, place) => ({ item, found: derived[place] as Derivation }))
  return {
    files: both.flatMap(({ item, found }) =>
      found.kind === "memory" ? [{ project_name: item.projectName, ...belongingOf(item, found) }] : [],
    ),
    definitions: both.flatMap(({ item, found }) =>
      found.kind === "definition" && item.projectName !== null
        ? [
            {
              project: item.projectName,
              agent: found.agent,
              optedOut: found.optedOut,
              definition: found.description,
              category: found.category,
            },
          ]
        : [],
    ),
  }
}

/** What memories say of their own agent: that it opted out, or that it no longer does. */
function optedOutOf(
  files: readonly FileToStore[],
  known: ReadonlyMap<string, KnownFile>,
): { agentId: string; optedOut: boolean }[] {
  const before = new Map([...known.values()].map((file) => [file.id, file.optedOut]))
  return files.flatMap(({ id, agentId, parsed }) =>
    agentId !== null && (parsed.meta.optedOut || before.get(id))
      ? [{ agentId, optedOut: parsed.meta.optedOut }]
      : [],
  )
}

async function toStore(tx: Tx, batch: Batch, coming: readonly Coming[]): Promise<FileToStore[]> {
  const before = groupBy(
    await entriesOf(
      tx,
      batch.teamId,
      coming.flatMap(({ stored }) => stored?.id ?? []),
    ),
    (entry) => entry.fileId,
  )
  return coming.map(({ item, row, derived, stored }) => {
    const projectId = batch.places.project(row.project_name)
    const head = (stored?.head ?? 0) + 1
    return {
      ...derived,
      path: item.path,
      id: stored?.id ?? newId(),
      base: broughtBy(derived),
      projectId,
      sourceId: batch.run.sourceId,
      agentId: row.agent === null ? null : batch.places.agent(agentKey(projectId, row.agent)),
      categoryId: row.category === null ? null : batch.places.category(row.category),
      identities: identitiesOf(derived, before.get(stored?.id ?? "") ?? [], head),
      head,
      modifiedAt: item.modifiedAt,
      by: {
        ...batch.run.by,
        reason: `Imported from ${batch.run.sourceName}${derived.merged ? ", merged with decisions" : ""}${derived.leftOut ? ", without forgotten entries" : ""}`,
        runId: batch.run.id,
      },
    }
  })
}

/** Which entries of the new text are which of the stored ones. An entry that only moved keeps the revision that brought its wording. */
function identitiesOf(
  derived: Derived,
  before: readonly KnownEntry[],
  head: number,
): FileToStore["identities"] {
  const { entries, sections } = derived.parsed
  if (before.length === 0) return entries.map(() => ({ id: newId(), sinceRevision: head }))
  const after = entries.map((entry) => ({
    key: entry.key,
    text: entry.text,
    section: entry.section === null ? null : (sections[entry.section]?.name ?? null),
  }))
  const known = new Map(before.map((entry) => [entry.id, entry]))
  return matchEntries(before, after).map((id, place) => {
    const earlier = id === null ? undefined : known.get(id)
    if (earlier === undefined) return { id: newId(), sinceRevision: head }
    return {
      id: earlier.id,
      sinceRevision: earlier.text === after[place]?.text ? earlier.sinceRevision : head,
    }
  })
}

async function finish(actor: Actor, run: RunSummary, teamId: string): Promise<void> {
  await commit(actor, { kind: "import.finish", teamId, subject: run.sourceName }, async (tx) => {
    await lockSource(tx, teamId, run.sourceId)
    if ((await lockImportRun(tx, teamId, run.id)) !== "running")
      return refused("conflict", "the import was canceled")
    await settleItems(tx, teamId, run)
    const items = run.complete ? await itemStatuses(tx, { teamId, id: run.id }) : []
    const gone = new Set(items.flatMap(({ path, status }) => (status === "gone" ? [path] : [])))
    const offered = new Set(items.flatMap(({ path, status }) => (status === "gone" ? [] : [path])))
    const known =
      gone.size === 0 && !run.sync
        ? []
        : await knownFiles(teamId, { sourceId: run.sourceId, projectNames: [], from: exchangeOf(run) }, tx)
    await closeMetConflicts(tx, teamId, run.id) // conflicts before files, as whoever decides one holds them: no two wait for each other
    await markAgreed(tx, teamId, run)
    await noteMetBases(tx, teamId, run)
    await markGone(
      tx,
      teamId,
      known.filter((file) => isGone(run, file) && gone.has(file.path)).map((file) => file.id),
      { reason: `Removed from ${run.sourceName}`, runId: run.id },
    )
    // What a folder has no more, and what went on here meanwhile, comes to it again: it is still the folder's.
    const left = (file: KnownFile) =>
      run.sync ? isOfSync(run, file) && (file.state === "gone" || file.base === file.sha256) : file.held
    if (run.complete)
      await dropBases(
        tx,
        teamId,
        run.sourceId,
        known.filter((file) => left(file) && !isAccountedFor(file.path, offered)).map((file) => file.id),
      )
    const takenAway = run.complete
      ? (await takenAwayFrom(tx, teamId, run.sourceId)).filter(
          (file) => run.projectName === null || file.projectName === run.projectName,
        )
      : []
    await dropBases(
      tx,
      teamId,
      run.sourceId,
      takenAway.filter((file) => !isAccountedFor(file.path, offered)).map((file) => file.id),
    )
    await endImportRun(tx, { teamId, id: run.id }, "done")
    await markImported(tx, teamId, run.sourceId)
    return done(null)
  })
}
