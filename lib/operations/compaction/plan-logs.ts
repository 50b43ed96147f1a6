import { createHash } from "node:crypto"
import { lastCompactions, statementsBeside } from "@/lib/db/compaction/compactions"
import { counted } from "@/lib/memory/alerts/counted"
import { isBelow } from "@/lib/memory/alerts/file/instructions-root"
import type { Addition } from "@/lib/memory/compaction/plan-compaction"
import type { LogEntry } from "@/lib/memory/compaction/log-entry"
import { groupBy } from "@/lib/memory/text/group"
import { done, type Outcome } from "@/lib/memory/inputs/outcome"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { textLines } from "@/lib/memory/text/text-lines"
import { writeChanges } from "@/lib/memory/proposals/write-changes"
import type { SortMethod } from "../coach/sorting"
import { runForPerson } from "../isolated/run-for-person"
import { instructionsOf } from "../proposals/instructions"
import { planAdditions, readLogLines, scoreLogs } from "./analyses"
import { openSections, type Planned, type PlannedProposal, targetView } from "./planned"
import { readEarlier } from "./earlier"
import { hintsFor } from "./hints"
import { MOST_LINES, readLogs } from "./read-logs"
import type { CompactionPlace } from "./target"
import type { AdditionView, LogsPreview } from "./compaction-outputs"
import { folderOf } from "./workspaces"

/** Additions at once, at most: what is worth less waits for the next time. */
const MOST = 50
const MOST_LEFT = 500

