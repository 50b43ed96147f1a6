import { isEmptyWord, weightOf } from "@/lib/memory/lexicon/software"
import type { Statement } from "@/lib/memory/similarity/statement"
import { isTaskWord } from "@/lib/memory/lexicon/task-words"

/** What a statement speaks of, as far as it can be told from others by it. */
export interface Subject {
  /** Equal for all that speak of it. */
  readonly key: string
  /** As it is written. */
  readonly shown: string
  /** How much two statements have in common that both speak of it. */
  readonly weight: number
}

/** Of a statement so many are kept. */
const MOST = 14

/** What is written as a name: code, paths, files, words with capitals or underscores within. */
const NAMES =
  /`[^`\n]{2,60}`|(?<![\w/])(?:[\w@.-]+\/)+[\w.-]*\w|\b\w[\w-]*\.(?:tsx?|jsx?|mjs|py|rs|go|rb|java|sql|ya?ml|json|toml|md|sh|css|html)\b|--[a-z][a-z-]+|\b\w[^\W_]*_\w+\b|\b[a-z]+[A-Z]\w+\b|\b[A-Z][a-z]+[A-Z]\w*\b/g
/** Names of nothing in particular. */
const PLAIN = new Set(
  "true false null undefined none string number boolean int error src lib app test tests main index readme and/or yes/no input/output read/write n/a claude.md memory.md agents.md todo".split(
    " ",
  ),
)

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
  for (const { kind, idea, stem, shown, code, named, sign } of terms) {
    if (
      kind === "number" ||
      subjects.has(idea) ||
      (kind === "word" &&
        (shown.length < 3 ||
          isEmptyWord(stem) ||
          isTaskWord(stem) ||
          GENERAL.has(shown) ||
          weightOf(idea) < 1))
    )
      continue
    subjects.set(idea, {
      key: idea,
      shown,
      weight: kind === "pair" ? 0.4 : code ? 0.6 : sign < 0 ? 0.7 : named ? 1 : 0.82,
    })
  }
  return [...subjects.values()].slice(0, MOST)
}

/** Words that say how something is told rather than what of. */
const GENERAL = new Set(
  "when why how apply example examples correct incorrect true false never always without before after only during current existing several single full first second third next previous key main best worst better good bad clear simple complex common real actual specific general explicit implicit context pattern patterns rule rules approach issue issues problem problems fix fixed bug bugs agent agents memory task tasks session user users also must should cannot instead however note notes result results detail details step steps section change changes changed important critical high medium low risk risks impact verdict status review reviewed agreed found missing lack line lines file files function functions method methods module modules component components field fields parameter parameters type types path paths logic state states behavior behaviour output input project projects feature features two three four five six seven eight ten one zero per both via across inside outside within between every each entire whole fail fails failed failing failure break breaks broken wrong silent silently flaky crash missing lost".split(
    " ",
  ),
)
