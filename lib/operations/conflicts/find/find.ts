import { formatCount } from "@/lib/memory/text/sentence"
import { type Visibility, wholeTeamUnchecked, visibilityOf } from "@/lib/memory/teams/visibility"
import { commit } from "@/lib/db/infra/commit"
import {
  type FileToCompare,
  type FileToCompareAgain,
  filesToCompare,
  comparableFiles,
  forgetCompared,
  removedButCompared,
  markCompared,
  newEntries,
  type ComparableFile,
  teamsToCompare,
} from "@/lib/db/conflicts/comparable-entries"
import { markUnits } from "@/lib/db/alerts/units-to-evaluate"
import type { Actor } from "@/lib/memory/teams/actor"
import { groupBy } from "@/lib/memory/text/aggregates"
import { done } from "@/lib/memory/inputs/outcome"
import { compareFew, compareMany } from "./compare"
import { settleDismissed, closeRemovedSides, storeFound } from "../open-and-close"
import type { FoundConflict } from "./analyses"
import { inPortions, UncheckedFiles } from "./run-analyses"
import type { BackgroundWork } from "../../infra/background-work"

interface Finding {
  readonly because: "import" | "proposal" | "sweep"
  /** True: compares all entries, not only new ones. */
  readonly everything?: boolean
  /** Files that have new embeddings. They are compared again where all statements of a project are read. */
  readonly embedded?: readonly FileToCompareAgain[]
}

export interface FoundInUnits {
  readonly files: number
  readonly entries: number
  /** Number of conflicts that are new or open again. */
  readonly found: number
  /** Number of open conflicts that no longer apply. */
  readonly gone: number
  /** Number of files that could not be compared. Each has an alert with the reason. */
  readonly unchecked: number
}

/**
 * Number of new entries in a project above which all its statements are read once, instead of looking up
 * similar ones for each new entry. Only statements that are all read show which pairs stand out.
 */
const MANY = 200
/** Maximum number of entries and bytes of a project that is read whole for any number of new entries. Takes less than a second. */
const MOST_OF_SMALL = { entries: 1_000, bytes: 1024 * 1024 }
/**
 * Maximum number of entries and bytes read into memory, about 250 MB. A larger project uses lookups, which
 * take longer but no memory.
 */
const MOST_POOLED = { entries: 500_000, bytes: 96 * 1024 * 1024 }
/** Number of files that are recorded as compared together. */
const FILES_AT_ONCE = 200

/**
 * Compares new entries of a team with all entries that are loaded together with them, and stores the
 * conflicts. Progress is stored, so that a run after a crash continues and concurrent runs store nothing
 * twice. A file that cannot be compared is skipped until it changes, or until everything is compared.
 */
export async function findConflicts(
  actor: Actor,
  visible: Visibility,
  { because, everything = false, embedded = [] }: Finding,
): Promise<FoundInUnits> {
  await lookAgainAtWhatIsGone(actor, visible)
  const behind = await filesToCompare(visible, { everything, again: embedded })
  const counts = { files: 0, entries: 0, found: 0 }
  const setAside = new UncheckedFiles()
  const keep = keeper(actor, visible.teamId, because)
  const wide = behind.filter((file) => file.scope !== "project")
  const projects = groupBy(
    behind.filter((file) => file.scope === "project"),
    (file) => file.projectId,
  )
  for (const [projectId, files] of [...projects, ...(wide.length > 0 ? [[null, wide] as const] : [])]) {
    const compared = await compareFiles({
      actor,
      teamId: visible.teamId,
      projectId,
      files,
      everything,
      setAside,
      keep,
    })
    counts.files += files.length
    counts.entries += compared.entries
    counts.found += compared.found
  }
  const gone = (await closeRemovedSides(actor, [visible.teamId])) + (await settleDismissed(actor, visible))
  return { ...counts, gone, unchecked: setAside.size }
}

interface Comparing {
  readonly actor: Actor
  readonly teamId: string
  /** Null for memory that the whole team loads. */
  readonly projectId: string | null
  readonly files: readonly FileToCompare[]
  readonly everything: boolean
  readonly setAside: UncheckedFiles
  readonly keep: (found: readonly FoundConflict[]) => Promise<number>
}

