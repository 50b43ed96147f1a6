import type { WordingModel } from "./wordings"

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
