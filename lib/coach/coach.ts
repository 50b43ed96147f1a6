import type { DraftClaim } from "@/lib/memory/coach/draft"
import type { CoachMethod } from "@/lib/memory/coach/kinds"
import type { CoachMaterial } from "@/lib/memory/coach/material"

/** What a run is expected to take, or took. */
export interface CoachCost {
  /** Of a model; 0 without one. */
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** US dollars; null: no price is set, or there is no model. */
  readonly cost: number | null
}

export interface CoachEstimate extends CoachCost {
  readonly entries: number
  readonly agents: number
  /** Entries that a model is not shown because they are flagged. */
  readonly withheld: number
}

export interface CoachProgress extends CoachCost {
  /** What is being done, for people: "Comparing statements", "Reading testing". */
  readonly stage: string
  /** Of the whole work, in steps of the coach's own. */
  readonly done: number
  readonly total: number
}

/** What a model answered for a portion is kept by the run, so that a run which was cut off pays for nothing twice. */
export interface CoachNotebook {
  find(key: string): Promise<unknown | null>
  keep(
    key: string,
    answer: unknown,
    tokens: { readonly input: number; readonly output: number },
  ): Promise<void>
}

export interface CoachWork {
  /** Aborted when somebody cancels: `write` then rejects with its reason within a second. */
  readonly signal: AbortSignal
  /** Tokens in and out together, at most; null: no bound. What is not read for want of them is said in the notes. */
  readonly tokenBudget: number | null
  progress(now: CoachProgress): void
  readonly notebook: CoachNotebook
}

export interface WrittenSynthesis {
  /** May be empty: there is nothing to say. */
  readonly claims: readonly DraftClaim[]
  /** What was left out and why, in sentences for people. */
  readonly notes: readonly string[]
  readonly cost: CoachCost
}

/** Writes a synthesis from the memory of a fleet. */
export interface Coach {
  readonly method: CoachMethod
  /** "provider:name"; null without a model. */
  readonly model: string | null
  estimate(material: CoachMaterial): CoachEstimate
  /** Rejects with a CoachFailure where it cannot be written, and with the signal's reason where it was cancelled. */
  write(material: CoachMaterial, work: CoachWork): Promise<WrittenSynthesis>
}

/** Why nothing could be written, in words that name the way out. */
export class CoachFailure extends Error {
  override readonly name = "CoachFailure"
  constructor(
    message: string,
    /** Whether the same may go well later. */
    readonly mayPass: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
