import { randomFrom } from "./boost"
import type { Pair } from "./pair"

const COUNT = 2_500
/** They are easy, and must not outweigh pairs that speak of one subject. */
const WEIGHT = 0.5

/**
 * Returns pairs of statements from different groups. They say nothing about each other, and without them the judge calls two
 * prohibitions or two numbers alike that share no subject.
 */
export function unrelatedPairs(pairs: readonly Pair[]): Pair[] {
  const random = randomFrom(17)
  const pick = (): Pair => pairs[Math.floor(random() * pairs.length)] as Pair
  const found: Pair[] = []
  while (found.length < COUNT) {
    const [one, other] = [pick(), pick()]
    if (one.group === other.group) continue
    const turned = found.length % 2 === 0
    found.push({
      a: turned ? one.a : one.b,
      b: turned ? other.b : other.a,
      label: "unrelated",
      group: one.group,
      kind: "stranger",
      weight: WEIGHT,
    })
  }
  return found
}
