import { isEmptyWord, weightOf } from "@/lib/memory/lexicon/software"
import type { Statement, Term } from "@/lib/memory/similarity/statement"
import { isTaskWord } from "@/lib/memory/lexicon/task-words"
import generalNames from "@/lib/memory/lexicon/words/general-names.json" with { type: "json" }
import generalWords from "@/lib/memory/lexicon/words/general-words.json" with { type: "json" }

/** A subject of a statement. */
export interface Subject {
  /** Equal for all spellings of the subject. */
  readonly key: string
  /** Spelling in the statement. */
  readonly shown: string
  /** Weight of the subject if two statements share it. */
  readonly weight: number
}

/** Maximum number of subjects of a statement. */
const MOST = 14

/** Pattern for names: code, paths, files, options, words with inner capitals or underscores. */
const NAMES =
  /`[^`\n]{2,60}`|(?<![\w/])(?:[\w@.-]+\/)+[\w.-]*\w|\b\w[\w-]*\.(?:tsx?|jsx?|mjs|py|rs|go|rb|java|sql|ya?ml|json|toml|md|sh|css|html)\b|--[a-z][a-z-]+|\b\w[^\W_]*_\w+\b|\b[a-z]+[A-Z]\w+\b|\b[A-Z][a-z]+[A-Z]\w*\b/g
/** Pattern for incomplete names: the beginning of a name, or the key of a setting (`app-`, `services:`). */
const PART = /^(?:[\w.-]*-|[a-z]+:)$/
/** General names, which do not count as subjects. */
const PLAIN = new Set(generalNames.terms)

/** Returns the subjects of a statement, at most `MOST`: first its names, then its distinctive words. */
export function subjectsOf({ text, terms }: Statement): Subject[] {
  const subjects = new Map<string, Subject>()
  for (const [name] of text.slice(0, 1200).matchAll(NAMES)) {
    const shown = name.replaceAll("`", "").trim()
    if (PART.test(shown)) continue
    const key = shown
      .toLowerCase()
      .replace(/\(.*$/, "")
      .replace(/^[@./-]+|[.,:;=]+$/g, "")
    if (key.length > 2 && /\p{L}{2}/u.test(key) && !PLAIN.has(key))
      subjects.set(`=${key}`, { key: `=${key}`, shown, weight: 1.5 })
  }
  for (const term of terms) {
    if (term.kind === "number" || subjects.has(term.idea) || isGeneral(term)) continue
    subjects.set(term.idea, { key: term.idea, shown: term.shown, weight: subjectWeight(term) })
  }
  return [...subjects.values()].slice(0, MOST)
}

const isGeneral = ({ kind, shown, stem, idea }: Term): boolean =>
  kind === "word" &&
  (shown.length < 3 || isEmptyWord(stem) || isTaskWord(stem) || GENERAL.has(shown) || weightOf(idea) < 1)

function subjectWeight({ kind, code, sign, named }: Term): number {
  if (kind === "pair") return 0.4
  if (code) return 0.6
  if (sign < 0) return 0.7
  return named ? 1 : 0.82
}

/** General words, which do not count as subjects. */
const GENERAL = new Set(generalWords.terms)
