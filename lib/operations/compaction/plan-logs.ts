import { sha256OfJson } from "@/lib/files/sha256"
import type { Addition, Compaction } from "@/lib/memory/compaction/plan-logs"
import type { LogEntry } from "@/lib/memory/compaction/scored-log-entry"
import { groupBy } from "@/lib/memory/text/aggregates"
import { done, type Outcome } from "@/lib/memory/inputs/outcome"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { textLines } from "@/lib/memory/text/line-differences"
import { writeChanges } from "@/lib/memory/proposals/write-changes"
import type { SortMethod } from "../coach/available-coaches"
import { runForPerson } from "../isolated/run-isolated"
import { planAdditions } from "./analyses"
import {
  openSections,
  type PlannedCompaction,
  type PlannedProposal,
  targetView,
} from "./compaction-proposals"
import type { CompactionPlace } from "./target"
import type { AdditionView, LogsPreview } from "./compaction-outputs"
import { logsNamed, type LogSources, readLogSources, scoreDailyLogs } from "./daily-logs"
import type { Target } from "../proposals/target"

/** Maximum number of additions per run. Additions with a lower score are left for the next run. */
const MOST = 50
const MOST_LEFT = 500

/**
 * Plans what the daily logs since the last compaction, or all of them, would add to memory: one proposal for
 * each addition.
 */
export async function planLogs(
  place: CompactionPlace,
  { all, method }: { readonly all: boolean; readonly method: SortMethod },
): Promise<Outcome<PlannedCompaction<LogsPreview>>> {
  const { target } = place
  const sources = await readLogSources(place, { all })
  if (!sources.ok) return sources
  const scored = await scoreDailyLogs(place, sources.value, method)
  if (!scored.ok) return scored
  const { since, upTo, logs, entries, earlier } = sources.value
  const sections = openSections(target)
  const planned = await runForPerson(
    planAdditions,
    { scored: scored.value.scored, sections, most: MOST, waiting: earlier.waiting },
    logsNamed(place),
  )
  if (!planned.ok) return planned
  const { plan, waiting } = planned.value
  const additions = additionViews(plan.additions, { sources: sources.value, sections, waiting })
  const written = writeChanges(
    { ...target.reading, text: target.text },
    target.entries,
    additions.filter(({ waiting: waits }) => waits === null).map(changeOf),
  )
  const postponed = firstPostponed(plan, entries)
  return done({
    view: {
      kind: "logs",
      shown: hashOfAdditions(target, since, additions),
      model: scored.value.model,
      notes: scored.value.notes,
      target: targetView(place, written.ok ? textLines(written.text).length : null),
      since,
      upTo,
      logs: [...logs],
      considered: entries.length,
      additions,
      left: leftView(plan, entries),
    },
    // Postponed lines are read again by the next run.
    upTo: (postponed !== null && upTo !== null && postponed < upTo ? postponed : upTo) ?? since,
    considered: entries.length,
    left: plan.left.length,
    proposals: additions.map((addition) => proposalOf(addition, target)),
  })
}

interface AdditionContext {
  readonly sources: LogSources
  readonly sections: readonly string[]
  /** Ids of waiting proposals, by the index of the addition. Null for additions without one. */
  readonly waiting: readonly (string | null)[]
}

function additionViews(
  additions: readonly Addition[],
  { sources: { entries, curated, instructions }, sections, waiting }: AdditionContext,
): AdditionView[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const known = new Map([
    ...curated.map(({ id, text, path, line }) => [id, { text, path, line }] as const),
    ...instructions.flatMap(({ path, entries: lines }) =>
      lines.map(({ line, text }) => [`${path}:${line}`, { text, path, line }] as const),
    ),
  ])
  const near = (found: { readonly id: string; readonly score: number } | null) => {
    const entry = found && known.get(found.id)
    return entry ? [{ ...entry, score: found.score }] : []
  }
  return additions.map((addition, index) => ({
    index,
    text: addition.text,
    section: addition.section,
    newSection: !sections.includes(addition.section),
    type: addition.kind,
    date: addition.date,
    score: addition.score,
    reasons: [...addition.reasons],
    cites: citedBy(addition, byId).map(({ file, path, line, day, text, written = text }) => ({
      file,
      path,
      line,
      day,
      text: written,
    })),
    near: near(addition.near),
    against: near(addition.against).map((one) => ({ ...one, why: addition.against?.why ?? "" })),
    waiting: waiting[index] ?? null,
  }))
}

/** Returns the first day with lines that had no room in this run, or null. */
function firstPostponed(plan: Compaction, entries: readonly LogEntry[]): string | null {
  const days = new Map(entries.map(({ id, day }) => [id, day]))
  const [first] = plan.left
    .filter(({ because }) => because === "others first")
    .flatMap(({ id }) => days.get(id) ?? [])
    .toSorted()
  return first ?? null
}

function leftView({ left }: Compaction, entries: readonly LogEntry[]): LogsPreview["left"] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const lines = left.slice(0, MOST_LEFT).flatMap(({ id, why, because }) => {
    const entry = byId.get(id)
    return entry === undefined
      ? []
      : [{ text: entry.written ?? entry.text, path: entry.path, line: entry.line, why, because }]
  })
  const reasons = [...groupBy(left, ({ because }) => because)]
  const by = Object.fromEntries(reasons.map(([because, those]) => [because, those.length]))
  return { total: left.length, by, lines }
}

function hashOfAdditions(
  { path, head }: Target,
  since: string | null,
  additions: readonly AdditionView[],
): string {
  const gist = [
    "logs",
    path,
    head?.revision ?? 0,
    since,
    additions.map(({ text, section, cites, waiting }) => [
      text,
      section,
      waiting,
      cites.map((cite) => `${cite.path}:${cite.line}`),
    ]),
  ]
  return sha256OfJson(gist)
}

const proposalOf = (addition: AdditionView, target: Target): PlannedProposal => ({
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
})

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

/** Returns the text on one line, at most 200 characters. */
const shortOf = (text: string): string => {
  const line = text.replaceAll(/\s+/g, " ").trim()
  return line.length <= 200 ? line : `${line.slice(0, 199).trimEnd()}…`
}