async function compareFiles(comparing: Comparing): Promise<{ entries: number; found: number }> {
  const { teamId, projectId, files, everything, setAside, keep } = comparing
  const isFew = (await newEntries(wholeTeamUnchecked(teamId), files, MANY)).length < MANY
  if (isFew && projectId === null) return compareOneByOne(comparing)
  const comparedWith = await Promise.all(
    (projectId === null ? [null, ...(await projectsOf(teamId))] : [projectId]).map((pool) =>
      comparableFiles(wholeTeamUnchecked(teamId), pool, { everything }),
    ),
  )
  const most = isFew ? MOST_OF_SMALL : MOST_POOLED
  if (comparedWith.some((pooled) => isAbove(most, pooled))) return compareOneByOne(comparing)
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

/** Builds one pool at a time per process, to limit memory. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  const answer = (underWay.quarterdeckPool ?? Promise.resolve()).then(work)
  underWay.quarterdeckPool = answer.catch(() => undefined) // A failure does not affect the next caller.
  return answer
}

const isAbove = (most: typeof MOST_POOLED, files: readonly ComparableFile[]): boolean =>
  files.reduce((sum, file) => sum + file.entries, 0) > most.entries ||
  files.reduce((sum, file) => sum + file.bytes, 0) > most.bytes

/**
 * Compares the files that are behind by lookups. Lookups do not use embeddings, so files with new ones are
 * not compared again.
 */
async function compareOneByOne(comparing: Comparing): Promise<{ entries: number; found: number }> {
  const { teamId, everything, setAside, keep } = comparing
  const files = comparing.files.filter(({ isBehind }) => isBehind || everything)
  const counts = { entries: 0, found: 0 }
  for (const portion of inPortions(files, FILES_AT_ONCE)) {
    const entries = await newEntries(wholeTeamUnchecked(teamId), portion)
    counts.entries += entries.length
    for await (const found of compareFew(teamId, entries, setAside)) counts.found += await keep(found)
    await written(comparing, portion)
  }
  return counts
}

const projectsOf = async (teamId: string): Promise<string[]> => [
  ...new Set(
    (await filesToCompare(wholeTeamUnchecked(teamId), { everything: true }))
      .filter((file) => file.scope === "project")
      .map((file) => file.projectId),
  ),
]

function keeper(actor: Actor, teamId: string, because: Finding["because"]): Comparing["keep"] {
  return (found) => storeFound(actor, teamId, found, because)
}

/**
 * Records files as compared. Marks files for an alert check if their comparison started or stopped failing.
 */
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
  const subject = formatCount(news.length, "file")
  await commit(actor, { kind: "conflict.compare", teamId, subject }, async (tx) => {
    const others = news.filter(({ isOther }) => isOther).map(({ id }) => id)
    await markUnits(tx, teamId, { files: others, agents: [], projects: [] })
    return done(await markCompared(tx, teamId, news))
  })
}

async function lookAgainAtWhatIsGone(actor: Actor, visible: Visibility): Promise<void> {
  const ids = await removedButCompared(visible)
  if (ids.length > 0)
    await commit(
      actor,
      {
        kind: "conflict.compare",
        teamId: visible.teamId,
        subject: formatCount(ids.length, "removed file"),
      },
      async (tx) => done(await forgetCompared(tx, visible.teamId, ids)),
    )
}

/**
 * Events that change memory, with the cause recorded for their conflicts. Other changes are found by the
 * timer.
 */
const CAUSES: readonly (readonly [RegExp, Finding["because"]])[] = [
  [/^import\.finish$/, "import"],
  [/^proposal\.(?:approve|merge|undo)$/, "proposal"],
  [
    /^(?:file\.(?!conflict)|entry\.(?!vouch)|conflict\.(?:resolve|undo)$|category\.|team\.restore|revert)/,
    "sweep",
  ],
]

/**
 * Finds conflicts in each team: immediately after an import, soon after other changes, and every few minutes for
 * the rest. A scheduled job compares everything once a day.
 */
export function findingConflicts(actor: Actor, { pauseMs = 400 } = {}): BackgroundWork {
  /** Cause of the next run of a team: the first change since the last run. */
  const causes = new Map<string, Finding["because"]>()
  return {
    name: "Finding conflicts",
    pauseMs,
    lookMs: 180_000,
    due: teamsToCompare,
    after({ kind, teamId }) {
      const because = CAUSES.find(([cause]) => cause.test(kind))?.[1]
      if (!because || teamId === null) return []
      if (!causes.has(teamId)) causes.set(teamId, because)
      return [teamId]
    },
    async run(teamId) {
      const because = causes.get(teamId) ?? "sweep"
      causes.delete(teamId)
      await findConflicts(actor, visibilityOf(actor, teamId), { because })
    },
  }
}
