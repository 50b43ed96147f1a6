import { formatCount } from "@/lib/memory/text/sentence"
import { KEPT_RUNS } from "@/lib/memory/compaction/plan-runs"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { textLines } from "@/lib/memory/text/line-differences"
import { writeChanges } from "@/lib/memory/proposals/write-changes"
import type { CurrentEntry } from "@/lib/db/memory-files/current-revisions"
import { runForPerson } from "../isolated/run-isolated"
import { planRunsUnit, keyOfStatement } from "./analyses"
import {
  readEarlierProposals,
  type PlannedCompaction,
  type PlannedProposal,
  targetView,
} from "./compaction-proposals"
import type { CompactionPlace } from "./target"
import type { RunsPreview } from "./compaction-outputs"
import type { Target } from "../proposals/target"
import { sha256OfJson } from "@/lib/files/sha256"

/** Maximum number of removals in one proposal. */
const MOST = 100

/** Returns the text of a note. The number of runs keeps it different from the text of the runs themselves. */
const noteOf = (lesson: string, runs: number): string =>
  `${lesson.replace(/[.。]$/, "")} (from ${runs.toLocaleString("en")} runs)`

type NoteView = RunsPreview["notes"][number]

interface RemovedRun {
  readonly run: CurrentEntry
  readonly why: string
}

/** Plans the removal of old runs from a run cache, and a note for each lesson that recurs. */
export async function planRunCache(place: CompactionPlace): Promise<Outcome<PlannedCompaction<RunsPreview>>> {
  const { target } = place
  const { head } = target
  if (head === null || head.role !== "runs") return refused("invalid", `${target.path} is not a run cache`)
  const reviewed = await reviewRuns(place, head)
  if (!reviewed.ok) return reviewed
  const { runs, keep, gone, notes } = reviewed.value
  const written = writeChanges({ ...target.reading, text: target.text }, target.entries, [
    ...notes.map(({ text }) => additionOf(text)),
    ...gone.map(removalOf),
  ])
  return done({
    view: {
      kind: "runs",
      shown: sha256OfJson([
        "runs",
        head.id,
        head.revision,
        notes.map(({ text, waiting }) => [text, waiting]),
        gone.map(({ run }) => run.id),
      ]),
      target: targetView(place, written.ok ? textLines(written.text).length : null),
      runs: runs.length,
      keep,
      prune: gone.map(({ run, why }, at) => ({
        index: notes.length + at,
        text: run.text,
        line: run.line,
        at: run.date,
        why,
      })),
      notes,
    },
    upTo: null,
    considered: runs.length,
    left: runs.length - gone.length,
    proposals: [
      ...notes.map((note) => noteProposal(note, target)),
      ...removalProposals(gone, target, { firstIndex: notes.length, stored: runs.length, keep }),
    ],
  })
}

interface ReviewedRuns {
  readonly runs: readonly CurrentEntry[]
  /** Number of runs that the cache keeps. */
  readonly keep: number
  readonly gone: readonly RemovedRun[]
  readonly notes: NoteView[]
}

async function reviewRuns(
  place: CompactionPlace,
  head: NonNullable<Target["head"]>,
): Promise<Outcome<ReviewedRuns>> {
  const { target } = place
  const earlier = await readEarlierProposals(place, "runs")
  const runs = target.entries.filter(({ section }) => section === "Runs")
  const notes = target.entries.filter(({ section, state }) => section === "Notes" && state === "current")
  const keep = head.limits.runs ?? KEPT_RUNS
  const asked = {
    runs: runs.map(({ id, date, line, type, text }) => ({ id, at: date, line, outcome: type, lesson: text })),
    lessons: [...notes, ...earlier.approved],
    refused: earlier.refused,
    keep,
    waiting: earlier.waiting,
  }
  const planned = await runForPerson(planRunsUnit, asked, `The runs in ${target.path}`)
  if (!planned.ok) return planned
  const { plan, waiting } = planned.value
  const byId = new Map(runs.map((run) => [run.id, run]))
  const kept = new Set(earlier.refused.map(({ key }) => key))
  const gone = plan.gone.flatMap(({ id, why }) => {
    const run = byId.get(id)
    return run === undefined || kept.has(keyOfStatement(run.text)) ? [] : [{ run, why }]
  })
  const noteViews = plan.notes.map(({ text, why, cites }, at) => {
    const cited = cites.flatMap((id) => byId.get(id) ?? [])
    return {
      index: at,
      text: noteOf(text, cited.length),
      why,
      cites: cited.map((run) => ({ file: head.id, ...lineOf(target, run), day: run.date })),
      waiting: waiting[at] ?? null,
    }
  })
  return done({ runs, keep, gone, notes: noteViews })
}

const lineOf = ({ path }: Target, { line, text }: CurrentEntry) => ({ path, line, text })
const removalOf = ({ run }: RemovedRun): ProposedChange => ({
  kind: "remove",
  entry: run.id,
  before: run.text,
})
const additionOf = (text: string): ProposedChange => ({ kind: "add", section: "Notes", text, date: null })

const noteProposal = ({ index, text, why, cites, waiting }: NoteView, target: Target): PlannedProposal => ({
  index: [index],
  target,
  changes: [additionOf(text)],
  waiting,
  confidence: null,
  reason: `Recurring: ${why}.`,
  evidence: cites
    .map(({ path, line, text: lesson }) => `${path}:${line} ${lesson}`)
    .join("\n")
    .slice(0, 10_000),
  lines: cites,
})

/** Returns the removals in proposals of at most `MOST` runs. */
function removalProposals(
  gone: readonly RemovedRun[],
  target: Target,
  { firstIndex, stored, keep }: { firstIndex: number; stored: number; keep: number },
): PlannedProposal[] {
  return Array.from({ length: Math.ceil(gone.length / MOST) }, (_, at): PlannedProposal => {
    const some = gone.slice(at * MOST, (at + 1) * MOST)
    return {
      index: some.map((_run, place) => firstIndex + at * MOST + place),
      target,
      changes: some.map(removalOf),
      waiting: null,
      confidence: null,
      reason: `${formatCount(stored, "run")} stored, limit ${keep.toLocaleString("en")}: removes the ${some.length === 1 ? "oldest run" : `${some.length} oldest runs`}. The file's history keeps ${some.length === 1 ? "it" : "them"}.`,
      evidence: some
        .map(({ run }) => `${target.path}:${run.line} ${run.text}`)
        .join("\n")
        .slice(0, 10_000),
      lines: some.map(({ run }) => lineOf(target, run)),
    }
  })
}
