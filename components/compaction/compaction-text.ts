import { formatDay } from "@/components/data/day-text"
import { count } from "@/components/data/count"
import type {
  Compactable,
  Compaction,
  CompactionKind,
  DueKind,
  LogsPreview,
  TrimStep,
  WhyLeft,
} from "./compaction-types"

/** Names of the kinds within a heading. */
export const COMPACTION_IN_HEADING: Readonly<Record<CompactionKind, string>> = {
  logs: "daily logs",
  trim: "trim",
  runs: "run cache",
}

export const COMPACTION_NAMES: Readonly<Record<CompactionKind, string>> = {
  logs: "Daily logs",
  trim: "Too long",
  runs: "Run cache",
}

/** Returns the label of the link: "Review 14 logs…". */
export function actionWords({ kind, figures }: DueKind): string {
  if (kind === "logs")
    return figures.fresh
      ? `Review ${count(figures.fresh, "log")}…`
      : `Review ${figures.logs === undefined ? "logs" : count(figures.logs, "log")} again…`
  if (kind === "trim") return figures.over ? `Trim ${count(figures.over, "line")}…` : "Trim file…"
  const past = (figures.runs ?? 0) - (figures.kept ?? 0)
  return past > 0 ? `Prune ${count(past, "run")}…` : "Review runs…"
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

/** The display order of steps: the safest first. */
export const STEP_ORDER: readonly TrimStep["how"][] = ["remove", "merge", "retire", "move"]

/** Returns how many of the steps a person has to read first: "3 of 12 changes need a look". */
export const doubtfulWords = (doubtful: number, steps: number): string =>
  `${doubtful.toLocaleString("en")} of ${count(steps, "change")} ${doubtful === 1 ? "needs" : "need"} a look`

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
  const number = count(logs.length, "log")
  const days = logs.map(({ day }) => day).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return number
  const from = `${number} from ${formatDay(first)}`
  return first === last ? from : `${from} to ${formatDay(last)}`
}
