import { candidatesIn, corpusRepositories } from "./corpus-conflicts"
import { matchTerms, scoreOf } from "@/lib/memory/similarity/matching"
import { weightOf } from "@/lib/memory/lexicon/software"
import { sideOf } from "@/lib/operations/conflicts/find/analyses"
import { randomFrom } from "./boost"
import type { Pair } from "./pair"

/** Maximum pairs per repository with a small overlap of words, and with a large one. */
const MOST = 500
const MOST_ALIKE = 500
/** Pairs with a greater overlap may be duplicates. */
const ALIKE = 0.5

/**
 * Pairs of real statements that conflict detection would compare. Almost none contradict each other, so they
 * teach the model how rare that is.
 */
export function corpusPairs(): Pair[] {
  const random = randomFrom(5)
  return corpusRepositories().flatMap((repository) => {
    const scored = candidatesIn(repository).flatMap(([left, right]) => {
      const [one, other] = [sideOf(left), sideOf(right)]
      if (one.read.exact === other.read.exact || !one.isDurable || !other.isDurable) return []
      return [{ a: left.text, b: right.text, score: scoreOf(matchTerms(one.read, other.read, weightOf)) }]
    })
    const alike = scored.filter(({ score }) => score >= ALIKE)
    const others = scored.filter(({ score }) => score < ALIKE)
    const some = (pairs: typeof scored, most: number) => {
      const share = most / Math.max(most, pairs.length)
      return pairs.filter(() => random() < share)
    }
    const pair = { group: `corpus ${repository.name}`, kind: "corpus" }
    return [
      ...some(others, MOST).map(({ a, b }): Pair => ({ a, b, label: "related", weight: 0.3, ...pair })),
      ...some(alike, MOST_ALIKE).map(({ a, b }): Pair => ({ a, b, label: null, weight: 0.3, ...pair })),
    ]
  })
}
