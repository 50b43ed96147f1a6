import { foldAlike } from "../proposals/group-similar"
import { findNoise } from "../similarity/noise"
import { findSecrets } from "../secrets/secrets"
import { readStatement } from "../similarity/statement"
import { indexOf, isSame, nearIn, statementKey } from "./alike"
import { shortened } from "./barriers"
import type { RefusedStatement } from "./log-entry"

/** One run of a cache. Ids are unique in it. */
export interface Run {
  readonly id: string
  /** ISO instant or day; null where it has no valid one: then its place tells. */
  readonly at: string | null
  /** Counted from 1: where it stands; later runs stand further down. */
  readonly line: number
  readonly outcome: string | null
  readonly lesson: string
}

export interface RunNote {
  readonly text: string
  /** Ids of the runs that taught it, by their time. */
  readonly cites: readonly string[]
  readonly why: string
}

export interface RunsPlan {
  /** The oldest past those that are kept, by their time. */
  readonly gone: readonly { readonly id: string; readonly why: string }[]
  /** Lessons that recur, each once; what most runs taught first. */
  readonly notes: readonly RunNote[]
}

export interface RunsAsked {
  readonly runs: readonly Run[]
  /** What the notes of the cache, or curated memory, say already. */
  readonly lessons: readonly { readonly id: string; readonly text: string }[]
  readonly refused?: readonly RefusedStatement[]
  /** As many as are loaded. */
  readonly keep?: number
}

export const KEPT_RUNS = 20
const RECURS = 2

/** What of a run cache goes, and which of its lessons came back often enough to be noted; also those of the runs that go. */
export function planRuns({ runs, lessons, refused = [], keep = KEPT_RUNS }: RunsAsked): RunsPlan {
  const inTime = byTime(runs)
  const surplus = inTime.slice(0, Math.max(0, inTime.length - Math.max(0, keep)))
  return {
    gone: surplus.map(({ id }) => ({
      id,
      why: `the file has ${inTime.length.toLocaleString("en")} runs, but only ${keep.toLocaleString("en")} are loaded; this is one of the oldest ${surplus.length.toLocaleString("en")}`,
    })),
    notes: recurring(inTime, {
      known: indexOf(
        [...lessons.map(({ text }) => text), ...refused.flatMap(({ text }) => text ?? [])],
        (text) => text,
      ),
      keys: new Set(refused.map(({ key }) => key)),
    }),
  }
}

/** A run without a valid time is as old as the one before it. */
function byTime(runs: readonly Run[]): Run[] {
  let last = Number.NEGATIVE_INFINITY
  const timed = runs
    .toSorted((a, b) => a.line - b.line || compare(a.id, b.id))
    .map((run) => {
      const at = Date.parse(run.at ?? "")
      if (!Number.isNaN(at)) last = at
      return { run, at: Number.isNaN(at) ? last : at }
    })
  return timed.toSorted((a, b) => (a.at === b.at ? 0 : a.at - b.at)).map(({ run }) => run)
}

function recurring(
  runs: readonly Run[],
  { known, keys }: { readonly known: ReturnType<typeof indexOf<string>>; readonly keys: ReadonlySet<string> },
): RunNote[] {
  const telling = runs.filter(
    ({ lesson }) =>
      lesson.trim().split(/\s+/).length >= 3 &&
      findNoise(lesson) === null &&
      findSecrets(lesson).length === 0,
  )
  const folds = foldAlike(
    telling.map((run) => ({ run, about: "", text: run.lesson, confidence: null, supporters: 1 })),
  )
  return folds
    .flatMap(({ lead, folded }) => {
      const all = [lead, ...folded].map(({ run }) => run)
      const said =
        all.some(({ lesson }) => keys.has(statementKey(lesson))) ||
        nearIn(readStatement(lead.text), known).some(({ likeness }) => isSame(likeness))
      if (all.length < RECURS || said) return []
      const cites = runs.filter((run) => all.includes(run)).map(({ id }) => id)
      return [
        {
          text: lead.text.trim(),
          cites,
          why: `${all.length.toLocaleString("en")} runs have this lesson, ${outcomesOf(all)}: “${shortened(lead.text)}”`,
        },
      ]
    })
    .toSorted((a, b) => b.cites.length - a.cites.length || compare(a.text, b.text))
}

function outcomesOf(runs: readonly Run[]): string {
  const counts = new Map<string, number>()
  for (const { outcome } of runs)
    counts.set(outcome ?? "with unknown outcome", (counts.get(outcome ?? "with unknown outcome") ?? 0) + 1)
  return [...counts]
    .toSorted(([a], [b]) => compare(a, b))
    .map(([outcome, count]) => `${count.toLocaleString("en")} ${outcome}`)
    .join(", ")
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))
