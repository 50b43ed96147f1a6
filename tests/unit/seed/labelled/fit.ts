import { scorePlaces, withNewAgentRole } from "@/lib/memory/seed/entry-placement"
import { findRefusal, readRefusalContext } from "@/lib/memory/seed/left-out-rules"
import { placeName } from "@/lib/memory/seed/seed-entry"
import { readEntry, readSeedContext } from "@/lib/memory/seed/reading"
import type { SignName } from "@/lib/memory/seed/sign-weights"
import type { Family } from "./labelled"

/** Index of a sign in `NAMES`, and its strength. */
type Said = readonly [sign: number, strength: number]

/** An entry: the signs for each place, and the correct place. */
interface Example {
  readonly places: readonly (readonly Said[])[]
  readonly right: number
  /** Weight of the example. */
  readonly times: number
}

/** The older sets have few notes for coordinators; predecessors write about twice as many. */
const FOR_COORDINATORS = 2

/** Estimated weights from before there was data. Signs without labelled entries keep theirs. */
export const FIRST_GUESS: Readonly<Record<SignName, number>> = {
  "own section": 20,
  "nothing else": 0.5,
  "coordination is rare": -0.5,
  "says who it is for": 4,
  "role's words": 1.5,
  "heading's words": 1.2,
  "heading names the role": 2,
  "predecessor's name": 1.2,
  "like what is held": 2.5,
  "told from elsewhere": 9,
  "heading's company": 1.5,
  "predecessor's company": 1.4,
  "its own agent's": 1.8,
  "reports a finding": 0.3,
  "the new agent's trade": 0.3,
  "holds for all": 0.9,
  "way of working": 0.6,
  "work that is handed in": 0.6,
  calendar: 0.3,
  "tools of all": 0.5,
  "heading for all": 1.5,
  "kind for all": 0.6,
  "heading on coordination": 1.5,
  "several roles": 1.8,
  "another agent": 2.2,
  "bringing together": 0.9,
  "perhaps together": 0.35,
  "hands over": 0.9,
  "order of work": 0.7,
  "people of a team": 0.7,
  "asks and tells": 0.7,
  "a person's name": 0.5,
}

const NAMES = Object.keys(FIRST_GUESS) as SignName[]
/** Weights of 1, so that the sum for a place is the strength of the sign. */
const counting = (name: SignName) =>
  Object.fromEntries(NAMES.map((other) => [other, Number(other === name)])) as Record<SignName, number>

/** Training examples of a family: entries that belong in a file, with the place a person chose. */
export function seedExamples({ asked: given, entries, expected }: Family): Example[] {
  const asked = withNewAgentRole(given)
  const [ground, refusing] = [readSeedContext(asked), readRefusalContext(asked)]
  return entries.flatMap((entry) => {
    const label = expected.get(entry.id) ?? ""
    if (findRefusal(entry, refusing) !== null) return []
    const reading = readEntry(entry, ground)
    if (reading.stoodIn !== null) return []
    const columns = NAMES.map((name) => scorePlaces(reading, ground, counting(name)))
    const places = (columns[0] ?? []).map(({ place }, at) => ({
      name: placeName(place),
      said: columns.flatMap((column, sign): Said[] => (column[at]?.sum ? [[sign, column[at].sum]] : [])),
    }))
    const right = places.findIndex(
      ({ name }) =>
        name === label ||
        (name.startsWith("role:") && name.slice("role:".length).split("-")[0] === label) ||
        (name === "shared" && label === "coordinator" && asked.category.coordinator === null),
    )
    return right < 0
      ? []
      : [
          {
            places: places.map(({ said }) => said),
            right,
            times: places[right]?.name === "coordinator" ? FOR_COORDINATORS : 1,
          },
        ]
  })
}

/**
 * The weights that maximize the likelihood of the labels, regularized towards the first guess. Softmax
 * regression by gradient descent; deterministic.
 */
export function fitWeights(
  examples: readonly Example[],
  { pull = 3, steps = 400 } = {},
): Record<SignName, number> {
  const first = NAMES.map((name) => FIRST_GUESS[name])
  const weights = [...first]
  for (let step = 0; step < steps; step += 1) {
    const slope = weights.map((weight, at) => pull * (weight - (first[at] ?? 0)))
    for (const { places, right, times } of examples) {
      const odds = places.map((said) => Math.exp(sumOf(said, weights)))
      const all = odds.reduce((sum, one) => sum + one, 0)
      for (const [place, said] of places.entries()) {
        const off = times * ((odds[place] ?? 0) / all - Number(place === right))
        for (const [at, strength] of said) slope[at] = (slope[at] ?? 0) + off * strength
      }
    }
    for (const [at, by] of slope.entries())
      weights[at] = (weights[at] ?? 0) - (0.8 / (examples.length * 0.5 + pull)) * by
  }
  return Object.fromEntries(
    NAMES.map((name, at) => [name, Math.round((weights[at] ?? 0) * 100) / 100]),
  ) as Record<SignName, number>
}

const sumOf = (said: readonly Said[], weights: readonly number[]): number =>
  said.reduce((sum, [at, strength]) => sum + strength * (weights[at] ?? 0), 0)

/**
 * Mean likelihood of the labels under the given weights, and the share of labels with the highest
 * probability.
 */
export function judgeWeights(
  examples: readonly Example[],
  weights: Readonly<Record<SignName, number>>,
): { readonly loss: number; readonly right: number } {
  const told = examples.map(({ places, right }) => {
    const sums = places.map((said) =>
      sumOf(
        said,
        NAMES.map((name) => weights[name]),
      ),
    )
    return {
      loss: Math.log(sums.reduce((sum, one) => sum + Math.exp(one), 0)) - (sums[right] ?? 0),
      right: sums[right] === Math.max(...sums),
    }
  })
  return {
    loss: told.reduce((sum, { loss }) => sum + loss, 0) / told.length,
    right: told.filter(({ right }) => right).length / told.length,
  }
}
