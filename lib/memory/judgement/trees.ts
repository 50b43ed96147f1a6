import type { WordingModel } from "./wordings"

/** Boosted trees of one depth for several labels. Made by tests/bench/judgement/judgement.ts. */
export interface TreeModel {
  readonly labels: readonly string[]
  readonly features: readonly string[]
  readonly depth: number
  /** The starting score of each label. */
  readonly base: readonly number[]
  /** Of each round and label in turn: the features asked for from the root on (-1: go left), their thresholds, the values of the leaves. */
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

/** The probability of each label, in the order of the labels. */
export function predict(model: TreeModel, row: ArrayLike<number>): number[] {
  const scores = [...model.base]
  for (const [at, { f, t, v }] of model.trees.entries()) {
    let node = 0
    for (let depth = 0; depth < model.depth; depth += 1) {
      const feature = f[node] as number
      node = 2 * node + 1 + (feature >= 0 && (row[feature] as number) > (t[node] as number) ? 1 : 0)
    }
    const label = at % scores.length
    scores[label] = (scores[label] as number) + (v[node - f.length] as number)
  }
  const most = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - most))
  const sum = powers.reduce((all, power) => all + power, 0)
  return powers.map((power) => power / sum)
}
