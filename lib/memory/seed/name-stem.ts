import { stemOf } from "../text/stems"

/** Words of a name that many carry whatever they do: that two names share one says next to nothing. */
const TITLES = new Set(
  "agent bot lead senior junior staff principal chief head main new old specialist expert assistant helper engineer developer writer team".split(
    " ",
  ),
)

/**
 * What the words of an agent's name come down to, so that `plan-writer` and `planner`, `tester` and `test-writer`, `db-migrator` and
 * `migration` meet. Titles are left out, unless the name has nothing else.
 */
export function nameStems(name: string): string[] {
  const words = name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !/^v?\d+$/.test(word))
  const telling = words.filter((word) => !TITLES.has(word))
  return [...new Set((telling.length > 0 ? telling : words).map(craftOf))]
}

/** `tester` is who tests, `planner` who plans. */
function craftOf(word: string): string {
  const bare = /^(\p{L}{3,}?)(?:er|or|ist)$/u.exec(word)?.[1]
  if (bare === undefined) return stemOf(word)
  return stemOf(/([bdfgklmnprt])\1$/.test(bare) ? bare.slice(0, -1) : bare)
}

/**
 * How likely one name goes back to the other, 0–1: 1 for the same words, less where one only adds to the other (`structure-architect`,
 * `architect`), 0 where both have a word of their own: siblings are no predecessors by their names.
 */
export const nameLikeness = (one: string, other: string): number =>
  stemLikeness(nameStems(one), nameStems(other))

/** The same of what names come down to. */
export function stemLikeness(left: readonly string[], right: readonly string[]): number {
  const [few, many] = left.length <= right.length ? [left, right] : [right, left]
  if (few.length === 0 || !few.every((stem) => many.includes(stem))) return 0
  return 0.5 + 0.5 * (few.length / many.length)
}
