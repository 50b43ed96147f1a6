import { visibilityOf, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { isDatabaseUnreachable } from "@/lib/db/infra/database-unavailable"
import { describeFailure } from "@/lib/db/infra/write-failures"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { newId } from "@/lib/db/infra/identifiers"
import { type Lease, withLease } from "@/lib/db/leases"
import {
  claimImportRun,
  dropContent,
  endImportRun,
  type HeldItem,
  lockPlaces,
  lockImportRun,
  lockSource,
  nextItems,
  saveItems,
} from "@/lib/db/sources/running-imports"
import { itemStatuses, markImported } from "@/lib/db/sources/planned-import-files"
import { closeMetConflicts } from "@/lib/db/conflicts/file-conflicts"
import { findRun, runPaths, type RunSummary } from "@/lib/db/sources/import-runs"
import {
  entriesOf,
  type FileToStore,
  type KnownEntry,
  type KnownFile,
  knownFiles,
  markAgreed,
  markFilesRemoved,
  markPresent,
  setBases,
  setOptedOut,
  storeFiles,
} from "@/lib/db/memory-files/store-files"
import { agentKey } from "@/lib/db/teams/projects-and-agents"
import {
  dropBases,
  noteBases,
  storeUnchangedBases,
  filesRemovedByMigration,
} from "@/lib/db/sources/merge-bases"
import { moveToAgents } from "@/lib/db/agents/workspaces"
import type { Actor } from "@/lib/memory/teams/actor"
import { groupBy } from "@/lib/memory/text/aggregates"
import { matchEntries } from "@/lib/memory/history/entry-identity"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { prefixOfMemoryFolder } from "@/lib/memory/sources/project-assignment"
import { exchangeOf, mergeDerivations, sourceOf } from "./plan/merge-decisions"
import type { Derivation, DerivedFile } from "../writing/derive"
import { type ReadFile, repeatWhileBlocked, storeDivided, settleItems } from "./plan/plan"
import {
  ownerOfFile,
  setsNewBase,
  addsNothing,
  sourceHash,
  isAccountedFor,
  isGone,
  isOfSync,
  type ItemRow,
  itemRow,
  joinsAgent,
  placeKey,
} from "./file-status"
import { importParser } from "./parse-files"
import { Places } from "./plan/projects-and-agents"
import { factsOf } from "./source-facts"

export interface ClaimedImport {
  readonly run: RunSummary
  readonly lease: Lease
}

/**
 * Claims a run whose files have arrived, or a run whose process ended. Refuses if neither applies.
 * `carryOutImport` then does the work.
 */
export async function claimImport(
  actor: Actor,
  teamId: string,
  runId: string,
): Promise<Outcome<ClaimedImport>> {
  const run = await findRun(visibilityOf(actor, teamId), runId)
  if (!run) return refused("not-found", "import not found")
  return commit(actor, { kind: "import.start", teamId, subject: run.sourceName }, async (tx) => {
    const lease = await claimImportRun(tx, teamId, runId)
    return lease
      ? done({ run, lease })
      : refused(
          "conflict",
          `this import cannot be started because its state is "${run.state}". Start a new one`,
        )
  })
}

/**
 * Stores the files of a claimed run in batches. Each batch is one transaction, so that the run can be resumed
 * after any interruption.
 */
export async function carryOutImport(
  actor: Actor,
  { run, lease }: ClaimedImport,
  teamId: string,
): Promise<void> {
  await withLease(lease, (lost) => storeAll(actor, run, teamId, lost))
}

async function storeAll(actor: Actor, run: RunSummary, teamId: string, lost: AbortSignal): Promise<void> {
  const underWay: Promise<Outcome<null>>[] = []
  try {
    const paths = (await runPaths(visibilityOf(actor, teamId), run.id)).map((one) => one.path)
    const holder = prefixOfMemoryFolder({ kind: run.sourceKind, name: run.sourceName }, paths)
    const parse = importParser(paths, holder, await factsOf(visibilityOf(actor, teamId), run, paths))
    const load = async (after: string): Promise<ReadFile[]> => {
      const items = await nextItems(
        visibilityOf(actor, teamId),
        run.id,
        ["received", "new", "changed", "left-alone"],
        after,
      )
      const derived = await parse(items)
      return items.map((item, place) => ({ item, derived: derived[place] as Derivation }))
    }
    const places = new Places(teamId)
    for (let coming = load(""); ;) {
      const files = await coming
      const last = files.at(-1)
      if (last) {
        coming = load(last.item.path)
        coming.catch(() => undefined) // Awaited in the next round, unless this round fails first.
        const storing = storeFilesOf(actor, { run, teamId, places, holder }, files)
        storing.catch(() => undefined) // Awaited later in this loop.
        underWay.push(storing)
      }
      if (last && underWay.length < AT_ONCE) continue
      const oldest = underWay.shift()
      if (!oldest) break
      if (!(await oldest).ok || lost.aborted) return
    }
    await repeatWhileBlocked(() => finish(actor, run, teamId))
  } catch (cause) {
    await Promise.allSettled(underWay)
    if (isDatabaseUnreachable(cause)) throw cause // The run is resumed after its lease expires.
    console.error(`import of ${run.sourceName} failed:`, cause)
    const { what, next } = describeFailure(cause)
    const message = `The import of ${run.sourceName} stopped: ${what}. Files stored so far are kept. ${next}. Import again to continue`
    await commit(actor, { kind: "import.fail", teamId, subject: run.sourceName }, async (tx) =>
      done(await endImportRun(tx, { teamId, id: run.id }, "failed", message)),
    )
  } finally {
    await Promise.allSettled(underWay)
  }
}

/** Number of batches in progress. While the database writes one, the rows of the next are computed. */
const AT_ONCE = 2

interface ImportTarget {
  readonly run: RunSummary
  readonly teamId: string
  readonly places: Places
  /** Folder before all paths of the source: "" or with a trailing slash. */
  readonly holder: string
}

interface Batch extends ImportTarget {
  readonly items: readonly HeldItem[]
  readonly derived: readonly Derivation[]
}

/** Stores a batch. A file that cannot be stored is quarantined. */
function storeFilesOf(
  actor: Actor,
  target: ImportTarget,
  files: readonly ReadFile[],
): Promise<Outcome<null>> {
  return storeDivided(files, async (some, attempt) => {
    const batch: Batch = {
      ...target,
      items: some.map((one) => one.item),
      derived: some.map((one) => one.derived),
      // A retry looks up all names again, because one of them may have been removed.
      places: attempt === "first" ? target.places : new Places(target.teamId),
    }
    await batch.places.prepare(actor, target.run.sourceName, needsOf(batch))
    return storeBatch(actor, batch)
  })
}

/** A received file whose text is stored, with its plan and the stored file. */
interface IncomingFile {
  readonly item: HeldItem
  readonly row: ItemRow
  readonly derived: DerivedFile
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
      const { known, rows, incoming } = await planBatch(tx, batch)
      const returned = incoming.flatMap(({ stored, ...file }): ReturnedFile[] =>
        stored !== undefined && addsNothing(file.derived, stored) ? [{ ...file, stored }] : [],
      )
      const withNewBase = await storeReturned(tx, batch, returned)
      const files = await toStore(
        tx,
        batch,
        incoming.filter(({ stored, derived }) => stored === undefined || !addsNothing(derived, stored)),
      )
      await storeFiles(tx, teamId, files, new Date())
      await noteBases(tx, teamId, run.sourceId, [
        ...files.map(({ id, base }) => ({ id, sha256: base })),
        ...returned.map(({ stored, derived }) => ({ id: stored.id, sha256: sourceHash(derived) })),
      ])
      await setOptedOut(tx, teamId, optedOutOf(files, known))
      await saveItems(
        tx,
        rows.map((row) => ({ ...row, written: row.status === "new" || row.status === "changed" })),
      )
      const merged = files.filter((file) => file.base !== file.sha256).map((file) => file.path)
      const kept = new Set([...withNewBase, ...merged])
      await dropContent(
        tx,
        teamId,
        run.id,
        items.flatMap((item) => (kept.has(item.path) ? [] : [item.path])),
      )
      return done(null)
    },
  )
}

