import { setImmediate as breathe } from "node:timers/promises"
import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import {
  type ComparedEntry,
  similarEntries,
  entriesOfWords,
  comparableEntries,
  comparableEntriesOf,
  type FileToCompare,
  type ComparableFile,
} from "@/lib/db/conflicts/comparable-entries"
import { areIndexed } from "@/lib/db/search/files-to-embed"
import { vectorsOfFiles } from "@/lib/db/search/vectors"
import { LOCAL_MODEL, localModelReads } from "@/lib/embedding/embedder"
import { groupBy } from "@/lib/memory/text/aggregates"
import { runIsolated } from "../../isolated/run-isolated"
import {
  type ComparedPair,
  compareStatements,
  type PossibleCopies,
  type StatementIndex,
  type FoundConflict,
  type ComparedStatement,
  type PairToCompare,
} from "./analyses"
import { type Edge, selectForReview, EdgeCollector } from "./conflicts-per-entry"
import { findBetween, inPortions, indexEntries, statementOf, type UncheckedFiles } from "./run-analyses"
import { StatementPool } from "./statement-pool"

/**
 * Maximum number of entries of one file compared per child process run. Each is compared with at most about
 * eighty others.
 */
const COMPARED_AT_ONCE = 50

/** Compares entries with similar stored entries. Yields the conflicts file by file. */
export async function* compareFew(
  teamId: string,
  entries: readonly ComparedEntry[],
  setAside: UncheckedFiles,
): AsyncGenerator<FoundConflict[]> {
  const indexes = await indexEntries(entries, setAside)
  for (const [, own] of groupBy([...indexes.keys()], ({ fileId }) => fileId))
    for (const some of inPortions(own, COMPARED_AT_ONCE))
      yield await compareSome(teamId, some, { indexes, setAside })
}

interface Comparing {
  readonly indexes: ReadonlyMap<ComparedEntry, StatementIndex>
  readonly setAside: UncheckedFiles
}

async function compareSome(
  teamId: string,
  entries: readonly ComparedEntry[],
  comparing: Comparing,
): Promise<FoundConflict[]> {
  const { setAside } = comparing
  const fileId = entries[0]?.fileId ?? ""
  if (setAside.has(fileId)) return []
  const { all, pairs } = await pairWithSimilar(teamId, entries, comparing)
  const [result] = await runIsolated(compareStatements, [{ statements: all.map(statementOf), pairs }])
  if (!result?.ok) {
    setAside.add(fileId, result)
    return []
  }
  const conflicting = pairs.flatMap(([one, other], at) => {
    const compared = result.value[at]
    return compared ? [{ one, ...compared, entry: all[other] as ComparedEntry }] : []
  })
  const units: ConflictingCopies[] = []
  for (const [one, known] of groupBy(conflicting, (pair) => pair.one))
    units.push(...(await conflictingCopies(teamId, all[one] as ComparedEntry, known)))
  return findBetween(
    units.map((unit) => ({ fileId, ...unit })),
    setAside,
  )
}

/** Returns the entries followed by the similar ones, and the pairs to compare as indexes into that list. */
async function pairWithSimilar(
  teamId: string,
  entries: readonly ComparedEntry[],
  { indexes, setAside }: Comparing,
): Promise<{ all: ComparedEntry[]; pairs: [number, number][] }> {
  const all = [...entries]
  const pairs: [number, number][] = []
  for (const [one, entry] of entries.entries())
    for (const similar of await similarTo(teamId, entry, indexes.get(entry)?.choices ?? []))
      if (!setAside.has(similar.fileId)) pairs.push([one, all.push(similar) - 1])
  return { all, pairs }
}

type ConflictingEntry = ComparedPair & { readonly entry: ComparedEntry }

interface ConflictingCopies {
  readonly one: PossibleCopies
  /** Copies of the other statement. Null for a conflict between copies of one statement. */
  readonly other: PossibleCopies | null
}

async function conflictingCopies(
  teamId: string,
  entry: ComparedEntry,
  found: readonly ConflictingEntry[],
): Promise<ConflictingCopies[]> {
  const worthy = selectForReview(edgesOf(found))
  const copies = worthy.length > 0 ? await copiesOf(teamId, entry) : null
  if (copies === null) return []
  const units: ConflictingCopies[] = []
  for (const edge of worthy) {
    const isSame = edge.one === edge.other
    const other = isSame ? null : await copiesOf(teamId, edge.entry)
    if (isSame || other !== null) units.push({ one: copies, other })
  }
  return units
}

async function similarTo(
  teamId: string,
  entry: ComparedEntry,
  choices: readonly string[],
): Promise<ComparedEntry[]> {
  const otherwise =
    choices.length === 0 ? [] : await similarEntries(wholeTeamUnchecked(teamId), entry, choices.join(" "))
  return [...(await similarEntries(wholeTeamUnchecked(teamId), entry)), ...otherwise]
}

