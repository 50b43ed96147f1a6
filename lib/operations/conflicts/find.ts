import { setImmediate as breathe } from "node:timers/promises"
import { commit } from "@/lib/db/commit"
import {
  type ComparedEntry,
  entriesById,
  entriesLike,
  entriesOfWords,
  entriesPooled,
  type FileBehind,
  filesBehind,
  filesPooled,
  forgetCompared,
  goneAndCompared,
  markCompared,
  newEntries,
  type PooledFile,
} from "@/lib/db/conflict-finding"
import type { Actor } from "@/lib/memory/actor"
import { choicesOf } from "@/lib/memory/alternatives"
import { conflictBetweenRead } from "@/lib/memory/conflict"
import { groupBy } from "@/lib/memory/group"
import { done } from "@/lib/memory/outcome"
import { statementKey } from "@/lib/memory/pair-key"
import { type Edge, Edges, worthALook } from "./families"
import { settleDismissed, settleGone } from "./gone"
import { conflictsOf, type FoundConflict, sideOf } from "./pairs"
import { StatementPool } from "./statement-pool"
import { storeFound } from "./store"

export interface Finding {
  readonly because: "import" | "proposal" | "sweep"
  /** All entries are compared, not those alone that are new. */
  readonly everything?: boolean
}

export interface Found {
  readonly files: number
  readonly entries: number
  /** Conflicts that are new or open again. */
  readonly found: number
  /** Open ones that have settled by themselves. */
  readonly gone: number
}

/** From so many new entries of one project on, all of its statements are read once rather than each looked up. */
const MANY = 200
/** So many are read into memory: some 250 MB. Of a project that has more each is looked up after all, which takes longer and no memory. */
const MOST_POOLED = { entries: 500_000, bytes: 96 * 1024 * 1024 }
/** Entries that are read into it at a time. */
const READ_AT_ONCE = 2_000
/** Files that are written down as compared at a time. */
const FILES_AT_ONCE = 200

/**
 * Compares what is new in a team with all that it is read together with, and keeps the conflicts that are found. What was compared is
 * written down as it goes on: killed in the middle, the next run goes on there; run twice at once, nothing is kept twice.
 */
export async function findConflicts(
  actor: Actor,
  teamId: string,
  { because, everything = false }: Finding,
): Promise<Found> {
  await lookAgainAtWhatIsGone(actor, teamId)
  const behind = await filesBehind(teamId, { everything })
  const counts = { files: 0, entries: 0, found: 0 }
  const keep = keeper(actor, teamId, because)
  const wide = behind.filter((file) => file.scope !== "project")
  const projects = groupBy(
    behind.filter((file) => file.scope === "project"),
    (file) => file.projectId,
  )
  for (const [projectId, files] of [...projects, ...(wide.length > 0 ? [[null, wide] as const] : [])]) {
    const compared = await compareFiles({ actor, teamId, projectId, files, keep })
    counts.files += files.length
    counts.entries += compared.entries
    counts.found += compared.found
  }
  const gone = (await settleGone(actor, [teamId])) + (await settleDismissed(actor, teamId))
  return { ...counts, gone }
}

interface Comparing {
  readonly actor: Actor
  readonly teamId: string
  /** Null: what the whole team loads. */
  readonly projectId: string | null
  readonly files: readonly FileBehind[]
  readonly keep: (found: readonly FoundConflict[]) => Promise<number>
}

async function compareFiles(comparing: Comparing): Promise<{ entries: number; found: number }> {
  const { actor, teamId, projectId, files, keep } = comparing
  const turn = inTurns()
  const few = await newEntries(teamId, files, MANY)
  if (few.length < MANY) return oneByOne(comparing, turn, async () => few)
  const comparedWith = await Promise.all(
    (projectId === null ? [null, ...(await projectsOf(teamId))] : [projectId]).map((pool) =>
      filesPooled(teamId, pool),
    ),
  )
  if (comparedWith.some(isTooLarge))
    return oneByOne(comparing, turn, (portion) => newEntries(teamId, portion))
  const counts = { entries: 0, found: 0 }
  for (const pooled of comparedWith) {
    const compared = await alone(() => comparePool({ teamId, files, pooled, turn, keep }))
    counts.found += compared.found
    counts.entries = Math.max(counts.entries, compared.entries)
  }
  await written(actor, teamId, files)
  return counts
}

