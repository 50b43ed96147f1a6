import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { createHash } from "node:crypto"
import { setTimeout as pause, setImmediate as breathe } from "node:timers/promises"
import {
  countVectors,
  type DueFile,
  dropVectors,
  dueFiles,
  type EmbeddedEntry,
  entriesToEmbed,
  type EntryToEmbed,
  indexLeaseKey,
  noteIndexError,
  noteIndexed,
  storeVectors,
  moveVectors,
  sampleVectors,
  type StoredVector,
  vectorsToMove,
  teamsToIndex,
} from "@/lib/db/search/files-to-embed"
import { acquireLease, withLease } from "@/lib/db/leases"
import { dropSpaces, makeSpace, type Space, spacesOf } from "@/lib/db/search/vectors"
import { type Embedder, EmbeddingError } from "@/lib/embedding/embedder"
import { textToEmbed, normalise, dequantise, type Cells, cellsFor, divide } from "@/lib/memory/search/vectors"
import { guardText } from "../guard/secrets-and-flags"
import type { BackgroundWork } from "../infra/background-work"

export interface Indexing {
  readonly signal?: AbortSignal | undefined
  /** Pause after each batch as a share of the duration of the batch. Requests have priority over indexing. */
  readonly rest?: number
  /** Number of vectors from which on they are divided into cells. */
  readonly divideFrom?: number
  /** Called with the files of each batch that is indexed. */
  readonly onIndexed?: (files: readonly IndexedFile[]) => void
}

/** A file whose entries have vectors now. Entries since the revision `since` had none before. */
export interface IndexedFile {
  readonly id: string
  readonly since: number
}

const FILES_AT_ONCE = 64
const ENTRIES_AT_ONCE = 256
const EMBEDDED_AT_ONCE = 32
/**
 * Default number of vectors from which on they are divided into cells. Comparing fewer vectors directly costs
 * less than comparing them with cell centers first.
 */
export const DIVIDE_FROM = 5_000

/**
 * Embeds new and changed entries of a team and removes deleted ones from the index, in batches. Each batch is
 * stored, so an interrupted run continues at the next batch. Returns the number of embedded entries. Null if
 * another process works on the team.
 */
export async function indexTeam(
  embedder: Embedder,
  teamId: string,
  indexing: Indexing = {},
): Promise<number | null> {
  const lease = await acquireLease(indexLeaseKey(teamId))
  if (lease === null) return null
  return withLease(lease, async (lost) => {
    const signal = AbortSignal.any([lost, ...(indexing.signal ? [indexing.signal] : [])])
    try {
      const embedded = await indexAll(embedder, teamId, { ...indexing, signal })
      await noteIndexError(teamId, null)
      return embedded
    } catch (cause) {
      if (lost.aborted) return null
      if (!signal.aborted)
        await noteIndexError(
          teamId,
          cause instanceof EmbeddingError ? cause.message : "indexing failed. See the server log for details",
        )
      throw cause
    }
  })
}

interface Stoppable extends Indexing {
  /** Signal that is aborted if the process stops or loses the lease. */
  readonly signal: AbortSignal
}

async function indexAll(embedder: Embedder, teamId: string, indexing: Stoppable): Promise<number> {
  let embedded = 0
  for (;;) {
    const files = fitting(await dueFiles(wholeTeamUnchecked(teamId), embedder.id, FILES_AT_ONCE))
    if (files.length === 0) break
    embedded += await indexFiles(embedder, teamId, files, indexing)
  }
  const { divideFrom = DIVIDE_FROM, signal } = indexing
  await divideVectors(teamId, embedder.id, { from: divideFrom, signal })
  await dropSpaces(teamId, embedder.id)
  return embedded
}

/** Returns the first files that fit into a batch, at least one. */
function fitting(files: readonly DueFile[]): DueFile[] {
  let entries = 0
  return files.filter(
    (file, place) => (entries += file.gone ? 0 : file.entries) <= ENTRIES_AT_ONCE || place === 0,
  )
}

