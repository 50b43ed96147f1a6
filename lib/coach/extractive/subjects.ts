import { isEmptyWord, weightOf } from "@/lib/memory/lexicon/software"
import type { Statement, Term } from "@/lib/memory/similarity/statement"
import { isTaskWord } from "@/lib/memory/lexicon/task-words"

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

/** Names: code, paths, files, words with inner capitals or underscores. */
const NAMES =
  /`[^`\n]{2,60}`|(?<![\w/])(?:[\w@.-]+\/)+[\w.-]*\w|\b\w[\w-]*\.(?:tsx?|jsx?|mjs|py|rs|go|rb|java|sql|ya?ml|json|toml|md|sh|css|html)\b|--[a-z][a-z-]+|\b\w[^\W_]*_\w+\b|\b[a-z]+[A-Z]\w+\b|\b[A-Z][a-z]+[A-Z]\w*\b/g
/** General names, which do not count as subjects. */
const PLAIN = new Set(
  "true false null undefined none string number boolean int error src lib app test tests main index readme and/or yes/no input/output read/write n/a claude.md memory.md agents.md todo".split(
    " ",
  ),
)

/** Returns the subjects of a statement: first its names, then its distinctive words. */
export function subjectsOf({ text, terms }: Statement): Subject[] {
  const subjects = new Map<string, Subject>()
  for (const [name] of text.slice(0, 1200).matchAll(NAMES)) {
    const shown = name.replaceAll("`", "").trim()
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
const GENERAL = new Set(
  "when why how apply example examples correct incorrect true false never always without before after only during current existing several single full first second third next previous key main best worst better good bad clear simple complex common real actual specific general explicit implicit context pattern patterns rule rules approach issue issues problem problems fix fixed bug bugs agent agents memory task tasks session user users also must should cannot instead however note notes result results detail details step steps section change changes changed important critical high medium low risk risks impact verdict status review reviewed agreed found missing lack line lines file files function functions method methods module modules component components field fields parameter parameters type types path paths logic state states behavior behaviour output input project projects feature features two three four five six seven eight ten one zero per both via across inside outside within between every each entire whole fail fails failed failing failure break breaks broken wrong silent silently flaky crash missing lost".split(
    " ",
  ),
)
