import { stemOf } from "../text/stems"
import { weightOf } from "../lexicon/software"
import { readStatement } from "../similarity/statement"
import type { MemoryKind } from "./scored-log-entry"
import headingWords from "../lexicon/words/heading-words.json" with { type: "json" }

/** Patterns of the headings for each kind of entry. The first pattern that matches a heading wins. */
const CALLED: Readonly<Record<MemoryKind, readonly RegExp[]>> = {
  decision: [/\bdecisions?\b|决策|决定/iu, /\barchitecture\b/i],
  preference: [
    /\bpreferences?\b|偏好/iu,
    /\b(?:user|about|people|team|working with|interaction|style)\b|用户/iu,
  ],
  lesson: [
    /\b(?:lessons?|learned|learnings)\b|教训|经验/iu,
    /\b(?:patterns?|rules?|conventions?|gotchas?|pitfalls?|watch points?|what worked|best practices|guidelines|principles)\b|原则|规则/iu,
    /\b(?:findings|insights)\b/i,
  ],
  fact: [
    /\b(?:facts?|reference|key info(?:rmation)?)\b/i,
    /\b(?:environment|infrastructure|setup|systems?|context|resources|contacts|access|runtime)\b/i,
    /\b(?:findings|insights)\b/i,
  ],
}

/** Name of a new section for each kind, if no heading of the target fits. */
export const DEFAULT_SECTIONS: Readonly<Record<MemoryKind, string>> = {
  decision: "Decisions",
  preference: "Preferences",
  lesson: "Lessons",
  fact: "Facts",
}

const ANYTHING = /\b(?:shared patterns|notes?|general|misc(?:ellaneous)?|knowledge|memory|long.?term)\b/i

/**
 * Returns the heading for an entry: one whose distinctive words the entry has, else one for its kind, else a general one, else the name of
 * a new section.
 */
export function sectionFor({
  text,
  kind,
  sections,
}: {
  readonly text: string
  readonly kind: MemoryKind
  readonly sections: readonly string[]
}): string {
  return (
    fittingSection({ text, kind, sections }) ??
    sections.find((section) => isOpen(section) && ANYTHING.test(section)) ??
    DEFAULT_SECTIONS[kind]
  )
}

/** Returns the heading whose distinctive words an entry has, else one for its kind, else null. */
export function fittingSection({
  text,
  kind,
  sections,
}: {
  readonly text: string
  readonly kind: MemoryKind | null
  readonly sections: readonly string[]
}): string | null {
  const patterns = kind === null ? [] : CALLED[kind]
  const called = patterns.flatMap(
    (pattern) => sections.find((section) => isOpen(section) && pattern.test(section)) ?? [],
  )
  return named(text, sections) ?? called[0] ?? null
}

/** True if a heading has no distinctive words. */
const isOpen = (section: string): boolean => distinctiveStems(section).length === 0

/** Returns the stems of a heading's distinctive words: "Sourcing Rules" has "sourc". */
export const distinctiveStems = (section: string): string[] =>
  (section.toLowerCase().match(/[a-z][\p{L}\p{N}]{2,}/gu) ?? [])
    .map(stemOf)
    .filter((word) => !PLAIN_WORDS.has(word))

/**
 * Returns the heading whose distinctive words are all in the text; of several, the one with the most words.
 * Null if there is none.
 */
function named(text: string, sections: readonly string[]): string | null {
  const said = new Set(readStatement(text).words.map(({ stem }) => stem))
  const fitting = sections.flatMap((section) => {
    const words = distinctiveStems(section)
    return words.length > 0 && words.every((word) => said.has(word) && weightOf(word) >= 0.75)
      ? [{ section, words: words.length }]
      : []
  })
  return fitting.toSorted((a, b) => b.words - a.words)[0]?.section ?? null
}

/** Words of headings that name a kind of entry or are general. */
const PLAIN_WORDS: ReadonlySet<string> = new Set(headingWords.terms.map(stemOf))
