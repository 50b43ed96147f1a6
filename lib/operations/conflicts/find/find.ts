import { commit } from "@/lib/db/infra/commit"
import {
  type FileToCompare,
  filesToCompare,
  filesPooled,
  forgetCompared,
  goneAndCompared,
  markCompared,
  newEntries,
  type PooledFile,
} from "@/lib/db/conflicts/finding"
import { markUnits } from "@/lib/db/alerts/watch-marks"
import type { Actor } from "@/lib/memory/teams/actor"
import { groupBy } from "@/lib/memory/text/group"
import { done } from "@/lib/memory/inputs/outcome"
import { compareFew } from "./compare-few"
import { compareMany } from "./compare-many"
import { settleDismissed, settleGone } from "../gone"
import type { FoundConflict } from "./pairs"
import { portionsOf } from "./read-entries"
import { SetAside } from "../set-aside"
import { storeFound } from "../store"

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
  /** Files that could not be compared. Each has an alert that says why. */
  readonly unchecked: number
}

/** From so many new entries of one project on, all of its statements are read once rather than each looked up. */
const MANY = 200
/** So many are read into memory: some 250 MB. Of a project that has more each is looked up after all, which takes longer and no memory. */
const MOST_POOLED = { entries: 500_000, bytes: 96 * 1024 * 1024 }
/** Files that are written down as compared at a time. */
const FILES_AT_ONCE = 200

/**
 * Compares what is new in a team with all that it is read together with, and keeps the conflicts that are found. What was compared is
 * written down as it goes on: killed in the middle, the next run goes on there; run twice at once, nothing is kept twice. A file that cannot
 * be compared is set aside until it changes, or until everything is compared.
 */
export async function findConflicts(
  actor: Actor,
  teamId: string,
  { because, everything = false }: Finding,
): Promise<Found> {
  await lookAgainAtWhatIsGone(actor, teamId)
  const behind = await filesToCompare(teamId, { everything })
  const counts = { files: 0, entries: 0, found: 0 }
  const setAside = new SetAside()
  const keep = keeper(actor, teamId, because)
  const wide = behind.filter((file) => file.scope !== "project")
  const projects = groupBy(
    behind.filter((file) => file.scope === "project"),
    (file) => file.projectId,
  )
  for (const [projectId, files] of [...projects, ...(wide.length > 0 ? [[null, wide] as const] : [])]) {
    const compared = await compareFiles({ actor, teamId, projectId, files, everything, setAside, keep })
    counts.files += files.length
    counts.entries += compared.entries
    counts.found += compared.found
  }
  const gone = (await settleGone(actor, [teamId])) + (await settleDismissed(actor, teamId))
  return { ...counts, gone, unchecked: setAside.size }
}

interface Comparing {
  readonly actor: Actor
  readonly teamId: string
  /** Null: what the whole team loads. */
  readonly projectId: string | null
  readonly files: readonly FileToCompare[]
  readonly everything: boolean
  readonly setAside: SetAside
  readonly keep: (found: readonly FoundConflict[]) => Promise<number>
}

async function compareFiles(comparing: Comparing): Promise<{ entries: number; found: number }> {
  const { teamId, projectId, files, everything, setAside, keep } = comparing
  const isFew = (await newEntries(teamId, files, MANY)).length < MANY
  if (isFew) return compareOneByOne(comparing)
  const comparedWith = await Promise.all(
    (projectId === null ? [null, ...(await projectsOf(teamId))] : [projectId]).map((pool) =>
      filesPooled(teamId, pool, { everything }),
    ),
  )
  if (comparedWith.some(isTooLarge)) return compareOneByOne(comparing)
  const counts = { entries: 0, found: 0 }
  for (const pooled of comparedWith) {
    const compared = await alone(() => compareMany({ teamId, files, pooled, setAside, keep }))
    counts.found += compared.found
    counts.entries = Math.max(counts.entries, compared.entries)
  }
  await written(comparing, files)
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

async function compareOneByOne(comparing: Comparing): Promise<{ entries: number; found: number }> {
  const { teamId, files, setAside, keep } = comparing
  const counts = { entries: 0, found: 0 }
  for (const portion of portionsOf(files, FILES_AT_ONCE)) {
    const entries = await newEntries(teamId, portion)
    counts.entries += entries.length
    for await (const found of compareFew(teamId, entries, setAside)) counts.found += await keep(found)
    await written(comparing, portion)
  }
  return counts
}

const projectsOf = async (teamId: string): Promise<string[]> => [
  ...new Set(
    (await filesToCompare(teamId, { everything: true }))
      .filter((file) => file.scope === "project")
      .map((file) => file.projectId),
  ),
]

function keeper(actor: Actor, teamId: string, because: Finding["because"]): Comparing["keep"] {
  return (found) => storeFound(actor, teamId, found, because)
}

/** Files that could or could not be compared, unlike before, are looked at for alerts. */
async function written(
  { actor, teamId, setAside }: Comparing,
  files: readonly FileToCompare[],
): Promise<void> {
  const compared = files.map((file) => ({
    ...file,
    failure: setAside.reasonOf(file.id),
    isOther: setAside.reasonOf(file.id) !== file.failure,
  }))
  const news = compared.filter((file) => file.isBehind || file.isOther)
  if (news.length === 0) return
  const subject = `${news.length} ${news.length === 1 ? "file" : "files"}`
  await commit(actor, { kind: "conflict.compare", teamId, subject }, async (tx) => {
    const others = news.filter(({ isOther }) => isOther).map(({ id }) => id)
    await markUnits(tx, teamId, { files: others, agents: [], projects: [] })
    return done(await markCompared(tx, teamId, news))
  })
}

async function lookAgainAtWhatIsGone(actor: Actor, teamId: string): Promise<void> {
  const ids = await goneAndCompared(teamId)
  if (ids.length > 0)
    await commit(actor, { kind: "conflict.compare", teamId, subject: `${ids.length} gone` }, async (tx) =>
      done(await forgetCompared(tx, teamId, ids)),
    )
}
