import type { Instructions } from "../judgement/restated"

/** An entry of a daily log: it is read, cited, and never changed. Ids are unique among all that are scored together. */
export interface LogEntry {
  readonly id: string
  /** What it says, without the clock time in front. */
  readonly text: string
  /** The line as it stands in its log, where that says more. */
  readonly written?: string
  /** The heading, or the label of a list, that it stands under; null where there is none. */
  readonly section: string | null
  readonly file: string
  readonly path: string
  /** Counted from 1. */
  readonly line: number
  /** ISO day of the log. */
  readonly day: string
  /** Why it may never be proposed, in a few words: "holds a secret", "gives orders to the reader". */
  readonly flagged?: string | null
  /** What somebody else makes of it, a language model: one sign more. */
  readonly hint?: LogHint | null
  /** What statements of rejected compactions know it by, where that is no `statementKey`: a hash of it. */
  readonly key?: string
}

export interface LogHint {
  /** Whether those who come later need it. */
  readonly keep: boolean
  /** How sure it is, 0–1. */
  readonly strength: number
  /** Why, for people. */
  readonly words: string
}

/** What curated memory holds already. */
export interface CuratedEntry {
  readonly id: string
  readonly text: string
  readonly section: string | null
}

/** A statement that somebody refused to take from a log. Its text is unknown where it was forgotten or kept as a hash alone. */
export interface RefusedStatement {
  readonly key: string
  readonly text: string | null
}

export interface LogAsked {
  readonly entries: readonly LogEntry[]
  readonly curated: readonly CuratedEntry[]
  readonly instructions: readonly Instructions[]
  readonly refused: readonly RefusedStatement[]
  /** ISO day */
  readonly today: string
}

/** What a statement would be to memory: where in it it would stand. */
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

/** Why a line stays in its log: a barrier, or by what scored too little, what a newer line says otherwise, and for what there was no room this time. */
export const LEFT_BECAUSE = [...BARRIERS, "score", "outdated", "others first"] as const
export type LeftBecause = (typeof LEFT_BECAUSE)[number]

/** What keeps a line in its log whatever speaks for it. */
export interface Barrier {
  readonly kind: (typeof BARRIERS)[number]
  /** For people. */
  readonly words: string
  /** Of what is known already: the id of the curated entry. */
  readonly by?: string
}

/** One thing that speaks for or against a line. */
export interface FoundSign {
  readonly name: string
  /** Below 0: against. */
  readonly weight: number
  readonly words: string
}

export interface ScoredLog {
  readonly entry: LogEntry
  /** 0–1 */
  readonly score: number
  readonly verdict: "promote" | "keep-in-log"
  /** For people: what decided, in one line. */
  readonly reason: string
  readonly signs: readonly FoundSign[]
  readonly kind: MemoryKind
  readonly barrier: Barrier | null
  /** Days, in order, whose logs say it in these or other words; its own among them. */
  readonly days: readonly string[]
  /** The curated entry that it stands against, and in what; null where none. */
  readonly against: { readonly id: string; readonly why: string; readonly score: number } | null
  /** What says something near to it, by the id of the curated entry or by path and line of the instructions: one of both may do. Null where nothing is near. */
  readonly near: { readonly id: string; readonly text: string; readonly score: number } | null
}

/** From here on a line is worth a curator's look. */
export const PROMOTE_FROM = 0.6