interface PlannedBatch {
  /** Stored files, by project and path. */
  readonly known: ReadonlyMap<string, KnownFile>
  readonly rows: readonly ItemRow[]
  /** The memory files that differ from the stored ones. */
  readonly incoming: readonly IncomingFile[]
}

/** Compares the files of a batch with the stored ones. */
async function planBatch(tx: Tx, { run, teamId, holder, items, derived }: Batch): Promise<PlannedBatch> {
  const stored = await knownFiles(
    wholeTeamUnchecked(teamId),
    {
      sourceId: null,
      projectNames: [...new Set(items.flatMap((item) => item.projectName ?? []))],
      paths: items.map((item) => item.path),
      from: exchangeOf(run),
    },
    tx,
  )
  const known = new Map(stored.map((file) => [placeKey(file), file]))
  const settled = await mergeDerivations(teamId, { source: sourceOf(run), holder, items, derived, known }, tx)
  const rows = items.map((item, place) =>
    itemRow({ teamId, id: run.id }, item, settled[place] as Derivation, known.get(placeKey(item))),
  )
  const incoming = items.flatMap((item, place): IncomingFile[] => {
    const [row, found] = [rows[place] as ItemRow, settled[place] as Derivation]
    return found.kind === "memory" && row.status !== "same"
      ? [{ item, row, derived: found, stored: known.get(placeKey(item)) }]
      : []
  })
  return { known, rows, incoming }
}

