import type { DraftClaim } from "@/lib/memory/coach/draft"
import type { CoachMethod } from "@/lib/memory/coach/kinds"
import type { CoachMaterial } from "@/lib/memory/coach/material"

/** Cost of a run, estimated or actual. */
export interface CoachCost {
  /** Calls of the model; 0 without one. */
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
  /** Current stage, for display: "Comparing statements", "Reading testing". */
  readonly stage: string
  /** Progress of the whole run, in steps of the coach. */
  readonly done: number
  readonly total: number
}

/** Stores the model's answers for portions, so that an interrupted run does not pay twice. */
export interface CoachNotebook {
  find(key: string): Promise<unknown | null>
  keep(
    key: string,
    answer: unknown,
    tokens: { readonly input: number; readonly output: number },
  ): Promise<void>
}

export interface CoachWork {
  /** Aborted by a cancel. `write` then rejects with its reason within a second. */
  readonly signal: AbortSignal
  /** Maximum number of input and output tokens; null: unlimited. The notes say what was not read because of it. */
  readonly tokenBudget: number | null
  progress(now: CoachProgress): void
  readonly notebook: CoachNotebook
}

export interface WrittenSynthesis {
  /** May be empty. */
  readonly claims: readonly DraftClaim[]
  /** What was left out and why, as sentences for display. */
  readonly notes: readonly string[]
  readonly cost: CoachCost
}

/** Writes a synthesis from the memory of a fleet. */
export interface Coach {
  readonly method: CoachMethod
  /** "provider:name"; null without a model. */
  readonly model: string | null
  estimate(material: CoachMaterial): CoachEstimate
  /** Throws a CoachFailure, or the signal's reason on a cancel. */
  write(material: CoachMaterial, work: CoachWork): Promise<WrittenSynthesis>
}

/** Thrown if nothing could be written. The message names the next step. */
export class CoachFailure extends Error {
  override readonly name = "CoachFailure"
  constructor(
    message: string,
    /** True if another attempt may succeed later. */
    readonly mayPass: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
