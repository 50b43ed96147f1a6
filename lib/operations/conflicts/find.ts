import { setImmediate as breathe } from "node:timers/promises"
import { commit } from "@/lib/db/commit"
import { type ComparedEntry, entriesIn, entriesLike, entriesOfWords, type FileBehind, filesBehind, forgetCompared, goneAndCompared, markCompared, newEntries } from "@/lib/db/conflict-finding"
import type { Actor } from "@/lib/memory/actor"
import { choicesOf } from "@/lib/memory/alternatives"
import { conflictBetweenRead } from "@/lib/memory/conflict"
import { groupBy } from "@/lib/memory/group"
import { done } from "@/lib/memory/outcome"
import { statementKey } from "@/lib/memory/pair-key"
import { type Edge, worthALook } from "./families"
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
/** Files that are written down as compared at a time. */
const FILES_AT_ONCE = 200

/**
 * Compares what is new in a team with all that it is read together with, and keeps the conflicts that are found. What was compared is
 * written down as it goes on: killed in the middle, the next run goes on there; run twice at once, nothing is kept twice.
 */
export async function findConflicts(actor: Actor, teamId: string, { because, everything = false }: Finding): Promise<Found> {
  await lookAgainAtWhatIsGone(actor, teamId)
  const behind = await filesBehind(teamId, { everything })
  const counts = { files: 0, entries: 0, found: 0 }
  const keep = keeper(actor, teamId, because)
  const wide = behind.filter((file) => file.scope !== "project")
  const projects = groupBy(behind.filter((file) => file.scope === "project"), (file) => file.projectId)
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
  const fresh = await newEntries(teamId, files)
  const counts = { entries: fresh.length, found: 0 }
  if (fresh.length >= MANY) {
    const pools = projectId === null ? [null, ...(await projectsOf(teamId))] : [projectId]
    for (const pool of pools) counts.found += await comparePool({ teamId, fresh, turn, keep }, pool)
    await written(actor, teamId, files)
    return counts
  }
  const byFile = groupBy(fresh, (entry) => entry.fileId)
  for (let from = 0; from < files.length; from += FILES_AT_ONCE) {
    const portion = files.slice(from, from + FILES_AT_ONCE)
    for (const file of portion) {
      const found: FoundConflict[] = []
      for (const entry of byFile.get(file.id) ?? []) {
        found.push(...(await lookUp(teamId, entry)))
        await turn()
      }
      counts.found += await keep(found)
    }
    await written(actor, teamId, portion)
  }
  return counts
}

const projectsOf = async (teamId: string): Promise<string[]> => [...new Set((await filesBehind(teamId, { everything: true })).filter((file) => file.scope === "project").map((file) => file.projectId))]

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
    if (other && between) edges.push({ one: own, other: key, finding: between.finding, score: between.score, entry: other })
  }
  const worthy = worthALook(edges)
  const copies = worthy.length > 0 ? await saying(teamId, entry) : []
  const found: FoundConflict[] = []
  for (const edge of worthy) found.push(...conflictsOf(copies, edge.other === own ? null : await saying(teamId, edge.entry)))
  return found
}

async function saying(teamId: string, { id, text }: ComparedEntry): Promise<ComparedEntry[]> {
  const key = statementKey(text)
  const all = (await entriesOfWords(teamId, text)).filter((one) => statementKey(one.text) === key)
  return all.some((one) => one.id === id) ? all : []
}

interface Pooling {
  readonly teamId: string
  readonly fresh: readonly ComparedEntry[]
  readonly turn: () => Promise<void>
  readonly keep: Comparing["keep"]
}

/** Many entries against all of one project and what the whole team loads, in memory. */
async function comparePool({ teamId, fresh, turn, keep }: Pooling, projectId: string | null): Promise<number> {
  const entries = [...(projectId === null ? [] : await entriesIn(teamId, projectId)), ...(await entriesIn(teamId, null))]
  const pool = new StatementPool(entries)
  while (pool.index()) await turn()
  const edges = new Map<string, Edge & { copies: readonly ComparedEntry[]; against: readonly ComparedEntry[] | null }>()
  for (const statement of new Set(fresh.flatMap((entry) => pool.statementOf(entry) ?? []))) {
    const [entry] = statement.copies
    if (!entry) continue
    if (statement.copies.length > 1) edges.set(statement.key, { one: statement.key, other: statement.key, finding: "duplicate", score: 1, copies: statement.copies, against: null })
    for (const { mine, other, statement: second } of pool.like(entry)) {
      const pair = [statement.key, second.key].toSorted().join("\n")
      const between = edges.has(pair) ? null : conflictBetweenRead(mine, other)
      if (between) edges.set(pair, { one: statement.key, other: second.key, finding: between.finding, score: between.score, copies: statement.copies, against: second.copies })
    }
    await turn()
  }
  let count = 0
  let found: FoundConflict[] = []
  for (const { copies, against } of worthALook([...edges.values()])) {
    found.push(...conflictsOf(copies, against))
    await turn()
    if (found.length < AT_ONCE) continue
    count += await keep(found)
    found = []
  }
  return count + (await keep(found))
}

/** Conflicts that are stored at a time. */
const AT_ONCE = 50

function keeper(actor: Actor, teamId: string, because: Finding["because"]): Comparing["keep"] {
  return (found) => storeFound(actor, teamId, found, because)
}

async function written(actor: Actor, teamId: string, files: readonly FileBehind[]): Promise<void> {
  const behind = files.filter((file) => file.isBehind)
  if (behind.length > 0) await commit(actor, { kind: "conflict.compare", teamId, subject: `${behind.length} ${behind.length === 1 ? "file" : "files"}` }, async (tx) => done(await markCompared(tx, teamId, behind)))
}

async function lookAgainAtWhatIsGone(actor: Actor, teamId: string): Promise<void> {
  const ids = await goneAndCompared(teamId)
  if (ids.length > 0) await commit(actor, { kind: "conflict.compare", teamId, subject: `${ids.length} gone` }, async (tx) => done(await forgetCompared(tx, teamId, ids)))
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
