import type { RelationVerdict } from "../comparison/classify-relation"
import {
  featuresOfEvidence,
  featuresOfModels,
  type OutcomeModel,
  predictOutcome,
} from "../comparison/outcome-regression"
import { type Match, scoreOf } from "../similarity/matching"
import trained from "./data/closest-pairs.json" with { type: "json" }

/** Models for pairs whose statements have embeddings, and for others. */
const MODELS: { readonly embedded: OutcomeModel; readonly words: OutcomeModel } = trained

/** How much two statements stand out from all others of their scope. */
export interface Nearness {
  /**
   * Similarity of the two, divided by the mean similarity of each to its nearest statements. Usual neighbors
   * have about 1.
   */
  readonly margin: number
  /** Rank of each among the nearest statements of the other, the better one first. [1, 1]: each is the other's nearest. */
  readonly ranks: readonly [best: number, worst: number]
}

/** How much two statements stand out by their words, and by their embeddings if both have one. */
export interface Closeness extends Nearness {
  readonly embedded: EmbeddedNearness | null
}

export interface EmbeddedNearness extends Nearness {
  /** Cosine of the two embeddings, −1 to 1. */
  readonly similarity: number
  /** How much more alike the two are than each is to its nearest other statement, on average. */
  readonly lead: number
}

/** A pair of statements with everything that decides if they conflict. */
export interface ClosestPair {
  readonly judged: RelationVerdict
  readonly match: Match
  readonly closeness: Closeness
  /** Position of the two: in one file, and in one section of it. */
  readonly inFile: boolean
  readonly inSection: boolean
}

/** Minimum probability of a finding, 0–1. */
const LEAST = { copy: 0.75, contradiction: 0.6 }
/** Maximum probability of a contradiction for a copy, 0–1. A merge could otherwise lose the true statement. */
const MOST_CONTRADICTION = 0.1

/**
 * Returns the conflict of two statements that may share few words but stand out from all others of their scope.
 * Paraphrases do: each is the other's nearest statement by far. Null if both may stay.
 */
export function findingOfClosest(
  pair: ClosestPair,
): { readonly finding: "duplicate" | "contradiction"; readonly probability: number } | null {
  const model = MODELS[pair.closeness.embedded === null ? "words" : "embedded"]
  const { copy, contradiction } = predictOutcome(featuresOfClosest(pair), model)
  if (contradiction >= LEAST.contradiction) return { finding: "contradiction", probability: contradiction }
  return copy >= LEAST.copy && contradiction <= MOST_CONTRADICTION
    ? { finding: "duplicate", probability: copy }
    : null
}

/** Maximum number of words of a statement that is too short to say much. */
const FEW_WORDS = 4

export function featuresOfClosest({ judged, match, closeness, inFile, inSection }: ClosestPair): number[] {
  const of = (name: string) => judged.features.get(name) ?? 0
  const [best, worst] = closeness.ranks
  const fewest = of("words least")
  return [
    ...featuresOfModels(judged),
    scoreOf(match),
    of("soft score"),
    closeness.margin,
    Math.log(worst),
    Math.log(best),
    Number(inSection),
    Number(inFile),
    Math.log1p(fewest),
    Number(fewest <= FEW_WORDS),
    of("both say"),
    Math.log1p(of("pairs")),
    ...featuresOfEvidence(judged.against),
    ...(closeness.embedded === null ? [] : featuresOfEmbedded(closeness.embedded)),
  ]
}

function featuresOfEmbedded({ similarity, margin, lead, ranks: [best, worst] }: EmbeddedNearness): number[] {
  return [similarity, margin, lead, Math.log(best), Math.log(worst), Number(worst === 1)]
}

/** Returns the term that an entry defines: `**Slot**: a bookable time`, `Slot – a bookable time`. Null if it defines none. */
export function definedTerm(text: string): string | null {
  const [, bold, dashed] = DEFINITION.exec(text.trimStart()) ?? []
  return (bold ?? dashed)?.replace(/:$/, "").toLowerCase() ?? null
}
const DEFINITION = /^\*\*([^*\n]{1,60})\*\*(?:\s?[:—–-]|(?<=:\*\*))|^([^\n—–]{1,60}) [—–] /u
