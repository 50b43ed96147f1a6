import { createHash } from "node:crypto"
import { counted } from "@/lib/memory/alerts/counted"
import { KEPT_RUNS } from "@/lib/memory/compaction/plan-runs"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { textLines } from "@/lib/memory/text/text-lines"
import { writeChanges } from "@/lib/memory/proposals/write-changes"
import type { HeadEntry } from "@/lib/db/memory-files/current-revisions"
import { runForPerson } from "../isolated/run-for-person"
import { planRunsUnit } from "./analyses"
import { readEarlier } from "./earlier"
import { type Planned, type PlannedProposal, targetView } from "./planned"
import type { CompactionPlace } from "./target"
import type { RunsPreview } from "./compaction-outputs"
import { keyOfStatement } from "./waiting-in"

/** As many as one proposal may ask for. */
const MOST = 100

/** A note says how often it was taught: in the very words of a run the cache would say it already. */
const noteOf = (lesson: string, runs: number): string =>
  `${lesson.replace(/[.。]$/, "")} (from ${runs.toLocaleString("en")} runs)`

/** What of a run cache goes, and which of its lessons recur: a proposal for each note, and one for all runs that go. */
export async function planRunCache(place: CompactionPlace): Promise<Outcome<Planned<RunsPreview>>> {
  const { target } = place
  const { head } = target
  if (head === null || head.role !== "runs") return refused("invalid", `${target.path} is not a run cache`)
  const earlier = await readEarlier(place, "runs")
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
  const planned = await runForPerson(planRunsUnit, asked, `The runs of ${target.path}`)
  if (!planned.ok) return planned
  const { plan, waiting } = planned.value
  const byId = new Map(runs.map((run) => [run.id, run]))
  const kept = new Set(earlier.refused.map(({ key }) => key))
  const gone = plan.gone.flatMap(({ id, why }) => {
    const run = byId.get(id)
    return run === undefined || kept.has(keyOfStatement(run.text)) ? [] : [{ run, why }]
  })
  const lineOf = ({ line, text }: HeadEntry) => ({ path: target.path, line, text })
  const noteViews = plan.notes.map(({ text, why, cites }, at) => {
    const cited = cites.flatMap((id) => byId.get(id) ?? [])
    return {
      index: at,
      text: noteOf(text, cited.length),
      why,
      cites: cited.map((run) => ({ file: head.id, ...lineOf(run), day: run.date })),
      waiting: waiting[at] ?? null,
    }
  })
  const removals = gone.map(({ run }): ProposedChange => ({
    kind: "remove",
    entry: run.id,
    before: run.text,
  }))
  const adds = noteViews.map(({ text }): ProposedChange => ({
    kind: "add",
    section: "Notes",
    text,
    date: null,
  }))
  const written = writeChanges({ ...target.reading, text: target.text }, target.entries, [
    ...adds,
    ...removals,
  ])
  const prune = gone.map(({ run, why }, at) => ({
    index: noteViews.length + at,
    text: run.text,
    line: run.line,
    at: run.date,
    why,
  }))
  const shown = createHash("sha256")
    .update(
      JSON.stringify([
        "runs",
        head.id,
        head.revision,
        noteViews.map(({ text, waiting }) => [text, waiting]),
        gone.map(({ run }) => run.id),
      ]),
    )
    .digest("hex")
  const proposals = [
    ...noteViews.map(({ index, text, why, cites, waiting }): PlannedProposal => ({
      index: [index],
      target,
      changes: [{ kind: "add", section: "Notes", text, date: null }],
      waiting,
      confidence: null,
      reason: `Recurring: ${why}.`,
      evidence: cites
        .map(({ path, line, text: lesson }) => `${path}:${line} ${lesson}`)
        .join("\n")
        .slice(0, 10_000),
      lines: cites,
    })),
    ...Array.from({ length: Math.ceil(gone.length / MOST) }, (_, at): PlannedProposal => {
      const some = gone.slice(at * MOST, (at + 1) * MOST)
      return {
        index: some.map((_run, place) => noteViews.length + at * MOST + place),
        target,
        changes: removals.slice(at * MOST, (at + 1) * MOST),
        waiting: null,
        confidence: null,
        reason: `${counted(runs.length, "run")} stored, limit ${keep.toLocaleString("en")}: removes the oldest ${counted(some.length, "run")}. The history of the file keeps ${some.length === 1 ? "it" : "them"}.`,
        evidence: some
          .map(({ run }) => `${target.path}:${run.line} ${run.text}`)
          .join("\n")
          .slice(0, 10_000),
        lines: some.map(({ run }) => lineOf(run)),
      }
    }),
  ]
  return done({
    view: {
      kind: "runs",
      shown,
      target: targetView(place, written.ok ? textLines(written.text).length : null),
      runs: runs.length,
      keep,
      prune,
      notes: noteViews,
    },
    upTo: null,
    considered: runs.length,
    left: runs.length - gone.length,
    proposals,
  })
}
