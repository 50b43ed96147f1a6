import { APPROVED_CONFIDENCE, UNKNOWN_CONFIDENCE } from "../policies/policy"
import { ageInDays, STALE_AFTER_DAYS } from "../memory-files/staleness"

/** What an entry is ranked by. */
export interface Rated {
  /** 0–1, null where nobody says. */
  readonly confidence: number | null
  /** ISO day that the entry states, null where it states none. */
  readonly date: string | null
  /** ISO day on which the entry came in, or its file last changed where that was earlier: what an undated entry is no younger than. */
  readonly since: string
  /** How often it was read: what its file counts, and what was delivered from here. */
  readonly accessed: number
  /** ISO day on which a curator last approved its words, null where nobody did. */
  readonly approvedOn: string | null
}

/** What a score is made of, each 0–1. */
export interface Parts {
  readonly confidence: number
  readonly recency: number
  readonly frequency: number
  /** Of a context with a task: how much of it the entry speaks of, beside the others. */
  readonly relevance?: number
}

/** A quarter of the recency is left when an entry counts as stale. */
export const HALF_LIFE_DAYS = STALE_AFTER_DAYS / 2

/** Read so often, an entry has all of its frequency. A fixed number: no entry's score hangs on which others are at hand, or on their order. */
export const MANY_ACCESSES = 1_000

/** What a curator approved today counts as read half as often as can be; half of that after so many days. */
export const APPROVED_FREQUENCY = 0.5
export const APPROVED_HALF_LIFE_DAYS = 14

/** With a task, this share of the score is its relevance to the task. */
export const TASK_SHARE = 0.6

/**
 * The parts of an entry's score, 0–1 each.
 *
 * - Confidence: as stated in the file, else in the proposal that a curator approved; 0.8 where that stated none, 0.5 where it is unknown.
 * - Recency: halves every `HALF_LIFE_DAYS` since the day that the entry states; a day in the future counts as now. An undated entry counts
 *   from the day it came in, or its file's last change where that was earlier: what was learned today is new though its file dates nothing,
 *   and an old file is no fresher for being imported today.
 * - Frequency: log(1 + accessed) / log(1 + `MANY_ACCESSES`), at most 1: the tenth reading tells more than the hundredth. What a curator has
 *   just approved had no chance to be read: it has no less than `APPROVED_FREQUENCY`, halved every `APPROVED_HALF_LIFE_DAYS`, so that what
 *   has long been told does not keep it out.
 */
export function partsOf(entry: Rated, now: Date): Parts {
  const age = ageInDays(entry.date ?? entry.since, now)
  return {
    confidence: within(
      entry.confidence ?? (entry.approvedOn === null ? UNKNOWN_CONFIDENCE : APPROVED_CONFIDENCE),
    ),
    recency: age === null ? 0 : within(0.5 ** (age / HALF_LIFE_DAYS)),
    frequency: within(
      Math.max(
        Math.log1p(Math.max(0, entry.accessed)) / Math.log1p(MANY_ACCESSES),
        approvedLately(entry.approvedOn, now),
      ),
    ),
  }
}

function approvedLately(day: string | null, now: Date): number {
  const age = day === null ? null : ageInDays(day, now)
  return age === null ? 0 : APPROVED_FREQUENCY * 0.5 ** (age / APPROVED_HALF_LIFE_DAYS)
}

/**
 * How well an entry serves as context, 0–1: 0.4 × confidence + 0.3 × recency + 0.3 × frequency; with a task
 * (1 − `TASK_SHARE`) of that + `TASK_SHARE` × relevance. Source: the memory protocol, "Memory Ranking".
 */
export function scoreOf({ confidence, recency, frequency, relevance }: Parts): number {
  const score = 0.4 * confidence + 0.3 * recency + 0.3 * frequency
  return relevance === undefined ? score : (1 - TASK_SHARE) * score + TASK_SHARE * relevance
}

/** What a part adds to a score: its value times its weight. */
export interface Share {
  readonly part: keyof Parts
  readonly value: number
  readonly weight: number
  readonly adds: number
}

/** A score taken apart: what its parts add is the score. */
export function sharesOf(parts: Parts): Share[] {
  const rest = parts.relevance === undefined ? 1 : 1 - TASK_SHARE
  const weights = {
    ...(parts.relevance === undefined ? {} : { relevance: TASK_SHARE }),
    confidence: 0.4 * rest,
    recency: 0.3 * rest,
    frequency: 0.3 * rest,
  }
  return Object.entries(weights).map(([name, weight]): Share => {
    const part = name as keyof Parts
    const value = parts[part] ?? 0
    return { part, value, weight, adds: weight * value }
  })
}

const within = (part: number): number => (Number.isFinite(part) ? Math.min(1, Math.max(0, part)) : 0)

/** Of equal scores the younger first, then by path, line, words and id: never by the order in which they were found. Two projects may have the same path and line, and ids come in the order of imports. */
export function byAge(one: Aged, other: Aged): number {
  const [day, otherDay] = [one.date ?? one.since, other.date ?? other.since]
  return (
    compare(otherDay, day) ||
    compare(one.path, other.path) ||
    one.line - other.line ||
    compare(one.text, other.text) ||
    compare(one.id, other.id)
  )
}

interface Aged {
  readonly date: string | null
  readonly since: string
  readonly path: string
  readonly line: number
  readonly text: string
  readonly id: string
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
