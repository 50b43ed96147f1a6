import type { CoachEntry } from "@/lib/memory/coach/material"
import { shownStatement } from "@/lib/memory/memory-files/shown-statement"
import { textBeforeBlock } from "./worth-sharing"
import type { StatementSource } from "./distinct-statements"

const LONGEST_QUOTE = 240

/**
 * Returns a statement in quotation marks, on one line, truncated after a word to at most `longest`
 * characters.
 */
export function quoteStatement(text: string, longest = LONGEST_QUOTE): string {
  const line = shownStatement(textBeforeBlock(text))
    .replaceAll(/\s*\n\s*(?:[-*+]\s+)?/g, " ")
    .replaceAll(/\*\*|__(?=\w)|(?<=\w)__/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()
  return `“${cutAtWord(line, longest)}”`
}

function cutAtWord(line: string, longest: number): string {
  if (line.length <= longest) return line.replace(/[.。]$/, "")
  const letters = line
    .slice(0, longest - 1)
    .toWellFormed()
    .replace(/\ufffd$/, "")
  const blank = letters.lastIndexOf(" ")
  return `${(blank > longest * 0.6 ? letters.slice(0, blank) : letters).replace(/[\s,;:.([“]+$/, "")}…`
}

/** Returns "a, b and c"; with more than `most` + 1 names "a, b, c and 3 others". */
export function joinNames(names: readonly string[], most = 3): string {
  if (names.length === 0) return ""
  const shown = names.length > most + 1 ? names.slice(0, most) : names
  const rest = names.length - shown.length
  const parts = rest > 0 ? [...shown, `${rest} others`] : [...shown]
  const last = parts.pop() as string
  return parts.length === 0 ? last : `${parts.join(", ")} and ${last}`
}

/** Returns the names of sources: agents before shared memories. */
export const namesOfSources = (voices: readonly StatementSource[]): string[] =>
  [...voices.filter(({ agent }) => agent !== null), ...voices.filter(({ agent }) => agent === null)].map(
    ({ name }) => name,
  )

/**
 * Returns a statement with its sources: "unit-tester and the testing memory agree: “…”." With three or more
 * sources, the names come last.
 */
export function attribute(voices: readonly StatementSource[], what: string, text: string): string {
  const names = namesOfSources(voices)
  if (names.length < 3) return `${capitalizeThe(joinNames(names))} ${what}: ${quoteStatement(text)}.`
  return `${countWithNoun(names.length, voices.every(({ agent }) => agent !== null) ? "agent" : "memory")} ${what}: ${quoteStatement(text)} (${joinNames(names)}).`
}

/** Returns a count with its noun: "1 agent", "2 memories". */
export function countWithNoun(count: number, word: string): string {
  const number = count.toLocaleString("en")
  if (count === 1) return `${number} ${word}`
  return `${number} ${word.endsWith("y") ? `${word.slice(0, -1)}ies` : `${word}s`}`
}

/** Capitalizes "the" at the beginning of a sentence. Names of agents stay as they are. */
export const capitalizeThe = (names: string): string =>
  names.startsWith("the ") ? `T${names.slice(1)}` : names

/** Returns the newest ISO date of the entries, or null if none has a date. */
export const newestDate = (entries: readonly CoachEntry[]): string | null =>
  entries.reduce<string | null>(
    (newest, { date }) => (date !== null && (newest === null || date > newest) ? date : newest),
    null,
  )