async function indexFiles(
  embedder: Embedder,
  teamId: string,
  files: readonly DueFile[],
  { signal, rest = 0, onIndexed }: Stoppable,
): Promise<number> {
  const spaces = await spacesOf(wholeTeamUnchecked(teamId), embedder.id)
  const entries = await entriesToEmbed(
    wholeTeamUnchecked(teamId),
    spaces.map((space) => space.number),
    files.filter((file) => !file.gone).map((file) => file.id),
  )
  const kept = embedder.outside ? entries.filter((entry) => isFlagged(entry)) : []
  const left = new Set(kept.map((entry) => entry.id))
  await dropVectors(
    teamId,
    kept.filter((entry) => entry.hash !== null).map((entry) => entry.id),
  )
  const changed = entries
    .filter((entry) => !left.has(entry.id))
    .map((entry) => ({ ...entry, said: textToEmbed(entry.section, entry.text) }))
    .flatMap((entry) => {
      const hash = hashOf(entry.said)
      return entry.hash !== null && Buffer.from(entry.hash).equals(hash) ? [] : [{ ...entry, hash }]
    })
  for (let from = 0; from < changed.length; from += EMBEDDED_AT_ONCE) {
    signal.throwIfAborted()
    const begun = performance.now()
    const batch = await embedAll(embedder, changed.slice(from, from + EMBEDDED_AT_ONCE), signal)
    const [first] = batch
    if (first) await storeVectors(teamId, await spaceFor(teamId, embedder, first.vector.length), batch)
    const refused = changed
      .slice(from, from + EMBEDDED_AT_ONCE)
      .filter((entry) => !batch.some((one) => one.id === entry.id))
    for (const entry of refused) left.add(entry.id)
    await dropVectors(
      teamId,
      refused.map((entry) => entry.id),
    )
    if (rest > 0) await pause((performance.now() - begun) * rest, undefined, { signal })
  }
  const keptIn = entries.filter((entry) => left.has(entry.id)).map((entry) => entry.fileId)
  await noteIndexed(
    teamId,
    embedder.id,
    files.map((file) => ({ ...file, kept: keptIn.filter((id) => id === file.id).length })),
  )
  onIndexed?.(files.filter(({ gone }) => !gone).map(({ id, indexed }) => ({ id, since: indexed })))
  return changed.length
}

/** True if a text has a secret or a flag. Such texts are never sent to an external service. */
const isFlagged = ({ text }: EntryToEmbed): boolean => {
  const { secrets, flags } = guardText(text)
  return secrets.length > 0 || flags.length > 0
}

type ToEmbed = EntryToEmbed & { readonly said: string; readonly hash: Uint8Array }

/**
 * Returns the vectors of entries. If the embedder rejects a batch, its halves are sent separately. Leaves out
 * entries that are rejected alone.
 */
async function embedAll(
  embedder: Embedder,
  entries: readonly ToEmbed[],
  signal: AbortSignal,
): Promise<EmbeddedEntry[]> {
  try {
    const vectors = await embedder.embed(
      entries.map((entry) => entry.said),
      signal,
    )
    return entries.map(({ id, fileId, projectId, hash }, place) => ({
      id,
      fileId,
      projectId,
      hash,
      vector: normalise(vectors[place] as Float32Array),
    }))
  } catch (cause) {
    if (!(cause instanceof EmbeddingError && cause.aboutTexts)) throw cause
    if (entries.length <= 1) return []
    const middle = entries.length >> 1
    return [
      ...(await embedAll(embedder, entries.slice(0, middle), signal)),
      ...(await embedAll(embedder, entries.slice(middle), signal)),
    ]
  }
}

/**
 * Returns the space that new vectors go to. Creates the first one. Throws if the newest space has another
 * number of dimensions.
 */
async function spaceFor(teamId: string, embedder: Embedder, dimensions: number): Promise<Space> {
  const [newest] = await spacesOf(wholeTeamUnchecked(teamId), embedder.id)
  if (newest && newest.dimensions !== dimensions)
    throw new EmbeddingError(
      `${embedder.id} returned ${dimensions} dimensions, but this team's index has ${newest.dimensions}. Use the earlier model, or choose a different name for the new model`,
    )
  return (
    newest ??
    makeSpace(teamId, embedder.id, {
      dimensions,
      madeFor: await countVectors(wholeTeamUnchecked(teamId), []),
      cells: null,
    })
  )
}

const hashOf = (said: string): Buffer => createHash("sha256").update(said).digest().subarray(0, 16)

interface Dividing {
  readonly from: number
  readonly signal: AbortSignal
}

/**
 * Growth factor after which a store is divided into cells again. A cell then holds twice as many vectors as
 * after the last division.
 */
const GROWN = 4
/** Number of vectors sampled for each future cell. The total is limited so that training takes seconds. */
const SAMPLED_A_CELL = 32
const SAMPLED = 24_000
const MOVED_AT_ONCE = 1_000

