import type { CoachCost } from "./coach"

/** One possible class of a statement. */
export interface SortClass {
  /** Name for the model: short, one word. */
  readonly name: string
  /** Meaning, in our words and names of the fleet. */
  readonly means: string
}

export interface StatementToSort {
  readonly id: string
  readonly text: string
  /** The statement that it is compared with, where a pair is sorted. */
  readonly other?: string
  readonly section: string | null
  readonly date: string | null
}

export interface SortedStatement {
  readonly id: string
  readonly choice: string
  /** 0–1, as the model says. */
  readonly sure: number
  /** Reason in the model's words, for display only. It is never written to memory. */
  readonly why: string
}

export interface SortRequest {
  /** Purpose of the classification, in one sentence. */
  readonly purpose: string
  readonly choices: readonly SortClass[]
  readonly statements: readonly StatementToSort[]
  /** True: also sends statements that read like instructions, because the question is if they are. */
  readonly showFlagged?: boolean
  /** True: statements get random ids, so that a statement cannot refer to another one. */
  readonly randomIds?: boolean
  /** True: no usable answer is a valid result. Otherwise it is a failure. */
  readonly mayBeSilent?: boolean
}

export interface SortWork {
  readonly signal: AbortSignal
  /** Tokens in and out together, at most. */
  readonly tokenBudget: number
}

export interface SortAnswer {
  /** Usable answers, one for each statement. */
  readonly sorted: readonly SortedStatement[]
  /** Ids of those for which the token budget had no room. */
  readonly unasked: readonly string[]
  /** Statements that were not shown or not answered, as sentences for display. */
  readonly notes: readonly string[]
  readonly cost: CoachCost
}

/** Classifies statements with a language model. The result is one sign among others. */
export interface Sorter {
  /** "provider:name". */
  readonly model: string
  /** Throws a CoachFailure if the model gives no answer, or the signal's reason. */
  sort(asked: SortRequest, work: SortWork): Promise<SortAnswer>
}
