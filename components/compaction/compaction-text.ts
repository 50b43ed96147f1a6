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

/** What is done to the file whose page it is. */
export const ACT_WORDS: Readonly<Record<CompactionKind, string>> = {
  logs: "daily logs",
  trim: "trim",
  runs: "run cache",
}

export const KIND_WORDS: Readonly<Record<CompactionKind, string>> = {
  logs: "Daily logs",
  trim: "Too long",
  runs: "Run cache",
}

/** What the link to it says: "Look through 14 logs…". */
export function actionWords({ kind, figures }: DueKind): string {
  if (kind === "logs")
    return figures.fresh
      ? `Look through ${count(figures.fresh, "log")}…`
      : `Look through ${figures.logs === undefined ? "the logs" : count(figures.logs, "log")} again…`
  if (kind === "trim") return figures.over ? `Trim ${count(figures.over, "line")}…` : "Trim it…"
  const past = (figures.runs ?? 0) - (figures.kept ?? 0)
  return past > 0 ? `Prune ${count(past, "run")}…` : "Look through the runs…"
}

const DAY_MS = 86_400_000

/** The day from which on logs are due again; null: nothing was ever compacted, all were read, or the kind has no calendar. */
export function nextDue({ last, cadence }: Compactable, { kind, since, figures }: DueKind): string | null {
  if (figures.fresh === 0) return null
  const from = kind === "logs" ? (since ?? last?.at ?? null) : null
  return from === null || cadence === null
    ? null
    : new Date(Date.parse(from.slice(0, 10)) + cadence * DAY_MS).toISOString().slice(0, 10)
}

/** "in 6 days", "tomorrow", "today". */
export function aheadWords(day: string, now: string): string {
  const days = Math.round((Date.parse(day) - Date.parse(now.slice(0, 10))) / DAY_MS)
  return days <= 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`
}

export const LEFT_WORDS: Readonly<Record<WhyLeft, string>> = {
  score: "not worth keeping",
  known: "known already",
  instructions: "in the instructions already",
  refused: "refused before",
  outdated: "outdated by a newer line",
  "others first": "others are worth more",
  noise: "noise",
  metadata: "labels of a session",
  conversation: "conversation",
  heading: "says too little",
  data: "table or code",
  flagged: "flagged",
}

/** What was left, the most of it first. */
export const leftBy = ({ left: { by } }: Pick<LogsPreview, "left">): [WhyLeft, number][] =>
  (Object.entries(by) as [WhyLeft, number][])
    .filter(([, number]) => number > 0)
    .toSorted((a, b) => b[1] - a[1])

export const HOW_WORDS: Readonly<Record<TrimStep["how"], { readonly title: string; readonly does: string }>> =
  {
    remove: { title: "Taken out", does: "Take out" },
    merge: { title: "Said twice, merged", does: "Merge" },
    retire: { title: "Retired", does: "Retire" },
    move: { title: "Moved into topic files", does: "Move" },
  }

/** The order in which steps are shown: what costs nothing comes first. */
export const HOWS: readonly TrimStep["how"][] = ["remove", "merge", "retire", "move"]

/** "3 approved, 1 rejected, 2 wait". */
export function outcomeWords({ proposals }: Pick<Compaction, "proposals">): string {
  if (proposals.length === 0) return "nothing worth keeping"
  const of = (...states: string[]) => proposals.filter(({ state }) => states.includes(state)).length
  const parts: [number, string][] = [
    [of("waiting"), of("waiting") === 1 ? "waits" : "wait"],
    [of("approved", "merged"), "approved"],
    [of("rejected"), "rejected"],
    [of("withdrawn"), "withdrawn"],
    [of("expired"), "expired"],
  ]
  return parts.flatMap(([number, words]) => (number > 0 ? [`${number} ${words}`] : [])).join(", ")
}

/** "14 logs from 2026-11-01 to 2026-11-14". */
export function logsWords({ logs }: Pick<LogsPreview, "logs">): string {
  const days = logs.map(({ day }) => day).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  return `${count(logs.length, "log")}${first === undefined || last === undefined ? "" : first === last ? ` of ${first}` : ` from ${first} to ${last}`}`
}
