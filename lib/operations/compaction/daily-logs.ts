import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { lastCompactions, statementsOfMemory } from "@/lib/db/compactions"
import { formatCount } from "@/lib/memory/text/sentence"
import { isBelow } from "@/lib/memory/alerts/file/file-rule"
import type { LogScoringInput, LogEntry, ScoredLog, LogHint } from "@/lib/memory/compaction/scored-log-entry"
import { done, type Outcome } from "@/lib/memory/inputs/outcome"
import { sortByModel, type SortMethod, type BySorter } from "../coach/available-coaches"
import { runForPerson } from "../isolated/run-isolated"
import { instructionsOf } from "../proposals/instructions"
import { readLogLines, scoreLogs, type LogPart } from "./analyses"
import { readEarlierProposals, type EarlierProposals } from "./compaction-proposals"
import { type CompactionPlace } from "./target"
import { createHash } from "node:crypto"
import { entriesByFile } from "@/lib/db/memory-files/current-revisions"
import { groupBy } from "@/lib/memory/text/aggregates"
import { parentFolder } from "@/lib/memory/memory-files/paths"

const CHOICES = [
  {
    name: "keep",
    means: "useful later: a durable pattern, a rule, a decision, a preference, ownership, a location",
  },
  {
    name: "leave",
    means: "useful in that session only: finished work, a one-time event, progress, a plan, a ticket",
  },
]

/** Scores for which the language model is asked. Outside this range the rules are more reliable. */
const DOUBTFUL = { from: 0.15, to: 0.85 }
const MOST_ASKED = 600

interface LogHints {
  /** Hints by entry id. */
  readonly hints: ReadonlyMap<string, LogHint>
  readonly model: string | null
  readonly notes: readonly string[]
}

/**
 * Returns hints of a language model for doubtful lines. Recent answers are cached, so that proposals match
 * their preview.
 */
async function logHints(scored: readonly ScoredLog[], method: SortMethod): Promise<Outcome<LogHints>> {
  const doubtful = scored
    .filter(({ barrier, score }) => barrier === null && score >= DOUBTFUL.from && score < DOUBTFUL.to)
    .map(({ entry }) => entry)
  const answer = await remembered(doubtful.slice(-MOST_ASKED), method)
  if (!answer.ok) return answer
  const { sorted, model, notes } = answer.value
  const words = (why: string) => (why === "" ? "according to the language model" : `language model: ${why}`)
  const more =
    doubtful.length > MOST_ASKED && model !== null
      ? [`The model was asked about only the newest ${MOST_ASKED} of ${doubtful.length} lines.`]
      : []
  return done({
    hints: new Map(
      sorted.map(({ id, choice, sure, why }) => [
        id,
        { keep: choice === "keep", strength: sure, words: words(why) },
      ]),
    ),
    model,
    notes: [...notes, ...more],
  })
}

/** Cache of recent answers, by request. Failures are not cached. */
const lately = new Map<string, BySorter>()
const MOST_KEPT = 50

async function remembered(entries: readonly LogEntry[], method: SortMethod): Promise<Outcome<BySorter>> {
  const key = createHash("sha256")
    .update(
      JSON.stringify([
        method,
        process.env.QUARTERDECK_COACH_MODEL,
        entries.map(({ id, text, section }) => [id, text, section]),
      ]),
    )
    .digest("hex")
  const known = lately.get(key)
  if (known) return done(known)
  const statements = entries.map(({ id, text, section, day }) => ({ id, text, section, date: day }))
  const answer = await sortByModel(
    {
      purpose:
        "These are lines from an agent's daily logs. For each line, say whether it belongs in the memory that every later session loads.",
      choices: CHOICES,
      statements,
    },
    method,
  )
  if (!answer.ok || answer.value.model === null) return answer
  if (lately.size >= MOST_KEPT) lately.delete(lately.keys().next().value ?? "")
  lately.set(key, answer.value)
  return answer
}

/** The lines of daily logs, with the memory that they are compared with. */
export interface LogSources {
  /** ISO day of the last compaction. Null if there was none, or if all logs are read. */
  readonly since: string | null
  /** The newest day that was read, or null if there are no logs. */
  readonly upTo: string | null
  readonly logs: readonly ReadLog[]
  /** Number of daily logs after `upTo`, left for the next run. */
  readonly later: number
  readonly entries: readonly LogEntry[]
  readonly curated: readonly KnownEntry[]
  readonly instructions: LogScoringInput["instructions"]
  readonly earlier: EarlierProposals
}

interface KnownEntry {
  readonly id: string
  readonly text: string
  readonly section: string | null
  readonly path: string
  readonly line: number | null
}

/** Reads the daily logs since the last compaction, or all of them. */
export async function readLogSources(
  place: CompactionPlace,
  { all }: { readonly all: boolean },
): Promise<Outcome<LogSources>> {
  const { team, project, target } = place
  const root = parentFolder(target.path)
  const [last, earlier, standing, instructions] = await Promise.all([
    all ? [] : lastCompactions(wholeTeamUnchecked(team.id), [project.id]),
    readEarlierProposals(place, "logs"),
    statementsOfMemory(wholeTeamUnchecked(team.id), {
      projectId: project.id,
      path: target.path,
      folder: `${root === "" ? "" : `${root}/`}memory/`,
    }),
    instructionsOf(team.id, project.id),
  ])
  const since = last.find(({ path, kind }) => path === target.path && kind === "logs")?.upTo ?? null
  const { logs, parts, upTo, later } = await readLogs(place, since)
  const read = await runForPerson(readLogLines, parts, logsNamed(place))
  if (!read.ok) return read
  const entries = read.value
  const approved = entries.flatMap(({ id, key, text }) =>
    key !== undefined && earlier.known.has(key) ? [{ id: `approved ${id}`, text }] : [],
  )
  const decided = [...earlier.approved, ...approved].map((one) => ({
    ...one,
    section: null,
    path: target.path,
    line: null,
  }))
  return done({
    since,
    upTo,
    logs,
    later,
    entries,
    curated: [...standing, ...decided],
    instructions: instructions.filter(({ path }) => path !== target.path && isBelow(target.path, path)),
    earlier,
  })
}

