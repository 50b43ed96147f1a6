/** Why agents are not given a text until a person verified it. */
export const WITHHELD_KINDS = ["instruction-like", "hidden-characters"] as const
export type WithheldKind = (typeof WITHHELD_KINDS)[number]

/** The reason in words, for lists of what was left out. */
export const WITHHELD: Readonly<Record<WithheldKind, string>> = {
  "instruction-like": "Reads like an instruction; a person must verify it first",
  "hidden-characters": "Holds characters that nobody sees; a person must verify it first",
}