/**
 * Divides the vectors of a team into cells if there are many, and moves vectors from older spaces. Searches
 * see all vectors during this work.
 */
async function divideVectors(teamId: string, model: string, { from, signal }: Dividing): Promise<void> {
  const [newest, ...older] = await spacesOf(wholeTeamUnchecked(teamId), model)
  if (!newest) return
  const count = await countVectors(
    wholeTeamUnchecked(teamId),
    [newest, ...older].map((space) => space.number),
  )
  const due = count >= from && (newest.cells === null || count >= newest.madeFor * GROWN)
  if (!due) return move(teamId, newest, older, signal)
  const cells = await trained(teamId, newest, count, signal)
  const fresh = await makeSpace(teamId, model, { dimensions: newest.dimensions, madeFor: count, cells })
  await move(teamId, fresh, [newest, ...older], signal)
}

async function trained(teamId: string, space: Space, count: number, signal: AbortSignal): Promise<Cells> {
  const wanted = cellsFor(count)
  const sample = (
    await sampleVectors(
      wholeTeamUnchecked(teamId),
      space.number,
      Math.min(SAMPLED, wanted * SAMPLED_A_CELL),
      count,
    )
  ).map(vectorOf)
  const steps = divide(sample, Math.min(wanted, sample.length), seeded(7))
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    signal.throwIfAborted()
    await breathe()
  }
}

async function move(teamId: string, to: Space, older: readonly Space[], signal: AbortSignal): Promise<void> {
  const spaces = older.map((space) => space.number)
  for (;;) {
    const rows =
      spaces.length === 0 ? [] : await vectorsToMove(wholeTeamUnchecked(teamId), spaces, MOVED_AT_ONCE)
    if (rows.length === 0) return
    signal.throwIfAborted()
    await moveVectors(
      teamId,
      to,
      rows.map((row) => ({ id: row.id, vector: vectorOf(row) })),
    )
    await breathe()
  }
}

const vectorOf = ({ vector, scale }: StoredVector): Float32Array =>
  dequantise({ bytes: new Int8Array(vector.buffer, vector.byteOffset, vector.byteLength), scale })

/**
 * Returns a generator of numbers from 0 to 1. Equal seeds give equal numbers, so that a repeated division
 * gives the same cells.
 */
function seeded(seed: number): () => number {
  let state = seed
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}

/**
 * Matches events that change no memory file, and the steps of an import before its end. Imported files are
 * embedded after the import.
 */
const ELSEWHERE =
  /^(?:import\.(?:open|receive|plan|place|places|start|store)$|proposal\.(?!approve|merge|undo|consolidate)|conflict\.(?!resolve|undo)|token\.|access-token\.|member\.|invitation\.|view\.|policy\.|audit\.|synthesis\.|claim\.|coach-run\.|receipt|entry\.vouch)/

/** Pause after a batch as a share of the duration of the batch. */
const REST = 0.5

/**
 * Returns the background work that updates the search index: soon after each change, and regularly for failed
 * entries and those that another process left. Works on one team at a time, with a pause after each batch.
 * When the process stops, the current batch is finished first. `whenIndexed` is called with the files of a
 * team that have new vectors.
 */
export function indexingMemory(
  embedder: Embedder,
  {
    pauseMs = 1_000,
    whenIndexed,
  }: {
    readonly pauseMs?: number
    readonly whenIndexed?: (teamId: string, files: readonly IndexedFile[]) => Promise<unknown>
  } = {},
): BackgroundWork {
  let lastProblem = ""
  return {
    name: "Indexing embeddings",
    pauseMs,
    lookMs: 60_000,
    atOnce: 1,
    due: () => teamsToIndex(embedder.id),
    after: ({ kind, teamId }) => (teamId === null || ELSEWHERE.test(kind) ? [] : [teamId]),
    async run(teamId, signal) {
      const indexed: IndexedFile[] = []
      try {
        await indexTeam(embedder, teamId, {
          rest: REST,
          signal,
          onIndexed: (files) => indexed.push(...files),
        })
        lastProblem = ""
      } catch (cause) {
        if (!(cause instanceof EmbeddingError)) throw cause
        // A repeated problem is logged once, not every minute.
        if (cause.message !== lastProblem) console.error(`indexing embeddings is delayed: ${cause.message}`)
        lastProblem = cause.message
      }
      if (indexed.length > 0) await whenIndexed?.(teamId, indexed)
    },
  }
}
