import { ownValue } from "@/lib/memory/text/own-value"
import { groupBy } from "../text/group"
import { isEmptyWord, weightOf } from "../lexicon/software"
import { readStatement } from "../similarity/statement"
import { nameStems } from "./name-stem"
import type { SeedAsked } from "./seed-entry"
import { topicsOf } from "./topics"
import { stemsOf } from "./wording"

/** What tells a role from those beside it: wordings by their stems, each with how much it tells, 0–1. */
export interface RoleVocabulary {
  readonly role: string
  /** Words of its name that no other role has: `structure` of `structure-architect`. */
  readonly name: readonly string[]
  readonly words: ReadonlyMap<string, number>
}

/** A vocabulary as texts are looked through by it: its wordings by the stem that each begins with. */
export type WordingIndex = ReadonlyMap<string, readonly (readonly [wording: string, weight: number])[]>

export const indexWordings = ({ words }: RoleVocabulary): WordingIndex =>
  groupBy([...words], ([wording]) => wording.split(" ", 1)[0] ?? "")

/** What a role's name stands for tells most, what it is told to be less, what it holds already least. */
const FROM_NAME = 1
const HINT = 0.4
const FROM_DEFINITION = 0.45
const FROM_MEMORY = 0.3
/** Titles that many carry, whatever they do. */
const TITLES = new Set(
  "agent developer engineer specialist expert lead senior junior staff principal bot assistant coordinator writer owner".split(
    " ",
  ),
)

/**
 * The vocabularies of roles that stand side by side: from the words of their names, by the table of topics, and from their definitions
 * and what they hold. A word that several of them have tells each the less; one that all have tells nothing where it is only in
 * what they hold, and neither does the craft that all are named after: `test` among testers.
 */
export function vocabulariesOf({
  roles,
  definitions = {},
  known,
}: Pick<SeedAsked, "roles" | "definitions" | "known">): RoleVocabulary[] {
  const named = roles.map((role) => ({ role, name: ownWords(role, roles) }))
  const raw = named.map(({ role, name }) => {
    const words = new Map<string, number>()
    const add = (phrase: string, weight: number) =>
      words.set(phrase, Math.max(words.get(phrase) ?? 0, weight))
    for (const word of name) {
      if (!TITLES.has(word)) add(stemsOf(word), FROM_NAME * tells(word))
      for (const { telling, hinting } of topicsOf(word)) {
        for (const phrase of telling) add(stemsOf(phrase), FROM_NAME)
        for (const phrase of hinting) add(stemsOf(phrase), HINT)
      }
    }
    for (const stem of tellingStems(ownValue(definitions, role) ?? "")) add(stem, FROM_DEFINITION)
    for (const { text, place } of known)
      if (place?.kind === "role" && place.role === role)
        for (const stem of tellingStems(text)) add(stem, FROM_MEMORY)
    return { role, name: name.filter((word) => !TITLES.has(word)), words }
  })
  const craft = new Set(
    named.flatMap(({ role, name }) =>
      nameStems(role).filter((stem) => !name.some((word) => nameStems(word).includes(stem))),
    ),
  )
  return raw.map(({ role, name, words }) => ({
    role,
    name,
    words: new Map(
      [...words].flatMap(([phrase, weight]) => (craft.has(phrase) ? [] : shareOf(phrase, weight, raw))),
    ),
  }))
}

function shareOf(phrase: string, weight: number, raw: readonly RoleVocabulary[]): [string, number][] {
  const all = raw.reduce((sum, { words }) => sum + (words.get(phrase) ?? 0), 0)
  const share = raw.length < 2 ? 1 : weight / all
  return raw.length > 1 && weight < HINT && share <= 1 / raw.length ? [] : [[phrase, weight * share]]
}

/** `go` and `code` are said by everybody, whoever is named after them. */
function tells(word: string): number {
  const [first] = readStatement(word).words
  return first === undefined || isEmptyWord(first.stem) ? 0 : weightOf(first.idea)
}

/** The words of a role's name that not all roles have; all of them where it stands alone. */
function ownWords(role: string, roles: readonly string[]): string[] {
  const words = role
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return roles.length < 2
    ? words
    : words.filter(
        (word) =>
          !roles.every((other) =>
            other
              .toLowerCase()
              .split(/[^\p{L}\p{N}]+/u)
              .includes(word),
          ),
      )
}

/** Stems that tell what a text is about: no empty words, and none that this trade says everywhere. */
export function tellingStems(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/\n+/)
        .flatMap((line) => readStatement(line).words)
        .filter(
          ({ kind, stem, idea }) =>
            kind !== "number" && stem.length > 2 && !isEmptyWord(stem) && weightOf(idea) === 1,
        )
        .map(({ stem }) => stem),
    ),
  ]
}
