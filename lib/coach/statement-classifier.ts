import type { CoachCost } from "./coach"

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
