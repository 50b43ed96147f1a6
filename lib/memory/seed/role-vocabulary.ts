import { ownValue } from "@/lib/memory/text/own-value"
import { groupBy } from "../text/aggregates"
import { isEmptyWord, weightOf } from "../lexicon/software"
import { readStatement } from "../similarity/statement"
import { nameStems } from "./name-stem"
import type { SeedInput } from "./seed-entry"
import { topicsOf } from "./topics"
import { stemsOf } from "./stemmed-text"
import jobTitles from "../lexicon/words/job-titles.json" with { type: "json" }

/** The words that distinguish a role from the other roles. */
export interface RoleVocabulary {
  readonly role: string
  /** Words of its name that no other role has: `structure` of `structure-architect`. */
  readonly name: readonly string[]
  /** Phrases by their stems, with their weight, 0–1. */
  readonly words: ReadonlyMap<string, number>
}

/** The phrases of a vocabulary by their first stem, for search in texts. */
export type WordingIndex = ReadonlyMap<string, readonly (readonly [wording: string, weight: number])[]>

/** Returns an index of a vocabulary by the first stem of each phrase. */
export const indexWordings = ({ words }: RoleVocabulary): WordingIndex =>
  groupBy([...words], ([wording]) => wording.split(" ", 1)[0] ?? "")

/** Weights of words by source: the role's name, its topics, its definition and its memory. */
const FROM_NAME = 1
const HINT = 0.4
const FROM_DEFINITION = 0.45
const FROM_MEMORY = 0.3
/** Titles that do not distinguish roles. */
const TITLES = new Set(jobTitles.terms)

/**
 * Returns the vocabularies of the roles of a category: from the words of their names, the table of topics, their definitions and their
 * memory. A word of several roles counts less for each. Words of all roles' names (`test` among testers) and memory words of all roles are
 * left out.
 */
export function vocabulariesOf({
  roles,
  definitions = {},
  known,
}: Pick<SeedInput, "roles" | "definitions" | "known">): RoleVocabulary[] {
  const named = roles.map((role) => ({ role, name: ownWords(role, roles) }))
  const raw = named.map(({ role, name }) => {
    const memory = known.filter(({ place }) => place?.kind === "role" && place.role === role)
    const weighted = [
      ...weightedNameWords(name),
      ...tellingStems(ownValue(definitions, role) ?? "").map((stem) => [stem, FROM_DEFINITION] as const),
      ...memory.flatMap(({ text }) => tellingStems(text)).map((stem) => [stem, FROM_MEMORY] as const),
    ]
    const words = new Map<string, number>()
    for (const [phrase, weight] of weighted) words.set(phrase, Math.max(words.get(phrase) ?? 0, weight))
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

/** Returns the words of a name and of its topics with their weights. */
const weightedNameWords = (name: readonly string[]): (readonly [phrase: string, weight: number])[] =>
  name.flatMap((word) => [
    ...(TITLES.has(word) ? [] : [[stemsOf(word), FROM_NAME * tells(word)] as const]),
    ...topicsOf(word).flatMap(({ telling, hinting }) => [
      ...telling.map((phrase) => [stemsOf(phrase), FROM_NAME] as const),
      ...hinting.map((phrase) => [stemsOf(phrase), HINT] as const),
    ]),
  ])

function shareOf(phrase: string, weight: number, raw: readonly RoleVocabulary[]): [string, number][] {
  const all = raw.reduce((sum, { words }) => sum + (words.get(phrase) ?? 0), 0)
  const share = raw.length < 2 ? 1 : weight / all
  return raw.length > 1 && weight < HINT && share <= 1 / raw.length ? [] : [[phrase, weight * share]]
}

/** Returns the weight of a word of a name. Common words like `go` and `code` weigh less. */
function tells(word: string): number {
  const [first] = readStatement(word).words
  return first === undefined || isEmptyWord(first.stem) ? 0 : weightOf(first.idea)
}

/** Returns the words of a role's name that not all roles have; all words if there is one role. */
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

/** Returns the distinctive stems of a text, without function words and general software words. */
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