/** Returns one edge for each distinct statement: the first, most similar entry. */
function edgesOf(known: readonly ConflictingEntry[]): (Edge<number> & { readonly entry: ComparedEntry })[] {
  const edges = new Map<number, Edge<number> & { readonly entry: ComparedEntry }>()
  for (const { keys, finding, score, entry } of known) {
    const [one, other] = keys
    if (!edges.has(other)) edges.set(other, { one, other, finding, score, entry })
  }
  return [...edges.values()]
}

/** Returns all entries with the same words, or null if the entry itself has changed. */
async function copiesOf(teamId: string, { id, text }: ComparedEntry): Promise<PossibleCopies | null> {
  const entries = await entriesOfWords(wholeTeamUnchecked(teamId), text)
  return entries.some((one) => one.id === id) ? { text, entries } : null
}

/** Maximum number of entries per read into the pool. */
const READ_AT_ONCE = 2_000
/** Maximum number of new statements per unit and per call, so that other calls get their turn. */
const MOST_OF_UNIT = 200
const MOST_OF_CALL = 400
/** Maximum number of conflicts stored together. */
const STORED_AT_ONCE = 50

interface Pooling {
  readonly teamId: string
  /** Files with entries that were not compared yet. */
  readonly files: readonly FileToCompare[]
  readonly pooled: readonly ComparableFile[]
  readonly setAside: UncheckedFiles
  readonly keep: (found: readonly FoundConflict[]) => Promise<number>
}

/**
 * Compares many entries with all entries of one project and the memory that the whole team loads. Texts are
 * read and compared in child processes. The pool in this process only counts words, for a limited number of
 * statements.
 */
export async function compareMany(pooling: Pooling): Promise<{ entries: number; found: number }> {
  const { teamId, setAside, keep } = pooling
  const turn = createYield()
  const { pool, entries } = await fillPool(pooling, turn)
  const read = (ids: readonly string[]) => comparableEntries(wholeTeamUnchecked(teamId), ids)
  let found = 0
  for await (const some of conflictsInPool(pool, { setAside, turn, read })) found += await keep(some)
  return { entries, found }
}

interface PoolReading {
  readonly setAside: UncheckedFiles
  readonly turn: () => Promise<void>
  /** Returns entries of the pool by id. */
  readonly read: (ids: readonly string[]) => Promise<readonly ComparedEntry[]>
  /** True: compares statements with their copies only. */
  readonly copiesOnly?: boolean
}

/** Yields the conflicts between the new statements of a sealed pool and all others in it. */
export async function* conflictsInPool(
  pool: StatementPool,
  { setAside, turn, read, copiesOnly = false }: PoolReading,
): AsyncGenerator<FoundConflict[]> {
  const worthy = (await compareWithin(pool, { setAside, turn, copiesOnly })).worthALook()
  for (const edges of inPortions(worthy, STORED_AT_ONCE))
    yield await conflictsIn(pool, { edges, setAside, read })
}

async function fillPool(
  { teamId, files, pooled, setAside }: Pooling,
  turn: () => Promise<void>,
): Promise<{ pool: StatementPool; entries: number }> {
  const pool = new StatementPool()
  let entries = 0
  const comparedTo = new Map(files.map((file) => [file.id, file.compared]))
  const wanted = pooled.filter(({ id }) => !setAside.has(id))
  const visible = wholeTeamUnchecked(teamId)
  // With the vectors of only some statements, others would seem to stand out.
  const isIndexed = await areIndexed(
    visible,
    LOCAL_MODEL,
    wanted.map(({ id }) => id),
  )
  for (const portion of readTogether(wanted)) {
    const read = await comparableEntriesOf(
      visible,
      portion.map(({ id }) => ({ id, compared: comparedTo.get(id) ?? null })),
    )
    const ids = portion.map(({ id }) => id)
    const vectors = isIndexed ? await vectorsOfFiles(visible, LOCAL_MODEL, ids) : null
    for (const [entry, index] of await indexEntries(read, setAside)) {
      const embedding = localModelReads(entry.text) ? vectors?.get(entry.id) : null
      pool.add(entry, { ...index, isNew: entry.isNew, embedding: embedding ?? null })
      if (entry.isNew) entries += 1
      await turn()
    }
  }
  pool.seal()
  return { pool, entries }
}