/** A file that was removed and is in the source again with the stored text. */
type ReturnedFile = IncomingFile & { readonly stored: KnownFile }

/**
 * Marks files as present in the source again. Returns the paths of files whose merge base changes because
 * entries were left out.
 */
async function storeReturned(
  tx: Tx,
  { run, teamId, places }: Batch,
  returned: readonly ReturnedFile[],
): Promise<string[]> {
  await markPresent(
    tx,
    teamId,
    returned.map(({ stored }) => stored.id),
    { reason: `Found again in ${run.sourceName}`, runId: run.id, sourceId: run.sourceId },
  )
  const baseOf = ({ stored, derived }: ReturnedFile) => ({ id: stored.id, base: sourceHash(derived) })
  const withNewBase = returned.filter(({ stored, derived }) => setsNewBase(derived, stored))
  const fromOtherSource = returned.filter(({ stored }) => stored.sourceId !== run.sourceId)
  await setBases(tx, teamId, [...withNewBase, ...fromOtherSource].map(baseOf))
  await moveToAgents(tx, teamId, movesOf(returned, places))
  return withNewBase.map(({ item }) => item.path)
}

/** Returns the files that move to an agent although their text stays. */
function movesOf(returned: readonly IncomingFile[], places: Places): { fileId: string; agentId: string }[] {
  return returned.flatMap(({ item, stored }) =>
    stored !== undefined && item.agent !== null && joinsAgent(item, stored)
      ? [{ fileId: stored.id, agentId: places.agent(agentKey(stored.projectId, item.agent)) }]
      : [],
  )
}

/** Returns the agents and categories that a batch needs, and its agent definitions. */
function needsOf({ items, derived }: Batch) {
  const both = items.map((item, place) => ({ item, found: derived[place] as Derivation }))
  return {
    files: both.flatMap(({ item, found }) =>
      found.kind === "memory" ? [{ project_name: item.projectName, ...ownerOfFile(item, found) }] : [],
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

/** Returns the agents whose memory files opt out of memory, and the agents that no longer opt out. */
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

async function toStore(tx: Tx, batch: Batch, coming: readonly IncomingFile[]): Promise<FileToStore[]> {
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
      base: sourceHash(derived),
      projectId,
      sourceId: batch.run.sourceId,
      agentId: row.agent === null ? null : batch.places.agent(agentKey(projectId, row.agent)),
      categoryId: row.category === null ? null : batch.places.category(row.category),
      identities: identitiesOf(derived, before.get(stored?.id ?? "") ?? [], head),
      head,
      modifiedAt: item.modifiedAt,
      by: {
        ...batch.run.by,
        reason: `Imported from ${batch.run.sourceName}${derived.merged ? ", merged with changes made in Quarterdeck" : ""}${derived.leftOut ? ", without forgotten entries" : ""}`,
        runId: batch.run.id,
      },
    }
  })
}

/**
 * Matches the entries of the new text with the stored ones. An entry with an unchanged text keeps the
 * revision that introduced the text.
 */
function identitiesOf(
  derived: DerivedFile,
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
    await settleItems(tx, visibilityOf(actor, teamId), run)
    const items = run.complete ? await itemStatuses(tx, { teamId, id: run.id }) : []
    const gone = new Set(items.flatMap(({ path, status }) => (status === "gone" ? [path] : [])))
    const offered = new Set(items.flatMap(({ path, status }) => (status === "gone" ? [] : [path])))
    const known =
      gone.size === 0 && !run.sync
        ? []
        : await knownFiles(
            visibilityOf(actor, teamId),
            { sourceId: run.sourceId, projectNames: [], from: exchangeOf(run) },
            tx,
          )
    // Conflicts are locked before files, as in decisions, to avoid a deadlock.
    await closeMetConflicts(tx, teamId, run.id)
    await markAgreed(tx, teamId, run)
    await storeUnchangedBases(tx, teamId, run)
    await markFilesRemoved(
      tx,
      teamId,
      known.filter((file) => isGone(run, file) && gone.has(file.path)).map((file) => file.id),
      { reason: `Removed from ${run.sourceName}`, runId: run.id },
    )
    // A synced file that the folder lost but that changed here keeps its merge base. The next sync writes it
    // to the folder again.
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
      ? (await filesRemovedByMigration(tx, teamId, run.sourceId)).filter(
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
