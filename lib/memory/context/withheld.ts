import { findPoisoning } from "../poisoning/find"
import { hidesText, listInvisible } from "../characters/hidden-characters"

/** Returns the placeholder for a withheld text. */
export const withheldText = (kind: WithheldKind): string => `[Withheld: ${WITHHELD[kind]}]`

/** Returns the note that agents get in place of a text, or null if they may get the text. */
export function withheldNote(text: string): string | null {
  const kind = findWithheldKind(text)
  return kind && withheldText(kind)
}

/**
 * Returns the reason to withhold a text from agents until a person verifies the text, or null. Caches the
 * results of short texts, because agents load the same texts at every session start.
 */
export function findWithheldKind(text: string): WithheldKind | null {
  const known = judged.get(text)
  if (known !== undefined) return known
  const found = judge(text)
  if (text.length > LONGEST_KEPT) return found
  if (judged.size >= MOST_KEPT) judged.delete(judged.keys().next().value ?? "")
  judged.set(text, found)
  return found
}

function judge(text: string): WithheldKind | null {
  if (findPoisoning(text).length > 0) return "instruction-like"
  return listInvisible(text, { of: "statement" }).some(hidesText) ? "hidden-characters" : null
}

/** Returns the lines of a text to withhold from agents until a person verifies them, counted from 1. */
export function withheldLines(text: string): { readonly line: number; readonly kind: WithheldKind }[] {
  return [
    ...listInvisible(text, { of: "file" })
      .filter(hidesText)
      .map(({ line }) => ({ line, kind: "hidden-characters" as const })),
    ...findPoisoning(text).flatMap(({ line, words }) =>
      words.split(/\r\n|\r|\n/).map((_, at) => ({ line: line + at, kind: "instruction-like" as const })),
    ),
  ]
}

const judged = new Map<string, WithheldKind | null>()
const MOST_KEPT = 8_000
const LONGEST_KEPT = 1_000

/** Reasons to withhold a text from agents until a person verifies it. */
export const WITHHELD_KINDS = ["instruction-like", "hidden-characters"] as const
export type WithheldKind = (typeof WITHHELD_KINDS)[number]

/** Reasons to withhold a text in words, for lists of entries that are left out. */
export const WITHHELD: Readonly<Record<WithheldKind, string>> = {
  "instruction-like": "Reads like an instruction; a person must verify it first",
  "hidden-characters": "Contains hidden characters; a person must verify it first",
}
