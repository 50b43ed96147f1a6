import { audienceOf, roleTitle } from "../context/category-section"
import { MIN_RELATED_SIMILARITY } from "../comparison/compare-statements"
import { inOrder, SeedSimilarityIndex } from "./duplicates"
import { indexWordings, type RoleVocabulary, vocabulariesOf, type WordingIndex } from "./role-vocabulary"
import type { FilePlace, KnownStatement, SeedInput, SeedEntry } from "./seed-entry"
import { shownPhrase, stemText, stemsOf, containsPhrase, type StemmedText } from "./stemmed-text"

/** The request, analyzed once for all entries. */
export interface SeedContext {
  readonly asked: SeedInput
  readonly vocabularies: readonly (RoleVocabulary & { readonly index: WordingIndex })[]
  /** Known statements with a place. */
  readonly placed: SeedSimilarityIndex<KnownStatement>
  /** Headings of predecessors, and whole predecessors, whose entries are mostly for one role. */
  readonly company: readonly NeighborRole[]
}

export interface NeighborRole {
  readonly from: string
  /** Null: all entries of the predecessor. */
  readonly section: string | null
  readonly role: string
}

export function readSeedContext(asked: SeedInput): SeedContext {
  const placed = new SeedSimilarityIndex<KnownStatement>()
  for (const one of inOrder(asked.known)) if (one.place !== null) placed.add(one, one.text)
  return {
    asked,
    vocabularies: vocabulariesOf(asked).map((one) => ({ ...one, index: indexWordings(one) })),
    placed,
    company: [],
  }
}

/**
 * An entry with the properties from which the placement signs (see `placement-signs.ts`) decide its place.
 */
export interface SeedReading {
  readonly entry: SeedEntry
  readonly text: StemmedText
  readonly section: StemmedText
  /** Owner of its section: a place, an unknown role, or null if the heading does not say. */
  readonly stoodIn: FilePlace | { readonly kind: "stranger"; readonly role: string } | null
  /** Each role with the words of its vocabulary in the entry or its heading. */
  readonly spoken: readonly RoleMention[]
  /** The most similar known statement about the same subject. */
  readonly near: {
    readonly known: KnownStatement
    readonly score: number
    readonly contradicts: boolean
  } | null
}

export interface RoleMention {
  readonly role: string
  readonly name: readonly string[]
  /** Sum of the weights of the role's words in the text of the entry. */
  readonly inText: number
  readonly inSection: number
  /** Sum of the weights of the role's words in the name of the predecessor. */
  readonly inFrom: number
  /** True if the heading has a word of the role's name. */
  readonly headed: boolean
  /** Words as written in the entry, the most distinctive first. */
  readonly words: readonly string[]
}

export function readEntry(entry: SeedEntry, { asked, vocabularies, placed }: SeedContext): SeedReading {
  const near = placed.related(entry.text)
  const [text, heading] = [stemText(entry.text), entry.section ?? ""]
  const section = stemText(entry.section ?? "")
  const words = new Set(heading.toLowerCase().match(/[\p{L}\p{N}]+/gu))
  const isHeaded = vocabularies.map(({ name }) => name.some((word) => words.has(word)))
  const isGeneral = GENERAL_HEADING.test(heading.trim()) && !isHeaded.includes(true)
  const [topic, from] = [stemText(isGeneral ? "" : heading), fromOf(entry.from)]
  const spoken = vocabularies.map(({ role, name, index }, at): RoleMention => {
    const found = saidOf(text, index).toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    return {
      role,
      name,
      inText: sumOf(found),
      inSection: sumOf(saidOf(topic, index)),
      inFrom: sumOf(saidOf(from, index)),
      headed: isHeaded[at] === true || name.some((word) => containsPhrase(topic, stemsOf(word))),
      words: found.map(([phrase]) => shownPhrase(text, phrase)),
    }
  })
  return {
    entry,
    text,
    section,
    stoodIn: stoodIn(entry.section, asked.roles),
    spoken,
    near:
      near !== null && near.score >= MIN_RELATED_SIMILARITY
        ? { known: near.item, score: near.score, contradicts: near.contradicts }
        : null,
  }
}

/** A heading of notes of any kind. Its words are not a topic: “Log” does not mean work on logging. */
const GENERAL_HEADING =
  /^(?:(?:\w+ )?(?:log|notes?|memory|misc(?:ellaneous)?|findings?|patterns?|points?|threads?|status|state|facts|learnings?|lessons(?: learned)?|things|tips|to ?do|rules|policies|scratch(?:pad)?)|what (?:was|worked|i|we)\b.*|log[ :\d./-]+)$/i

/** Returns a predecessor's name as separate words: `sec-agent` becomes `sec agent`. */
const fromOf = (name: string): StemmedText => stemText(name.replaceAll(/[^\p{L}\p{N}]+/gu, " "))

const saidOf = (text: StemmedText, index: WordingIndex): Weighed[] =>
  wholeOnly(
    [...new Set(text.stems.trim().split(" "))].flatMap((stem) =>
      (index.get(stem) ?? []).filter(([wording]) => containsPhrase(text, wording)),
    ),
  )

type Weighed = readonly [wording: string, weight: number]

/** Leaves out phrases that are part of another found phrase: `disk` does not count beside `disk full`. */
const wholeOnly = (found: readonly Weighed[]): Weighed[] =>
  found.filter(
    ([phrase]) => !found.some(([other]) => other !== phrase && ` ${other} `.includes(` ${phrase} `)),
  )

const sumOf = (words: readonly (readonly [string, number])[]): number =>
  words.reduce((sum, [, weight]) => sum + weight, 0)

function stoodIn(section: string | null, roles: readonly string[]): SeedReading["stoodIn"] {
  const audience = section === null ? null : audienceOf(section)
  if (audience === null) return null
  if (audience.kind === "everyone") return { kind: "shared" }
  if (audience.kind === "coordinator") return { kind: "coordinator" }
  const role =
    roles.find((one) => one.toLowerCase() === audience.role) ??
    roles.find((one) => slugged(roleTitle(one)) === audience.role)
  return role === undefined ? { kind: "stranger", role: audience.role } : { kind: "role", role }
}

const slugged = (title: string): string => title.toLowerCase().replace(/\s+/g, "-")