interface ScoredLogs {
  readonly scored: readonly ScoredLog[]
  /** Name of the language model that was asked, or null. */
  readonly model: string | null
  readonly notes: string[]
}

/** Scores the lines, with hints of a language model for the doubtful ones if `method` allows it. */
export async function scoreDailyLogs(
  place: CompactionPlace,
  { entries, curated, instructions, earlier, later, upTo }: LogSources,
  method: SortMethod,
): Promise<Outcome<ScoredLogs>> {
  const what = logsNamed(place)
  const asked = { entries, curated, instructions, refused: earlier.refused, today: place.today }
  const ruled = await runForPerson(scoreLogs, asked, what)
  if (!ruled.ok) return ruled
  const hinted = await logHints(ruled.value, method)
  if (!hinted.ok) return hinted
  const { hints, model } = hinted.value
  const more = `About ${MOST_LINES.toLocaleString("en")} lines are read per run. Still to read: ${formatCount(later, "daily log")} after ${upTo}.`
  const notes = later === 0 ? [...hinted.value.notes] : [...hinted.value.notes, more]
  if (hints.size === 0) return done({ scored: ruled.value, model, notes })
  const withHints = entries.map((entry) => ({ ...entry, hint: hints.get(entry.id) ?? null }))
  const scored = await runForPerson(scoreLogs, { ...asked, entries: withHints }, what)
  return scored.ok ? done({ scored: scored.value, model, notes }) : scored
}

export const logsNamed = ({ target }: CompactionPlace): string => `The logs of ${target.agent ?? target.path}`

interface ReadLog {
  readonly file: string
  readonly path: string
  readonly day: string
  readonly lines: number
}

export interface ReadLogs {
  readonly logs: readonly ReadLog[]
  readonly parts: readonly LogPart[]
  /** The newest day that was read, or null. */
  readonly upTo: string | null
  /** Number of daily logs after that day, left for the next run. */
  readonly later: number
}

/**
 * Maximum number of lines per run. Each line is compared with all others, and a person reviews the result.
 */
const MOST_LINES = 1_000

/**
 * Reads the daily logs of a memory since a day, or all of them, and the session log in the memory itself.
 * Logs are never changed.
 */
async function readLogs(
  { team, target, workspace, today }: CompactionPlace,
  since: string | null,
): Promise<ReadLogs> {
  const wanted = (day: string) => day <= today && (since === null || day >= since)
  const all = (workspace?.logs ?? []).filter(({ day }) => wanted(day))
  const inMemory = sessionsIn({ target }).filter(({ day }) => wanted(day))
  const end = lastDayOf([
    ...all.map(({ file, day }) => ({ day, lines: file.entries })),
    ...inMemory.map(({ day }) => ({ day, lines: 1 })),
  ])
  const logs = all.filter(({ day }) => day <= end)
  const said = await entriesByFile(
    wholeTeamUnchecked(team.id),
    logs.map(({ file }) => file.id),
  )
  const read = logs.map(({ file, day }) => ({ file: file.id, path: file.path, day, lines: file.lines }))
  const parts = logs.flatMap(({ file, day }) =>
    (said.get(file.id) ?? [])
      .filter(({ state }) => state === "current")
      .map(({ id, text, section, line, date }): LogPart => ({
        id,
        text,
        section,
        line,
        file: file.id,
        path: file.path,
        day: date ?? day,
        isSession: false,
      })),
  )
  const sessions = inMemory.filter(({ day }) => day <= end)
  const days = [...read, ...sessions].map(({ day }) => day).toSorted()
  return {
    logs: read,
    parts: [...parts, ...sessions],
    upTo: days.at(-1) ?? null,
    later: all.length - logs.length,
  }
}

/**
 * Returns the last day up to which the logs have at most MOST_LINES lines. Takes whole days, at least two,
 * because the first may have been read before. Returns "" without logs.
 */
function lastDayOf(logs: readonly { readonly day: string; readonly lines: number }[]): string {
  const days = [...groupBy(logs, ({ day }) => day)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  let [end, lines] = ["", 0]
  for (const [place, [day, those]] of days.entries()) {
    lines += those.reduce((sum, one) => sum + one.lines, 0)
    if (place > 1 && lines > MOST_LINES) break
    end = day
  }
  return end
}

/** Returns the lines of the session log in an agent's memory. */
function sessionsIn({ target: { head, reading, text, format } }: Pick<CompactionPlace, "target">): LogPart[] {
  if (head === null || format !== "kaizen") return []
  return reading.format.parse(text, reading.path).sessions.flatMap(({ date, summary, line }) =>
    date === null
      ? []
      : [
          {
            id: `${head.id}:${line}`,
            text: summary,
            section: "Session Log",
            file: head.id,
            path: head.path,
            line,
            day: date.slice(0, 10),
            isSession: true,
          },
        ],
  )
}
