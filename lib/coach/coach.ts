import type { DraftClaim, CoachMaterial, CoachMethod } from "@/lib/memory/coach/synthesis"

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

/** One possible class of a statement. */
export interface SortClass {
  /** Name for the model: one short word. */
  readonly name: string
  /** Meaning of the class, as text for the prompt. */
  readonly means: string
}

export interface StatementToSort {
  readonly id: string
  readonly text: string
  /** The other statement, if a pair of statements is classified. */
  readonly other?: string
  readonly section: string | null
  readonly date: string | null
}

export interface SortedStatement {
  readonly id: string
  readonly choice: string
  /** The model's confidence, 0–1. */
  readonly sure: number
  /** Reason in the model's words, for display only. It is never written to memory. */
  readonly why: string
}

export interface SortRequest {
  /** Purpose of the classification, in one sentence. */
  readonly purpose: string
  readonly choices: readonly SortClass[]
  readonly statements: readonly StatementToSort[]
  /**
   * True to send statements that read like instructions, too. Used if the model is asked whether they are
   * instructions.
   */
  readonly showFlagged?: boolean
  /** True to give statements random IDs, so that a statement cannot refer to another one. */
  readonly randomIds?: boolean
  /**
   * True if an empty result is valid when the model gives no usable answer. Otherwise a CoachFailure is
   * thrown.
   */
  readonly mayBeSilent?: boolean
}

export interface SortWork {
  readonly signal: AbortSignal
  /** Maximum number of input and output tokens together. */
  readonly tokenBudget: number
}

export interface SortAnswer {
  /** Usable answers, at most one for each statement. */
  readonly sorted: readonly SortedStatement[]
  /** IDs of the statements that were not sent because the token budget was used up. */
  readonly unasked: readonly string[]
  /** Statements that were not shown or not answered, as sentences for display. */
  readonly notes: readonly string[]
  readonly cost: CoachCost
}

/** Classifies statements with a language model. The result must not be the only basis of a decision. */
export interface Sorter {
  /** Model in the form "provider:name". */
  readonly model: string
  /**
   * Returns the classes of the statements. Throws a CoachFailure if the model gives no answer, or the
   * signal's reason.
   */
  sort(asked: SortRequest, work: SortWork): Promise<SortAnswer>
}
