import type { DraftClaim } from "@/lib/memory/coach/draft"
import type { CoachMethod } from "@/lib/memory/coach/kinds"
import type { CoachMaterial } from "@/lib/memory/coach/material"

/** Cost of a run, estimated or actual. */
export interface CoachCost {
  /** Number of model calls; 0 without a model. */
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** Cost in US dollars. Null if no price is set, or without a model. */
  readonly cost: number | null
}

export interface CoachEstimate extends CoachCost {
  readonly entries: number
  readonly agents: number
  /** Number of entries that are not shown to a model because they are flagged. */
  readonly withheld: number
}

export interface CoachProgress extends CoachCost {
  /** Current stage, for display: "Grouping similar entries", "Reading testing". */
  readonly stage: string
  /** Number of completed steps of the run. `total`: number of all its steps. */
  readonly done: number
  readonly total: number
}

/** Storage for the answers of a model, so that a resumed run does not pay for them again. */
export interface CoachNotebook {
  find(key: string): Promise<unknown | null>
  keep(
    key: string,
    answer: unknown,
    tokens: { readonly input: number; readonly output: number },
  ): Promise<void>
}

export interface CoachWork {
  /** Aborts if the run is canceled. `write` then rejects with the signal's reason within a second. */
  readonly signal: AbortSignal
  /**
   * Maximum number of input and output tokens together; null for no limit. The notes list the parts that were
   * not read because of it.
   */
  readonly tokenBudget: number | null
  progress(now: CoachProgress): void
  readonly notebook: CoachNotebook
}

export interface WrittenSynthesis {
  /** Claims of the synthesis. May be empty. */
  readonly claims: readonly DraftClaim[]
  /** Sentences for display about what was left out, with reasons. */
  readonly notes: readonly string[]
  readonly cost: CoachCost
}

/** Writes a synthesis from the memory of a fleet. */
export interface Coach {
  readonly method: CoachMethod
  /** Model in the form "provider:name". Null without a model. */
  readonly model: string | null
  estimate(material: CoachMaterial): CoachEstimate
  /** Writes a synthesis. Throws a CoachFailure, or the signal's reason if the run is canceled. */
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
