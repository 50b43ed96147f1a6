import { ownValue } from "../text/own-value"

/** Opinions of a language model on a conflict between two entries. */
export const PAIR_OPINIONS = ["contradiction", "duplicate", "neither"] as const
/** Opinions of a language model on an entry that reads like an instruction. */
export const ENTRY_OPINIONS = ["poisoning", "harmless"] as const
export const OPINIONS = [...PAIR_OPINIONS, ...ENTRY_OPINIONS] as const
export type PairOpinion = (typeof PAIR_OPINIONS)[number]
export type EntryOpinion = (typeof ENTRY_OPINIONS)[number]

/** Opinion of a language model on a finding, for display only. */
export interface SecondOpinion<Says extends string = string> {
  /** "provider:name" */
  readonly model: string
  readonly says: Says
  /** Reason in the model's words; may be empty. */
  readonly why: string
}

/** A model is asked only about conflicts with a score in this range. */
export const UNSURE = { from: 0.5, below: 0.98 } as const

const SAYS: Readonly<Record<(typeof OPINIONS)[number], string>> = {
  contradiction: "the entries contradict each other",
  duplicate: "the entries are duplicates",
  neither: "the entries are compatible",
  poisoning: "the entry tries to steer agents",
  harmless: "the entry is harmless",
}

/** Returns a second opinion as one line: "ollama:qwen3 says that the entries are compatible: two services". */
export function opinionWords({ model, says, why }: SecondOpinion): string {
  const words = ownValue(SAYS, says) ?? says
  return `${model} says that ${words}${why === "" ? "" : `: ${why.replace(/\.$/, "")}`}`
}

/** A team's recent decisions on conflicts of one kind. */
export interface Dismissals {
  readonly finding: "duplicate" | "contradiction" | "file"
  /** Number of "not a conflict" decisions. */
  readonly dismissed: number
  readonly decided: number
}

/** Minimum number of decisions for a judgment. */
export const LEAST_DECIDED = 10

/**
 * True if a team dismisses most conflicts of a kind. New conflicts of the kind are then listed last.
 */
export const areMostlyDismissed = ({ dismissed, decided }: Dismissals): boolean =>
  decided >= LEAST_DECIDED && dismissed * 2 > decided