const underWay = globalThis as unknown as { quarterdeckPool?: Promise<unknown> }

/** One pool at a time, whichever team asks: the memory of the process is one. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  const answer = (underWay.quarterdeckPool ?? Promise.resolve()).then(work)
  underWay.quarterdeckPool = answer.catch(() => undefined) // whoever comes next has nothing to do with it
  return answer
}

const isTooLarge = (files: readonly PooledFile[]): boolean =>
  files.reduce((sum, file) => sum + file.entries, 0) > MOST_POOLED.entries ||
  files.reduce((sum, file) => sum + file.bytes, 0) > MOST_POOLED.bytes

async function oneByOne(
  { actor, teamId, files, keep }: Comparing,
  turn: () => Promise<void>,
  entriesOf: (files: readonly FileBehind[]) => Promise<ComparedEntry[]>,
): Promise<{ entries: number; found: number }> {
  const counts = { entries: 0, found: 0 }
  for (let from = 0; from < files.length; from += FILES_AT_ONCE) {
    const portion = files.slice(from, from + FILES_AT_ONCE)
    const byFile = groupBy(await entriesOf(portion), (entry) => entry.fileId)
    for (const file of portion) {
      const found: FoundConflict[] = []
      for (const entry of byFile.get(file.id) ?? []) {
        found.push(...(await lookUp(teamId, entry)))
        counts.entries += 1
        await turn()
      }
      counts.found += await keep(found)
    }
    await written(actor, teamId, portion)
  }
  return counts
}

const projectsOf = async (teamId: string): Promise<string[]> => [
  ...new Set(
    (await filesBehind(teamId, { everything: true }))
      .filter((file) => file.scope === "project")
      .map((file) => file.projectId),
  ),
]

/** One entry against the store. */
async function lookUp(teamId: string, entry: ComparedEntry): Promise<FoundConflict[]> {
  const mine = sideOf(entry)
  const own = statementKey(entry.text)
  const choices = [...new Set(mine.read.terms.flatMap((term) => choicesOf(term.idea)))].join(" ")
  const otherwise = choices === "" ? [] : await entriesLike(teamId, entry, choices)
  const like = groupBy([...(await entriesLike(teamId, entry)), ...otherwise], (one) => statementKey(one.text))
  const edges: (Edge & { entry: ComparedEntry })[] = []
  for (const [key, [other]] of like) {
    const between = other ? conflictBetweenRead(mine, sideOf(other)) : null
    if (other && between)
      edges.push({ one: own, other: key, finding: between.finding, score: between.score, entry: other })
  }
  const worthy = worthALook(edges)
  const copies = worthy.length > 0 ? await saying(teamId, entry) : []
  const found: FoundConflict[] = []
  for (const edge of worthy)
    found.push(...conflictsOf(copies, edge.other === own ? null : await saying(teamId, edge.entry)))
  return found
}

async function saying(teamId: string, { id, text }: ComparedEntry): Promise<ComparedEntry[]> {
  const key = statementKey(text)
  const all = (await entriesOfWords(teamId, text)).filter((one) => statementKey(one.text) === key)
  return all.some((one) => one.id === id) ? all : []
}

interface Pooling {
  readonly teamId: string
  /** Those that lie behind, and all that they are compared with. */
  readonly files: readonly FileBehind[]
  readonly pooled: readonly PooledFile[]
  readonly turn: () => Promise<void>
  readonly keep: Comparing["keep"]
}