/** What the daily logs since the last compaction, or all, would add to their memory: one proposal for each addition. */
export async function planLogs(
  place: CompactionPlace,
  { all, method }: { readonly all: boolean; readonly method: SortMethod },
): Promise<Outcome<Planned<LogsPreview>>> {
  const { team, project, target, today } = place
  const root = folderOf(target.path)
  const [last, earlier, standing, instructions] = await Promise.all([
    all ? [] : lastCompactions(team.id, [project.id]),
    readEarlier(place, "logs"),
    statementsBeside(team.id, {
      projectId: project.id,
      path: target.path,
      folder: `${root === "" ? "" : `${root}/`}memory/`,
    }),
    instructionsOf(team.id, project.id),
  ])
  const since = last.find(({ path, kind }) => path === target.path && kind === "logs")?.upTo ?? null
  const { logs, parts, upTo, later } = await readLogs(place, since)
  const what = `The logs of ${target.agent ?? target.path}`
  const readLines = await runForPerson(readLogLines, parts, what)
  if (!readLines.ok) return readLines
  const entries = readLines.value
  const decided = [
    ...earlier.approved,
    ...entries.flatMap(({ id, key, text }) =>
      key !== undefined && earlier.known.has(key) ? [{ id: `approved ${id}`, text }] : [],
    ),
  ]
  const curated = [
    ...standing,
    ...decided.map((one) => ({ ...one, section: null, path: target.path, line: null })),
  ]
  const read = instructions.filter(({ path }) => path !== target.path && isBelow(target.path, path))
  const asked = { entries, curated, instructions: read, refused: earlier.refused, today }
  const ruled = await runForPerson(scoreLogs, asked, what)
  if (!ruled.ok) return ruled
  const hinted = await hintsFor(ruled.value, method)
  if (!hinted.ok) return hinted
  const { hints, model } = hinted.value
  const notes = [
    ...hinted.value.notes,
    ...(later === 0
      ? []
      : [
          `About ${MOST_LINES.toLocaleString("en")} lines are read per run. Next: ${counted(later, "daily log")} after ${upTo}.`,
        ]),
  ]
  const withHints = entries.map((entry) => ({ ...entry, hint: hints.get(entry.id) ?? null }))
  const scored =
    hints.size === 0 ? ruled : await runForPerson(scoreLogs, { ...asked, entries: withHints }, what)
  if (!scored.ok) return scored
  const sections = openSections(target)
  const planned = await runForPerson(
    planAdditions,
    { scored: scored.value, sections, most: MOST, waiting: earlier.waiting },
    what,
  )
  if (!planned.ok) return planned
  const { plan, waiting } = planned.value

  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const told = new Map([
    ...curated.map(({ id, text, path, line }) => [id, { text, path, line }] as const),
    ...read.flatMap(({ path, entries: lines }) =>
      lines.map(({ line, text }) => [`${path}:${line}`, { text, path, line }] as const),
    ),
  ])
  const near = (one: { readonly id: string; readonly score: number } | null) =>
    [one].flatMap((found) =>
      found === null || !told.has(found.id)
        ? []
        : [
            {
              ...(told.get(found.id) as { text: string; path: string; line: number | null }),
              score: found.score,
            },
          ],
    )
  const additions = plan.additions.map((addition, index): AdditionView => {
    const cites = citedBy(addition, byId)
    return {
      index,
      text: addition.text,
      section: addition.section,
      newSection: !sections.includes(addition.section),
      type: addition.kind,
      date: addition.date,
      score: addition.score,
      reasons: [...addition.reasons],
      cites: cites.map(({ file, path, line, day, text, written = text }) => ({
        file,
        path,
        line,
        day,
        text: written,
      })),
      near: near(addition.near),
      against: near(addition.against).map((one) => ({ ...one, why: addition.against?.why ?? "" })),
      waiting: waiting[index] ?? null,
    }
  })
  const postponed = plan.left
    .filter(({ because }) => because === "others first")
    .flatMap(({ id }) => byId.get(id)?.day ?? [])
    .toSorted()[0]
  const by = Object.fromEntries(
    [...groupBy(plan.left, ({ because }) => because)].map(([because, those]) => [because, those.length]),
  )
  const lines = plan.left.slice(0, MOST_LEFT).flatMap(({ id, why, because }) => {
    const entry = byId.get(id)
    return entry === undefined
      ? []
      : [{ text: entry.written ?? entry.text, path: entry.path, line: entry.line, why, because }]
  })
  const written = writeChanges(
    { ...target.reading, text: target.text },
    target.entries,
    additions.filter(({ waiting }) => waiting === null).map(changeOf),
  )
  const shown = createHash("sha256")
    .update(
      JSON.stringify([
        "logs",
        target.path,
        target.head?.revision ?? 0,
        since,
        additions.map(({ text, section, cites, waiting }) => [
          text,
          section,
          waiting,
          cites.map(({ path, line }) => `${path}:${line}`),
        ]),
      ]),
    )
    .digest("hex")
  return done({
    view: {
      kind: "logs",
      shown,
      model,
      notes,
      target: targetView(place, written.ok ? textLines(written.text).length : null),
      since,
      upTo,
      logs: [...logs],
      considered: entries.length,
      additions,
      left: { total: plan.left.length, by, lines },
    },
    // What had no room this time is read again the next.
    upTo: (postponed !== undefined && upTo !== null && postponed < upTo ? postponed : upTo) ?? since,
    considered: entries.length,
    left: plan.left.length,
    proposals: additions.map((addition): PlannedProposal => ({
      index: [addition.index],
      target,
      changes: [changeOf(addition)],
      waiting: addition.waiting,
      confidence: addition.score,
      reason: reasonOf(addition),
      evidence: addition.cites
        .map(({ path, line, text }) => `${path}:${line} ${shortOf(text)}`)
        .join("\n")
        .slice(0, 10_000),
      lines: addition.cites.map(({ path, line, text }) => ({ path, line, text })),
    })),
  })
}

const citedBy = ({ cites }: Addition, byId: ReadonlyMap<string, LogEntry>): LogEntry[] =>
  cites.flatMap(({ id }) => byId.get(id) ?? [])

const changeOf = ({ text, section, date, type, score }: AdditionView): ProposedChange => ({
  kind: "add",
  section,
  text,
  date,
  type,
  confidence: score,
})

function reasonOf({ reasons, cites, near }: AdditionView): string {
  const from = cites.length === 1 ? `${cites[0]?.path}:${cites[0]?.line}` : `${cites.length} log lines`
  const beside =
    near[0] === undefined
      ? ""
      : ` Similar: ${near[0].path}${near[0].line === null ? "" : `:${near[0].line}`}: “${shortOf(near[0].text)}”.`
  return `From ${from}: ${reasons.join(", ") || "may be useful later"}.${beside}`.slice(0, 2_000)
}

/** In one line of the evidence. */
const shortOf = (text: string): string => {
  const line = text.replaceAll(/\s+/g, " ").trim()
  return line.length <= 200 ? line : `${line.slice(0, 199).trimEnd()}…`
}
