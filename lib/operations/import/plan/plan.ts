import { setTimeout as pause } from "node:timers/promises"
import { type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { itemStatuses, markPlanned, quarantineMissing } from "@/lib/db/sources/planned-import-files"
import {
  endImportRun,
  lockImportRun,
  nextItems,
  saveItems,
  type HeldItem,
} from "@/lib/db/sources/running-imports"
import { knownFiles } from "@/lib/db/memory-files/store-files"
import { findRun, runPaths, type RunSummary } from "@/lib/db/sources/import-runs"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { prefixOfMemoryFolder } from "@/lib/memory/sources/project-assignment"
import { describeFailure, isContention, isOutage } from "@/lib/db/infra/write-failures"
import { exchangeOf, mergeDerivations, sourceOf } from "./merge-decisions"
import { type Derivation, quarantineFile } from "../../writing/derive"
import { rowsOfRemovedFiles, itemRow, placeKey } from "../file-status"
import { importParser } from "../parse-files"
import { factsOf } from "../source-facts"

/**
 * Reads every received file, compares it with the database, and stores what the run would do: new, changed,
 * unchanged, removed, ignored, quarantined. Writes nothing to memory.
 */
export async function planImport(actor: Actor, teamId: string, runId: string): Promise<Outcome<null>> {
  const run = await findRun(visibilityOf(actor, teamId), runId)
  if (!run) return refused("not-found", "import not found")
  if (run.state === "planned") return done(null)
  if (run.state !== "collecting")
    return refused(
      "conflict",
      `this import cannot continue because its state is "${run.state}". Start a new one`,
    )
  const read = await planReceived(actor, teamId, run)
  if (!read.ok) return read
  return commit(actor, { kind: "import.plan", teamId, subject: run.sourceName }, async (tx) =>
    whileCollecting(tx, teamId, runId, async () => {
      await settleItems(tx, visibilityOf(actor, teamId), run)
      await markPlanned(tx, { teamId, id: runId })
      return null
    }),
  )
}

/** Reads the files of a run that are not planned yet, and stores what the run would do with each. */
export async function planReceived(actor: Actor, teamId: string, run: RunSummary): Promise<Outcome<null>> {
  const items = await runPaths(visibilityOf(actor, teamId), run.id)
  const paths = items.map((one) => one.path)
  const holder = prefixOfMemoryFolder({ kind: run.sourceKind, name: run.sourceName }, paths)
  const parse = importParser(paths, holder, await factsOf(visibilityOf(actor, teamId), run, paths))
  const known = new Map(
    (
      await knownFiles(visibilityOf(actor, teamId), {
        sourceId: run.sourceId,
        projectNames: [...new Set(items.flatMap((one) => one.projectName ?? []))],
        from: exchangeOf(run),
      })
    ).map((file) => [placeKey(file), file]),
  )
  for (
    let after = "", batch = await nextItems(visibilityOf(actor, teamId), run.id, ["received"], after);
    batch.length > 0;
    batch = await nextItems(visibilityOf(actor, teamId), run.id, ["received"], after)
  ) {
    const derived = await parse(batch)
    const files = batch.map((item, place) => ({ item, derived: derived[place] as Derivation }))
    const saved = await storeDivided(files, async (some) => {
      const arrived = {
        source: sourceOf(run),
        holder,
        items: some.map((one) => one.item),
        derived: some.map((one) => one.derived),
        known,
      }
      const settled = await mergeDerivations(teamId, arrived)
      const rows = some.map(({ item }, place) =>
        itemRow({ teamId, id: run.id }, item, settled[place] as Derivation, known.get(placeKey(item))),
      )
      return commit(
        actor,
        { kind: "import.plan", teamId, subject: run.sourceName, detail: { files: rows.length } },
        async (tx) =>
          whileIn(tx, teamId, run, async () => {
            await saveItems(tx, rows)
            return null
          }),
      )
    })
    if (!saved.ok) return saved
    after = batch.at(-1)?.path ?? after
  }
  return done(null)
}

/** Does the work if the run is still collecting files. Refuses if it was canceled or started. */
export const whileCollecting = <T>(tx: Tx, teamId: string, runId: string, work: () => Promise<T>) =>
  whileIn(tx, teamId, { id: runId, state: "collecting" }, work)

/** Does the work if the run is still in the given state, else refuses. */
export async function whileIn<T>(
  tx: Tx,
  teamId: string,
  run: Pick<RunSummary, "id" | "state">,
  work: () => Promise<T>,
): Promise<Outcome<T>> {
  const state = await lockImportRun(tx, teamId, run.id)
  return state === run.state
    ? done(await work())
    : refused("conflict", `this import cannot continue because its state is "${state}". Start a new one`)
}

/** Quarantines files that never arrived, and adds rows for files that the source no longer has. */
export async function settleItems(tx: Tx, visible: Visibility, run: RunSummary): Promise<void> {
  const key = { teamId: visible.teamId, id: run.id }
  await quarantineMissing(tx, key, "its content was not received. Import the file again")
  if (!run.complete) return
  const offered = await itemStatuses(tx, key)
  const known = await knownFiles(
    visible,
    { sourceId: run.sourceId, projectNames: [], from: exchangeOf(run) },
    tx,
  )
  await saveItems(
    tx,
    rowsOfRemovedFiles({ teamId: visible.teamId, ...run }, known, new Set(offered.map((one) => one.path))),
  )
}

/** Cancels a run that is collecting files, planned or running. Refuses other runs. */
export async function discardImport(
  actor: Actor,
  teamId: string,
  runId: string,
  sourceName: string,
): Promise<Outcome<null>> {
  return commit(actor, { kind: "import.cancel", teamId, subject: sourceName }, async (tx) => {
    const state = await lockImportRun(tx, teamId, runId)
    if (state === null) return refused("not-found", "import not found")
    if (!["collecting", "planned", "running"].includes(state))
      return refused("conflict", `this import has already ended with the state "${state}"`)
    await endImportRun(tx, { teamId, id: runId }, "cancelled")
    return done(null)
  })
}

/** A received file with its parsed content. */
export interface ReadFile {
  readonly item: HeldItem
  readonly derived: Derivation
}

type Store = (files: readonly ReadFile[], attempt: "first" | "repeated") => Promise<Outcome<null>>

/**
 * Stores a batch of files. If that fails, stores each half, and so on, until the failing files are found.
 * Those are quarantined, and all others are stored. Stops at the first refusal. Throws if no file can be
 * stored.
 */
export async function storeDivided(files: readonly ReadFile[], store: Store): Promise<Outcome<null>> {
  return divide(files, store, "first")
}

async function divide(
  files: readonly ReadFile[],
  store: Store,
  attempt: "first" | "repeated",
): Promise<Outcome<null>> {
  const [file] = files
  if (file === undefined) return done(null)
  try {
    const isWholeOrAlone = attempt === "first" || files.length === 1
    return await repeatWhileBlocked(() => store(files, attempt), isWholeOrAlone ? ATTEMPTS : 1)
  } catch (cause) {
    if (isOutage(cause)) throw cause
    if (files.length === 1) {
      console.error(`${file.item.path} could not be stored and was quarantined:`, cause)
      return repeatWhileBlocked(() =>
        store([{ ...file, derived: refusedFile(file.item.path, cause) }], "repeated"),
      )
    }
    const half = files.length >> 1
    const first = await divide(files.slice(0, half), store, "repeated")
    return first.ok ? divide(files.slice(half), store, "repeated") : first
  }
}

function refusedFile(path: string, cause: unknown): Derivation {
  const { what, next } = describeFailure(cause)
  return quarantineFile(
    "not-storable",
    `${path} could not be stored: ${what}. ${next}. The other files were not affected`,
  )
}

const ATTEMPTS = 4
const PAUSE_MS = 50

/** Repeats work that failed because of another transaction, after random pauses of increasing length. */
export async function repeatWhileBlocked<T>(work: () => Promise<T>, attempts = ATTEMPTS): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (cause) {
      if (attempt >= attempts || !isContention(cause)) throw cause
      await pause(PAUSE_MS * attempt * (0.5 + Math.random()))
    }
  }
}