/** Many entries against all of one project and what the whole team loads, in memory. */
async function comparePool({
  teamId,
  files,
  pooled,
  turn,
  keep,
}: Pooling): Promise<{ entries: number; found: number }> {
  const pool = new StatementPool()
  const counts = { entries: 0, found: 0 }
  const comparedTo = new Map(files.map((file) => [file.id, file.compared]))
  for (const portion of portionsOf(pooled)) {
    for (const entry of await entriesPooled(
      teamId,
      portion.map(({ id }) => ({ id, compared: comparedTo.get(id) ?? null })),
    )) {
      pool.add(entry, entry)
      if (entry.isNew) counts.entries += 1
      await turn()
    }
  }
  pool.seal()
  const edges = new Edges(pool.size)
  for (let one = 0; one < pool.size; one += 1) {
    if (!pool.isNew(one)) continue
    if (pool.isRepeated(one)) edges.add({ one, other: one, finding: "duplicate", score: 1 })
    for (const { mine, other, place } of pool.like(one)) {
      const between = edges.has(one, place) ? null : conflictBetweenRead(mine, other)
      if (between) edges.add({ one, other: place, finding: between.finding, score: between.score })
    }
    await turn()
  }
  const worthy = edges.worthALook()
  for (let from = 0; from < worthy.length; from += AT_ONCE)
    counts.found += await keep(await conflictsIn(pool, teamId, worthy.slice(from, from + AT_ONCE), turn))
  return counts
}

/** Their entries are read again: all that the pool kept of them is what they say. */
async function conflictsIn(
  pool: StatementPool,
  teamId: string,
  edges: readonly Edge<number>[],
  turn: () => Promise<void>,
): Promise<FoundConflict[]> {
  const ids = new Map(
    [...new Set(edges.flatMap(({ one, other }) => [one, other]))].map((place) => [
      place,
      pool.copiesOf(place),
    ]),
  )
  const entries = new Map(
    (await entriesById(teamId, [...ids.values()].flat())).map((entry) => [entry.id, entry]),
  )
  const saying = (place: number) =>
    (ids.get(place) ?? [])
      .flatMap((id) => entries.get(id) ?? [])
      .filter((entry) => pool.isSaidBy(place, entry))
  const found: FoundConflict[] = []
  for (const { one, other } of edges) {
    found.push(...conflictsOf(saying(one), one === other ? null : saying(other)))
    await turn()
  }
  return found
}

/** Files with some thousand entries together; one that has more alone. */
function* portionsOf(files: readonly PooledFile[]): Generator<PooledFile[]> {
  let [portion, entries]: [PooledFile[], number] = [[], 0]
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

/** Conflicts that are stored at a time. */
const AT_ONCE = 50

function keeper(actor: Actor, teamId: string, because: Finding["because"]): Comparing["keep"] {
  return (found) => storeFound(actor, teamId, found, because)
}

async function written(actor: Actor, teamId: string, files: readonly FileBehind[]): Promise<void> {
  const behind = files.filter((file) => file.isBehind)
  if (behind.length > 0)
    await commit(
      actor,
      {
        kind: "conflict.compare",
        teamId,
        subject: `${behind.length} ${behind.length === 1 ? "file" : "files"}`,
      },
      async (tx) => done(await markCompared(tx, teamId, behind)),
    )
}

async function lookAgainAtWhatIsGone(actor: Actor, teamId: string): Promise<void> {
  const ids = await goneAndCompared(teamId)
  if (ids.length > 0)
    await commit(actor, { kind: "conflict.compare", teamId, subject: `${ids.length} gone` }, async (tx) =>
      done(await forgetCompared(tx, teamId, ids)),
    )
}

/** So long one keeps the process to oneself; then others have their turn. */
const TURN_MS = 12

function inTurns(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < TURN_MS) return
    await breathe()
    since = performance.now()
  }
}
