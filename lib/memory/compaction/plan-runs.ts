import { groupDuplicates } from "../proposals/group-similar"
import { findNoise } from "../memory-files/session-noise-patterns"
import { findSecrets } from "../secrets/secrets"
import { readStatement } from "../similarity/statement"
import { indexStatements, isSame, findRelated, refusedKey, shortened } from "./known-memory"
import type { RefusedStatement } from "./scored-log-entry"
import { compareText } from "@/lib/memory/text/aggregates"

/** One run of a run cache. Ids are unique in the cache. */
export interface CachedRun {
  readonly id: string
  /** ISO instant or date; null if invalid. Then the position in the file decides. */
  readonly at: string | null
  /** Line number, from 1. Later runs have higher line numbers. */
  readonly line: number
  readonly outcome: string | null
  readonly lesson: string
}

export interface RunNote {
  readonly text: string
  /** Ids of the runs with this lesson, by time. */
  readonly cites: readonly string[]
  readonly why: string
}

export interface RunsPlan {
  /** Runs to remove, the oldest first. */
  readonly gone: readonly { readonly id: string; readonly why: string }[]
  /** Recurring lessons, the most frequent first. */
  readonly notes: readonly RunNote[]
}

export interface RunsPlanInput {
  readonly runs: readonly CachedRun[]
  /** Lessons that notes of the cache or curated memory already have. */
  readonly lessons: readonly { readonly id: string; readonly text: string }[]
  readonly refused?: readonly RefusedStatement[]
  /** Number of runs to keep. Default: `KEPT_RUNS`. */
  readonly keep?: number
}

/** Number of runs that agents load. */
export const KEPT_RUNS = 20
/** Minimum number of runs with a lesson for the lesson to become a note. */
const RECURS = 2

/** Returns the runs to remove from a cache, and the recurring lessons. Lessons of removed runs count too. */
export function planRuns({ runs, lessons, refused = [], keep = KEPT_RUNS }: RunsPlanInput): RunsPlan {
  const inTime = byTime(runs)
  const surplus = inTime.slice(0, Math.max(0, inTime.length - Math.max(0, keep)))
  return {
    gone: surplus.map(({ id }) => ({
      id,
      why: `the file has ${inTime.length.toLocaleString("en")} runs, but only ${keep.toLocaleString("en")} are loaded; this is ${surplus.length === 1 ? "the oldest" : `one of the ${surplus.length.toLocaleString("en")} oldest`}`,
    })),
    notes: recurring(inTime, {
      known: indexStatements(
        [...lessons.map(({ text }) => text), ...refused.flatMap(({ text }) => text ?? [])],
        (text) => text,
      ),
      keys: new Set(refused.map(({ key }) => key)),
    }),
  }
}

/**
 * Returns the runs sorted by time. A run without a valid time takes the time of the run before it in the
 * file.
 */
function byTime(runs: readonly CachedRun[]): CachedRun[] {
  let last = Number.NEGATIVE_INFINITY
  const timed = runs
    .toSorted((a, b) => a.line - b.line || compareText(a.id, b.id))
    .map((run) => {
      const at = Date.parse(run.at ?? "")
      if (!Number.isNaN(at)) last = at
      return { run, at: Number.isNaN(at) ? last : at }
    })
  return timed.toSorted((a, b) => (a.at === b.at ? 0 : a.at - b.at)).map(({ run }) => run)
}

function recurring(
  runs: readonly CachedRun[],
  {
    known,
    keys,
  }: { readonly known: ReturnType<typeof indexStatements<string>>; readonly keys: ReadonlySet<string> },
): RunNote[] {
  const telling = runs.filter(
    ({ lesson }) =>
      lesson.trim().split(/\s+/).length >= 3 &&
      findNoise(lesson) === null &&
      findSecrets(lesson).length === 0,
  )
  const folds = groupDuplicates(
    telling.map((run) => ({ run, about: "", text: run.lesson, confidence: null, supporters: 1 })),
  )
  return folds
    .flatMap(({ lead, folded }) => {
      const all = [lead, ...folded].map(({ run }) => run)
      const said =
        all.some(({ lesson }) => keys.has(refusedKey(lesson))) ||
        findRelated(readStatement(lead.text), known).some(({ likeness }) => isSame(likeness))
      if (all.length < RECURS || said) return []
      const cites = runs.filter((run) => all.includes(run)).map(({ id }) => id)
      return [
        {
          text: lead.text.trim(),
          cites,
          why: `${all.length.toLocaleString("en")} runs report this lesson (${outcomesOf(all)}): “${shortened(lead.text)}”`,
        },
      ]
    })
    .toSorted((a, b) => b.cites.length - a.cites.length || compareText(a.text, b.text))
}

function outcomesOf(runs: readonly CachedRun[]): string {
  const counts = new Map<string, number>()
  for (const { outcome } of runs)
    counts.set(outcome ?? "unknown outcome", (counts.get(outcome ?? "unknown outcome") ?? 0) + 1)
  return [...counts]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([outcome, count]) => `${outcome}: ${count.toLocaleString("en")}`)
    .join(", ")
}
