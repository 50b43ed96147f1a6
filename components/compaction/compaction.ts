import type { OutputOf } from "@/lib/http/contract"
import { formatDay } from "@/components/data/time-text"
import { formatCount } from "@/lib/memory/text/sentence"

export const COMPACTION_KINDS = ["logs", "trim", "runs"] as const
/** Kind of a compaction: review of daily logs, trimming of a long file, or pruning of a run cache. */
export type CompactionKind = (typeof COMPACTION_KINDS)[number]

/** A compaction that a memory may need. */
export type DueKind = Compactable["kinds"][number]

/** A memory, as `GET /compaction` lists it. */
export type Compactable = OutputOf<"compaction.due">["memories"][number]

/** An earlier compaction, as the history lists it. */
export type Compaction = CompactionPage["compactions"][number]

export type CompactionPage = OutputOf<"compaction.history">

/** A log line that an addition is based on. */
export type CitedLine = Addition["cites"][number]

/** A similar line in memory or in the instructions. */
export type NearLine = Addition["near"][number]

export type Addition = LogsPreview["additions"][number]

export type CompactionTarget = CompactionPreview["target"]

export type WhyLeft = LeftLine["because"]

export type LeftLine = LogsPreview["left"]["lines"][number]

export type LogsPreview = Extract<CompactionPreview, { kind: "logs" }>

export type TrimStep = TrimPreview["steps"][number]

export type TrimPreview = Extract<CompactionPreview, { kind: "trim" }>

export type RunsPreview = Extract<CompactionPreview, { kind: "runs" }>

export type CompactionPreview = OutputOf<"compaction.preview">

/** The response of `compaction.propose`. */
export type CompactionProposals = OutputOf<"compaction.propose">

/** Names of the kinds within a heading. */
export const COMPACTION_IN_HEADING: Readonly<Record<CompactionKind, string>> = {
  logs: "daily logs",
  trim: "trim",
  runs: "run cache",
}

export const COMPACTION_NAMES: Readonly<Record<CompactionKind, string>> = {
  logs: "Daily logs",
  trim: "Long file",
  runs: "Run cache",
}

/** Returns the label of the link: "Review 14 logs…". */
export function actionWords({ kind, figures }: DueKind): string {
  if (kind === "logs")
    return figures.fresh
      ? `Review ${formatCount(figures.fresh, "log")}…`
      : `Review ${figures.logs === undefined ? "logs" : formatCount(figures.logs, "log")} again…`
  if (kind === "trim") return figures.over ? `Trim ${formatCount(figures.over, "line")}…` : "Trim file…"
  const past = (figures.runs ?? 0) - (figures.kept ?? 0)
  return past > 0 ? `Prune ${formatCount(past, "run")}…` : "Review runs…"
}

const DAY_MS = 86_400_000

/**
 * Returns the day (ISO date) on which logs are due again. Null before the first compaction, without new logs,
 * without a schedule, or for other kinds.
 */
export function nextDue({ last, cadence }: Compactable, { kind, since, figures }: DueKind): string | null {
  if (figures.fresh === 0) return null
  const from = kind === "logs" ? (since ?? last?.at ?? null) : null
  return from === null || cadence === null
    ? null
    : new Date(Date.parse(from.slice(0, 10)) + cadence * DAY_MS).toISOString().slice(0, 10)
}

/** Returns the time until a day: "in 6 days", "tomorrow", "today". Past days count as today. */
export function daysAheadWords(day: string, now: string): string {
  const days = Math.round((Date.parse(day) - Date.parse(now.slice(0, 10))) / DAY_MS)
  if (days <= 0) return "today"
  return days === 1 ? "tomorrow" : `in ${days} days`
}

export const LEFT_REASON_WORDS: Readonly<Record<WhyLeft, string>> = {
  score: "not worth keeping",
  known: "already known",
  instructions: "already in the instructions",
  refused: "rejected before",
  outdated: "superseded by a newer entry",
  "others first": "less useful than other entries",
  noise: "noise",
  metadata: "session metadata",
  conversation: "conversation",
  heading: "too little content",
  data: "table or code",
  flagged: "flagged",
}

/**
 * Returns the number of omitted lines for each reason, highest number first. Reasons without lines are left
 * out.
 */
