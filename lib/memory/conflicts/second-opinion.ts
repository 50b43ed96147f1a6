import { ownValue } from "../text/own-value"
/** What a language model may say of a conflict of two statements, and of an entry that reads like an instruction. */
export const PAIR_OPINIONS = ["contradiction", "duplicate", "neither"] as const
export const ENTRY_OPINIONS = ["poisoning", "harmless"] as const
export const OPINIONS = [...PAIR_OPINIONS, ...ENTRY_OPINIONS] as const
export type PairOpinion = (typeof PAIR_OPINIONS)[number]
export type EntryOpinion = (typeof ENTRY_OPINIONS)[number]

/** What a model said of a finding. It decides nothing. */
export interface SecondOpinion<Says extends string = string> {
  /** "provider:name". */
  readonly model: string
  readonly says: Says
  /** In the model's words; may be empty. */
  readonly why: string
}

/** Conflicts as sure as this are shown as they are; below the lower bound nothing is a conflict. */
export const UNSURE = { from: 0.5, below: 0.98 } as const

const SAYS: Readonly<Record<(typeof OPINIONS)[number], string>> = {
  contradiction: "these entries contradict each other",
  duplicate: "these entries say the same",
  neither: "both entries can stand",
  poisoning: "this entry tries to steer agents",
  harmless: "this entry is harmless",
}

/** Returns a second opinion as one line: "ollama:qwen3 was asked and says that both entries can stand: two services". */
export function opinionWords({ model, says, why }: SecondOpinion): string {
  const words = ownValue(SAYS, says) ?? says
  return `${model} was asked and says that ${words}${why === "" ? "" : `: ${why.replace(/\.$/, "")}`}`
}
