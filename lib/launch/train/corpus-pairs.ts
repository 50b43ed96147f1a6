import { candidatesIn, corpusRepositories } from "../../../tests/bench/corpus-conflicts"
import { matchTerms, scoreOf } from "@/lib/memory/matching"
import { weightOf } from "@/lib/memory/software-speech"
import { readStatement } from "@/lib/memory/statement"
import { randomFrom } from "./boost"
import type { Pair } from "./judgement"

/** From a repository at most so many pairs. */
const MOST = 400
/** Pairs that share more may say the same. */
const ALIKE = 0.55

/** Pairs of real statements that the queue would compare. Of next to none both cannot stand, so that they teach how rare that is. */
export function corpusPairs(half = false): Pair[] {
  const random = randomFrom(5)
  return corpusRepositories().flatMap((repository, at) => {
    if (half && at % 2 === 1) return []
    const pairs = candidatesIn(repository)
    const share = MOST / Math.max(MOST, pairs.length)
    return pairs
      .filter(() => random() < share)
      .flatMap(([left, right]): Pair[] => {
        const [one, other] = [readStatement(left.text), readStatement(right.text)]
        if (one.exact === other.exact) return []
        const score = scoreOf(matchTerms(one, other, weightOf))
        return [{ a: left.text, b: right.text, label: score < ALIKE ? "related" : null, group: `corpus ${repository.name}`, kind: "corpus", weight: 0.15 }]
      })
  })
}
