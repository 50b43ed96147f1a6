import { APPROVED_CONFIDENCE, UNKNOWN_CONFIDENCE } from "../policies/policy"
import { ageInDays, STALE_AFTER_DAYS } from "../memory-files/entry-dates"
import { compareText } from "@/lib/memory/text/aggregates"

/** The properties of an entry that its rank depends on. */
export interface Rated {
  /** Confidence, 0–1; null if unknown. */
  readonly confidence: number | null
  /** ISO date of the entry, or null. */
  readonly date: string | null
  /**
   * ISO date on which the entry was added, or on which its file last changed if that is earlier. Used as the
   * date of an undated entry.
   */
  readonly since: string
  /** Number of reads: the count in its file plus deliveries by this server. */
  readonly accessed: number
  /** ISO date on which a curator last approved its text, or null. */
  readonly approvedOn: string | null
}

/** The parts of a score, 0–1 each. */
export interface ScoreParts {
  readonly confidence: number
  readonly recency: number
  readonly frequency: number
  /** Relevance to the task, compared with the other entries. Undefined without a task. */
  readonly relevance?: number
}

/** Days in which recency halves. A quarter is left when an entry becomes stale. */
export const HALF_LIFE_DAYS = STALE_AFTER_DAYS / 2

/** Number of reads at which the frequency is 1. It is fixed, so that a score does not depend on the other entries. */
export const MANY_ACCESSES = 1_000

/** Lowest frequency of an entry on the day a curator approves it. It halves every `APPROVED_HALF_LIFE_DAYS`. */
export const APPROVED_FREQUENCY = 0.5
export const APPROVED_HALF_LIFE_DAYS = 14

/** Share of relevance in the score of a context with a task. */
export const TASK_SHARE = 0.6

/**
 * Returns the parts of an entry's score, 0–1 each.
 *
 * - Confidence: as stated in the file, else in the approved proposal; 0.8 if the proposal stated none, 0.5 if unknown.
 * - Recency: halves every `HALF_LIFE_DAYS`. A future date counts as today. An undated entry counts from `since`, so that an import does not
 *   make old files recent.
 * - Frequency: log(1 + accessed) / log(1 + `MANY_ACCESSES`), at most 1. A newly approved entry has at least `APPROVED_FREQUENCY`, because
 *   agents had no time to read it.
 */
export function scorePartsOf(entry: Rated, now: Date): ScoreParts {
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
 * Returns the rank of an entry for context, 0–1: 0.4 × confidence + 0.3 × recency + 0.3 × frequency. With a task:
 * (1 − `TASK_SHARE`) × that + `TASK_SHARE` × relevance. Source: the memory protocol, "Memory Ranking".
 */
export function rankScoreOf({ confidence, recency, frequency, relevance }: ScoreParts): number {
  const score = 0.4 * confidence + 0.3 * recency + 0.3 * frequency
  return relevance === undefined ? score : (1 - TASK_SHARE) * score + TASK_SHARE * relevance
}

/** Contribution of a part to a score. */
export interface Share {
  readonly part: keyof ScoreParts
  readonly value: number
  readonly weight: number
  /** Value × weight. */
  readonly adds: number
}

/** Returns the contributions of all parts. Their sum is the score. */
export function sharesOf(parts: ScoreParts): Share[] {
  const rest = parts.relevance === undefined ? 1 : 1 - TASK_SHARE
  const weights = {
    ...(parts.relevance === undefined ? {} : { relevance: TASK_SHARE }),
    confidence: 0.4 * rest,
    recency: 0.3 * rest,
    frequency: 0.3 * rest,
  }
  return Object.entries(weights).map(([name, weight]): Share => {
    const part = name as keyof ScoreParts
    const value = parts[part] ?? 0
    return { part, value, weight, adds: weight * value }
  })
}

const within = (part: number): number => (Number.isFinite(part) ? Math.min(1, Math.max(0, part)) : 0)

/**
 * Compares entries of equal score: newest first, then by path, line, text and id. The result does not depend on the input order. Ids are
 * last, because they follow the order of imports.
 */
export function byAge(one: Aged, other: Aged): number {
  const [day, otherDay] = [one.date ?? one.since, other.date ?? other.since]
  return (
    compareText(otherDay, day) ||
    compareText(one.path, other.path) ||
    one.line - other.line ||
    compareText(one.text, other.text) ||
    compareText(one.id, other.id)
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
