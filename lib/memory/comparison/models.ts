import type { Statement } from "../similarity/statement"

/** Boosted trees of one depth for several labels. Made by tests/bench/comparison/training.ts. */
export interface TreeModel {
  readonly labels: readonly string[]
  readonly features: readonly string[]
  readonly depth: number
  /** The starting score of each label. */
  readonly base: readonly number[]
  /**
   * Trees, one for each label in each round. `f`: features of the inner nodes, from the root on (-1: go
   * left). `t`: thresholds of these nodes. `v`: values of the leaves.
   */
  readonly trees: readonly {
    readonly f: readonly number[]
    readonly t: readonly number[]
    readonly v: readonly number[]
  }[]
}

/** The trees learned from features and the regression learned from single words. */
export interface PairModel extends TreeModel {
  readonly wordings: WordingModel
}

/** The trees in flat arrays, tree after tree. Reading objects takes ten times as long. */
interface FlatTrees {
  /** Index of each feature by its name. */
  readonly places: ReadonlyMap<string, number>
  /**
   * Index of the feature of each node. "Go left" uses the index after the last feature, whose value is never
   * above a threshold.
   */
  readonly features: Int16Array
  readonly thresholds: Float64Array
  readonly leaves: Float64Array
}

const flattened = new WeakMap<TreeModel, FlatTrees>()

/** Returns the probability of each label, in the order of `model.labels`. A missing feature counts as 0. */
export function predict(model: TreeModel, found: ReadonlyMap<string, number>): number[] {
  const { places, features, thresholds, leaves } = flatTreesOf(model)
  const values = new Float64Array(places.size + 1)
  values[places.size] = -Infinity
  for (const [name, value] of found) {
    const place = places.get(name)
    if (place !== undefined) values[place] = value
  }
  const scores = [...model.base]
  // V8 does not treat a power (`**`) as an integer, which makes each index access five times as slow.
  const inner = (1 << model.depth) - 1
  for (let at = 0; at < model.trees.length; at += 1) {
    let node = 0
    for (let depth = 0; depth < model.depth; depth += 1) {
      const place = at * inner + node
      node =
        2 * node + 1 + Number((values[features[place] as number] as number) > (thresholds[place] as number))
    }
    const label = at % scores.length
    scores[label] = (scores[label] as number) + (leaves[at * (inner + 1) + node - inner] as number)
  }
  const most = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - most))
  const sum = powers.reduce((all, power) => all + power, 0)
  return powers.map((power) => power / sum)
}

function flatTreesOf(model: TreeModel): FlatTrees {
  const known = flattened.get(model)
  if (known) return known
  const flat: FlatTrees = {
    places: new Map(model.features.map((name, place) => [name, place])),
    features: Int16Array.from(
      model.trees.flatMap(({ f }) => f.map((feature) => (feature < 0 ? model.features.length : feature))),
    ),
    thresholds: Float64Array.from(model.trees.flatMap(({ t }) => t)),
    leaves: Float64Array.from(model.trees.flatMap(({ v }) => v)),
  }
  flattened.set(model, flat)
  return flat
}

/** Weights of words and pairs of words for each label. Made by tests/bench/comparison/wordings.ts. */
export interface WordingModel {
  /**
   * Names of features, separated by spaces: `one:` or `both:` and the word, or `one:` and two words joined by
   * `+`.
   */
  readonly names: string
  /**
   * Weights in base64: a row for each name, with a signed byte for each label. The last row applies to every
   * pair.
   */
  readonly weights: string
  /** Factor from a stored byte to its weight. */
  readonly scale: number
}

/** Maximum number of words that are compared. Longer statements are compared by their first words. */
const COMPARED_WORDS = 60

/**
 * Returns the word features of two statements: stems in one or both, and pairs of neighboring stems that only
 * one statement has.
 */
export function wordingsOf(left: Statement, right: Statement): [string, number][] {
  const [one, other] = [stemsOf(left), stemsOf(right)]
  const [words, otherWords] = [new Set(one), new Set(other)]
  const [pairs, otherPairs] = [pairsOf(one), pairsOf(other)]
  return [
    ...[...words].map((word): [string, number] =>
      otherWords.has(word) ? [`both:${word}`, 1] : [`one:${word}`, 1],
    ),
    ...[...otherWords].flatMap((word): [string, number][] => (words.has(word) ? [] : [[`one:${word}`, 1]])),
    ...[...pairs, ...otherPairs].flatMap((pair): [string, number][] =>
      pairs.has(pair) && otherPairs.has(pair) ? [] : [[`one:${pair}`, 1]],
    ),
  ]
}

const stemsOf = ({ words }: Statement): string[] =>
  words.slice(0, COMPARED_WORDS).flatMap(({ kind, stem, code }) => (kind === "number" || code ? [] : [stem]))

const pairsOf = (stems: readonly string[]): ReadonlySet<string> =>
  new Set(stems.slice(1).map((stem, at) => `${stems[at]}+${stem}`))

interface ReadModel {
  readonly places: ReadonlyMap<string, number>
  readonly weights: Int8Array
}

const read = new WeakMap<WordingModel, ReadModel>()

function readModel(model: WordingModel): ReadModel {
  const known = read.get(model)
  if (known !== undefined) return known
  const bytes = Buffer.from(model.weights, "base64")
  const found = {
    places: new Map(model.names.split(" ").map((name, place) => [name, place] as const)),
    weights: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  }
  read.set(model, found)
  return found
}

/** Returns the score of each label from the words of two statements, as logarithms up to a constant. */
function scoresOfWords(model: WordingModel, features: ReadonlyMap<string, number>, labels: number): number[] {
  const { places, weights } = readModel(model)
  const rows = [places.size]
  for (const name of features.keys()) {
    const place = places.get(name)
    if (place !== undefined) rows.push(place)
  }
  const scale = model.scale / Math.sqrt(rows.length)
  return Array.from(
    { length: labels },
    (_, label) => scale * rows.reduce((sum, row) => sum + (weights[row * labels + label] ?? 0), 0),
  )
}

/** Weight of the word scores relative to the trees. */
const SHARE_OF_WORDS = 0.4
const LEAST_PROBABLE = 1e-6

/** Returns the probabilities of the trees, corrected by the words of two statements. */
export function correctByWords(
  probabilities: readonly number[],
  model: WordingModel,
  features: ReadonlyMap<string, number>,
): number[] {
  const words = scoresOfWords(model, features, probabilities.length)
  const most = Math.max(...words)
  const powers = probabilities.map(
    (probability, label) =>
      Math.max(LEAST_PROBABLE, probability) * Math.exp(SHARE_OF_WORDS * ((words[label] as number) - most)),
  )
  const sum = powers.reduce((all, power) => all + power, 0)
  return powers.map((power) => power / sum)
}
