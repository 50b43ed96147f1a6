import { stemOf } from "../text/stems"
import nameTitles from "../lexicon/words/name-titles.json" with { type: "json" }

/** Titles that many names have. Sharing one shows almost nothing. */
const TITLES = new Set(nameTitles.terms)

/**
 * Returns the stems of a name, so that `plan-writer` and `planner`, `tester` and `test-writer`, `db-migrator` and `migration` match. Titles
 * are left out unless the name has nothing else.
 */
export function nameStems(name: string): string[] {
  const words = name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !/^v?\d+$/.test(word))
  const telling = words.filter((word) => !TITLES.has(word))
  return [...new Set((telling.length > 0 ? telling : words).map(craftOf))]
}

/**
 * Returns the stem of a word without the suffix for an agent: `tester` becomes `test`, `planner` becomes
 * `plan`.
 */
function craftOf(word: string): string {
  const bare = /^(\p{L}{3,}?)(?:er|or|ist)$/u.exec(word)?.[1]
  if (bare === undefined) return stemOf(word)
  return stemOf(/([bdfgklmnprt])\1$/.test(bare) ? bare.slice(0, -1) : bare)
}

/**
 * Returns the probability that one name continues the other, 0–1: 1 for the same words, less if one adds words (`structure-architect`,
 * `architect`), 0 if both have words of their own.
 */
export const nameLikeness = (one: string, other: string): number =>
  stemLikeness(nameStems(one), nameStems(other))

/** Returns the probability that one name continues the other, 0–1, from the stems of the names. */
export function stemLikeness(left: readonly string[], right: readonly string[]): number {
  const [few, many] = left.length <= right.length ? [left, right] : [right, left]
  if (few.length === 0 || !few.every((stem) => many.includes(stem))) return 0
  return 0.5 + 0.5 * (few.length / many.length)
}
