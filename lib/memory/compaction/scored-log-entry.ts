import type { Instructions } from "../comparison/restated-instructions"

/** An entry of a daily log. Logs are read and cited, never changed. Ids are unique among the entries that are scored together. */
export interface LogEntry {
  readonly id: string
  /** Text without the time of day in front. */
  readonly text: string
  /** The line as written, if it differs from `text`. */
  readonly written?: string
  /** Heading or list label above the entry; null if there is none. */
  readonly section: string | null
  readonly file: string
  readonly path: string
  /** From 1. */
  readonly line: number
  /** ISO date of the log. */
  readonly day: string
  /** Reason why the entry may never be proposed, for display: "contains a secret". */
  readonly flagged?: string | null
  /** Opinion of a language model. */
  readonly hint?: LogHint | null
  /** Key of the entry among rejected entries, if it is a hash. Default: `refusedKey` of the text. */
  readonly key?: string
}

/** Opinion of a language model on a log entry. */
export interface LogHint {
  /** True if later readers need the entry. */
  readonly keep: boolean
  /** Confidence, 0–1. */
  readonly strength: number
  /** Reason, for display. */
  readonly words: string
}

export interface CuratedEntry {
  readonly id: string
  readonly text: string
  readonly section: string | null
}

/** An entry that a reviewer rejected. `text` is null if only its hash was stored. */
export interface RefusedStatement {
  readonly key: string
  readonly text: string | null
}

export interface LogScoringInput {
  readonly entries: readonly LogEntry[]
  readonly curated: readonly CuratedEntry[]
  readonly instructions: readonly Instructions[]
  readonly refused: readonly RefusedStatement[]
  /** ISO date */
  readonly today: string
}

/** Kinds of entries in curated memory. The kind decides the section. */
export const MEMORY_KINDS = ["decision", "preference", "lesson", "fact"] as const
export type MemoryKind = (typeof MEMORY_KINDS)[number]

export const BARRIERS = [
  "flagged",
  "metadata",
  "conversation",
  "heading",
  "data",
  "noise",
  "refused",
  "known",
  "instructions",
] as const

/**
 * Reasons why an entry stays in its log: a barrier, a low score, a newer entry that contradicts it, or
 * higher-ranked entries.
 */
export const LEFT_BECAUSE = [...BARRIERS, "score", "outdated", "others first"] as const
export type LeftBecause = (typeof LEFT_BECAUSE)[number]

/** Reason that keeps an entry in its log whatever its score. */
export interface Barrier {
  readonly kind: (typeof BARRIERS)[number]
  /** For display. */
  readonly words: string
  /** Id of the curated entry that the log entry repeats. */
  readonly by?: string
}

/** A sign for or against promoting a line. */
export interface FoundSign {
  readonly name: string
  /** Negative: against. */
  readonly weight: number
  readonly words: string
}

export interface ScoredLog {
  readonly entry: LogEntry
  /** 0–1 */
  readonly score: number
  readonly verdict: "promote" | "keep-in-log"
  /** Deciding signs in one line, for display. */
  readonly reason: string
  readonly signs: readonly FoundSign[]
  readonly kind: MemoryKind
  readonly barrier: Barrier | null
  /** Dates of all logs with this entry or a duplicate, sorted. */
  readonly days: readonly string[]
  /** Curated entry that contradicts this one, or null. */
  readonly against: { readonly id: string; readonly why: string; readonly score: number } | null
  /** Most similar curated entry (by id) or instruction (by "path:line"), or null. */
  readonly near: { readonly id: string; readonly text: string; readonly score: number } | null
}

/** Lowest score at which a line is proposed. */
export const MIN_PROMOTION_SCORE = 0.6

/** Kinds of compaction: of daily logs, of a file over its budget, or of the runs in a run cache. */
export const COMPACTION_KINDS = ["logs", "trim", "runs"] as const
export type CompactionKind = (typeof COMPACTION_KINDS)[number]
