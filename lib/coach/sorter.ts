import type { CoachCost } from "./coach"

/** One of the things that a statement can be. */
export interface Choice {
  /** As the model is to name it: short, one word. */
  readonly name: string
  /** What it means, in our words and names of the fleet. */
  readonly means: string
}

export interface ToSort {
  readonly id: string
  readonly text: string
  /** The statement that it is compared with, where a pair is sorted. */
  readonly other?: string
  readonly section: string | null
  readonly date: string | null
}

export interface Sorted {
  readonly id: string
  readonly choice: string
  /** 0–1, as the model says. */
  readonly sure: number
  /** In the model's words, for people alone: nothing of it goes into a memory. */
  readonly why: string
}

export interface SortAsked {
  /** What is to be sorted for which purpose, in one sentence of ours. */
  readonly purpose: string
  readonly choices: readonly Choice[]
  readonly statements: readonly ToSort[]
  /** Statements that read like orders are shown, too: it is asked whether they are. */
  readonly showFlagged?: boolean
  /** Lines have random ids that no statement can know, so that what one says of another's line means nothing. */
  readonly randomIds?: boolean
  /** Nothing usable is an answer as well. Without it that is a failure. */
  readonly mayBeSilent?: boolean
}

export interface SortWork {
  readonly signal: AbortSignal
  /** Tokens in and out together, at most. */
  readonly tokenBudget: number
}

export interface SortAnswer {
  /** Of those that the model was shown and said something usable of, each once. */
  readonly sorted: readonly Sorted[]
  /** Ids of those for which the token budget had no room. */
  readonly unasked: readonly string[]
  /** What it was not shown or did not answer, in sentences for people. */
  readonly notes: readonly string[]
  readonly cost: CoachCost
}

/** Says of statements which of a few things each is. Its word is one sign among others: rules stand without it. */
export interface Sorter {
  /** "provider:name". */
  readonly model: string
  /** Rejects with a CoachFailure where nothing is to be had of the model, and with the signal's reason. */
  sort(asked: SortAsked, work: SortWork): Promise<SortAnswer>
}
