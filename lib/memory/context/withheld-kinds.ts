/** Reasons to withhold a text from agents until a person verifies it. */
export const WITHHELD_KINDS = ["instruction-like", "hidden-characters"] as const
export type WithheldKind = (typeof WITHHELD_KINDS)[number]

/** Reasons to withhold a text in words, for lists of entries that are left out. */
export const WITHHELD: Readonly<Record<WithheldKind, string>> = {
  "instruction-like": "Reads like an instruction; a person must verify it first",
  "hidden-characters": "Contains hidden characters; a person must verify it first",
}
