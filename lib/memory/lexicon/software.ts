import { stemOf } from "../text/stems"
import software from "./software.json" with { type: "json" }

export interface Wording {
  /** Stems of the words, in order. */
  readonly words: readonly string[]
  readonly idea: string
}

const ideas = new Map<string, string>()
const phrases = new Map<string, Wording[]>()
for (const idea of software.ideas) {
  const wordings = idea.map((wording) => wording.split(" ").map(stemOf))
  const name = (wordings[0] as string[]).join("_")
  for (const words of wordings) {
    const [first = ""] = words
    if (words.length === 1) ideas.set(first, ideas.get(first) ?? name)
    else
      phrases.set(
        first,
        [...(phrases.get(first) ?? []), { words, idea: name }].toSorted(
          (a, b) => b.words.length - a.words.length,
        ),
      )
  }
}

/** Words with little meaning of their own. They count only if a statement has no other words. */
const emptyWords = new Set(software.emptyWords)
const empty = new Set(Array.from(emptyWords, stemOf))
/** Weights, 0–1, of words that occur in many statements and say little about their subject. */
const weights = new Map(
  Object.entries(software.weights).flatMap(([weight, words]) =>
    words.map((word) => [conceptOf(stemOf(word)), Number(weight)] as const),
  ),
)

/** Returns the idea of a stem, which synonyms share; the stem itself if none is known. */
export function conceptOf(stem: string): string {
  return ideas.get(stem) ?? stem
}

/** Returns the phrases of several words that begin with a stem, the longest first. */
export function wordingsFrom(stem: string): readonly Wording[] {
  return phrases.get(stem) ?? NONE
}
const NONE: readonly Wording[] = []

/** Single-word names with capitals inside. */
const NAMES = new Set(software.names)
export const isName = (word: string): boolean => NAMES.has(word) || ideas.has(word)

export const isEmptyWord = (stem: string): boolean => empty.has(stem)

/**
 * True if a word, as written, is an empty word. Stems are not compared here, because the name Sam has the
 * stem of `same`.
 */
export const isEmptyName = (word: string): boolean => emptyWords.has(word)

/**
 * Returns how much an idea says about the subject of a statement, 0–1; 1 for ideas that are not listed as
 * common.
 */
export function weightOf(idea: string): number {
  return weights.get(idea) ?? 1
}