export const countLeftByReason = ({ left: { by } }: Pick<LogsPreview, "left">): [WhyLeft, number][] =>
  (Object.entries(by) as [WhyLeft, number][])
    .filter(([, number]) => number > 0)
    .toSorted((a, b) => b[1] - a[1])

export const STEP_WORDS: Readonly<
  Record<TrimStep["how"], { readonly title: string; readonly does: string }>
> = {
  remove: { title: "Remove", does: "Remove" },
  merge: { title: "Merge duplicates", does: "Merge" },
  retire: { title: "Retire", does: "Retire" },
  move: { title: "Move to topic files", does: "Move" },
}

/**
 * Returns the lines of the file after the selected steps. The lines that a step saves are an estimate without
 * the blank lines around entries. The number for all steps is exact.
 */
export function linesAfterTrim(
  { before, after }: Pick<TrimPreview["lines"], "before" | "after">,
  steps: readonly { readonly saves: number; readonly isTicked: boolean }[],
): number {
  if (steps.every(({ isTicked }) => isTicked)) return after
  const saved = steps.reduce((sum, { saves, isTicked }) => (isTicked ? sum + saves : sum), 0)
  return Math.max(after, before - saved)
}

/** The display order of steps: the safest first. */
export const STEP_ORDER: readonly TrimStep["how"][] = ["remove", "merge", "retire", "move"]

/** Returns how many of the steps a person has to read first: "3 of 12 changes need attention". */
export const doubtfulWords = (doubtful: number, steps: number): string =>
  `${doubtful.toLocaleString("en")} of ${formatCount(steps, "change")} ${doubtful === 1 ? "needs" : "need"} attention`

/** Returns the outcome of the proposals: "2 waiting, 3 approved, 1 rejected". */
export function compactionOutcome({ proposals }: Pick<Compaction, "proposals">): string {
  if (proposals.length === 0) return "nothing worth keeping"
  const of = (...states: string[]) => proposals.filter(({ state }) => states.includes(state)).length
  const parts: [number, string][] = [
    [of("waiting"), "waiting"],
    [of("approved", "merged"), "approved"],
    [of("rejected"), "rejected"],
    [of("withdrawn"), "withdrawn"],
    [of("expired"), "expired"],
  ]
  return parts.flatMap(([number, words]) => (number > 0 ? [`${number} ${words}`] : [])).join(", ")
}

/** Returns the number of logs and their days: "14 logs from 2026-11-01 to 2026-11-14". */
export function logsWords({ logs }: Pick<LogsPreview, "logs">): string {
  const number = formatCount(logs.length, "log")
  const days = logs.map(({ day }) => day).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return number
  const from = `${number} from ${formatDay(first)}`
  return first === last ? from : `${from} to ${formatDay(last)}`
}

/** Returns the address of the list of due and earlier compactions. */
export function compactionPath(
  team: string,
  { project, cursor }: { project?: string | null; cursor?: string | null } = {},
): string {
  const said = new URLSearchParams({ ...(project ? { project } : {}), ...(cursor ? { cursor } : {}) })
  return `/t/${team}/memory/compact${said.size > 0 ? `?${said}` : ""}`
}

/**
 * Returns the address of the compaction of a memory. A file that does not exist yet is named by project and
 * path.
 */
export function compactPath(
  team: string,
  { file, path, project }: { file: string | null; path: string; project: string },
  kind: CompactionKind,
  more: Readonly<Record<string, string>> = {},
): string {
  return file === null
    ? `/t/${team}/memory/compact/${NO_FILE}?${new URLSearchParams({ kind, project, path, ...more })}`
    : `/t/${team}/memory/compact/${file}?${new URLSearchParams({ kind, ...more })}`
}

/** Used in place of the ID of a file that does not exist yet. */
export const NO_FILE = "new"

/** Returns the address of the inbox, filtered by a file, with the first of these proposals open. */
export function proposedPath(
  team: string,
  { project, path }: { project: string; path: string },
  proposals: readonly string[],
): string {
  const [first] = proposals
  return `/t/${team}/inbox?${new URLSearchParams({ tab: "proposals", project, q: path, ...(first === undefined ? {} : { item: first }) })}`
}