/** Compares the new statements of a pool with similar ones. Returns the conflicting pairs. */
async function compareWithin(
  pool: StatementPool,
  { setAside, turn, copiesOnly }: Pick<PoolReading, "setAside" | "turn"> & { readonly copiesOnly: boolean },
): Promise<EdgeCollector> {
  const edges = new EdgeCollector(pool.size)
  let units: PairsOfFile[] = []
  let count = 0
  const compare = async () => {
    await compareUnits(units, { edges, setAside })
    units = []
    count = 0
  }
  for (let one = 0; one < pool.size; one += 1) {
    if (!pool.isNew(one)) continue
    if (pool.isRepeated(one)) edges.add({ one, other: one, finding: "duplicate", score: 1 })
    if (copiesOnly) continue
    const fileId = pool.fileOf(one)
    const others = pool.like(one).filter((other) => !edges.has(one, other))
    const last = units.at(-1)
    const unit = last?.fileId === fileId && last.count < MOST_OF_UNIT ? last : new PairsOfFile(pool, fileId)
    if (unit !== last) units.push(unit)
    unit.add(one, others)
    count += 1
    if (count >= MOST_OF_CALL) await compare()
    await turn()
  }
  await compare()
  return edges
}

/** Unit of comparison: new statements of a file, and the statements to compare them with. */
class PairsOfFile {
  readonly statements: ComparedStatement[] = []
  readonly pairs: PairToCompare[] = []
  /** Indexes in the pool, by index in `statements`. */
  readonly places: number[] = []
  count = 0
  private readonly known = new Map<number, number>()

  constructor(
    private readonly pool: StatementPool,
    readonly fileId: string,
  ) {}

  add(one: number, others: readonly number[]): void {
    this.count += 1
    for (const other of others)
      this.pairs.push([this.at(one), this.at(other), this.pool.closeness(one, other)])
  }

  private at(place: number): number {
    const known = this.known.get(place)
    if (known !== undefined) return known
    const at = this.statements.push(this.pool.statementAt(place)) - 1
    this.known.set(place, at)
    this.places.push(place)
    return at
  }
}

async function compareUnits(
  units: readonly PairsOfFile[],
  { edges, setAside }: { readonly edges: EdgeCollector; readonly setAside: UncheckedFiles },
): Promise<void> {
  const wanted = units.filter(({ fileId, pairs }) => pairs.length > 0 && !setAside.has(fileId))
  const results = await runIsolated(
    compareStatements,
    wanted.map(({ statements, pairs }) => ({ statements, pairs })),
  )
  for (const [at, { fileId, pairs, places }] of wanted.entries()) {
    const result = results[at]
    if (!result?.ok) {
      setAside.add(fileId, result)
      continue
    }
    for (const [place, between] of result.value.entries()) {
      const [one, other] = (pairs[place]?.slice(0, 2) ?? []).map((mine) => places[mine as number])
      if (between === null || one === undefined || other === undefined || edges.has(one, other)) continue
      edges.add({ one, other, finding: between.finding, score: between.score })
    }
  }
}

/**
 * Returns the conflicts for pairs of statements. Reads the entries again, because the pool keeps only their
 * ideas.
 */
async function conflictsIn(
  pool: StatementPool,
  { edges, setAside, read }: Omit<PoolReading, "turn"> & { readonly edges: readonly Edge<number>[] },
): Promise<FoundConflict[]> {
  const places = [...new Set(edges.flatMap(({ one, other }) => [one, other]))]
  const ids = new Map(places.map((place) => [place, pool.copiesOf(place)]))
  const entries = new Map((await read([...ids.values()].flat())).map((entry) => [entry.id, entry]))
  const copiesOf = (place: number) => ({
    text: pool.statementAt(place).text,
    entries: (ids.get(place) ?? []).flatMap((id) => entries.get(id) ?? []),
  })
  const units = edges
    .filter(({ one }) => !setAside.has(pool.fileOf(one)))
    .map(({ one, other }) => ({
      fileId: pool.fileOf(one),
      one: copiesOf(one),
      other: one === other ? null : copiesOf(other),
      closeness: one === other ? null : pool.closeness(one, other),
    }))
  return findBetween(units, setAside)
}

/** Yields groups of files with at most READ_AT_ONCE entries. A larger file gets its own group. */
function* readTogether(files: readonly ComparableFile[]): Generator<ComparableFile[]> {
  let [portion, entries]: [ComparableFile[], number] = [[], 0]
  for (const file of files) {
    if (portion.length > 0 && entries + file.entries > READ_AT_ONCE) {
      yield portion
      ;[portion, entries] = [[], 0]
    }
    portion.push(file)
    entries += file.entries
  }
  if (portion.length > 0) yield portion
}

/** Milliseconds of work before other tasks get their turn. */
const TURN_MS = 12

/** Returns a function to await between pieces of work. It lets other tasks run after `TURN_MS` of work. */
export function createYield(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < TURN_MS) return
    await breathe()
    since = performance.now()
  }
}
