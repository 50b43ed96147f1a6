import { areCounterparts } from "../lexicon/alternatives"
import { oppositeness } from "../comparison/opposites"
import type { Reason } from "../comparison/relation-reasons"
import { nearness } from "../comparison/word-vectors"
import type { Claim } from "../similarity/contradictable-statement"
import type { Match } from "../similarity/matching"
import { readWords } from "../similarity/statement-words"

/** An entry and the heading above it. */
type Side = Claim & { readonly section: string | null }

/**
 * Minimum number of meaningful words in an entry that names its own subject. An entry with fewer words
 * depends on its heading. Parts of names do not count.
 */
const FEW_TERMS = 4

export const isFragment = ({ read }: Claim): boolean =>
  read.terms.filter(({ within, code }) => !within || code).length < FEW_TERMS

/** Least similarity of two words with about the same meaning. */
const SAME_MEANING = 0.5

/**
 * True if each side has exactly one unmatched word, and the two words differ in meaning: `shows a success
 * notice`, `shows an error notice`.
 */
export function namesAnother({ leftOnly, rightOnly }: Match): boolean {
  const [one, ...more] = leftOnly
  const [other, ...others] = rightOnly
  return (
    one !== undefined &&
    other !== undefined &&
    more.length + others.length === 0 &&
    nearness(one, other) < SAME_MEANING
  )
}

/**
 * True if two entries are about different cases, so that both may stay: only one is below a heading for
 * faults, or the denial holds in one case only.
 */
export const areOfTwoCases = (left: Side, right: Side, { evidence }: Reason): boolean =>
  isOfFaults(left) !== isOfFaults(right) ||
  (evidence === "denial" && (isOfOneCase(left) !== isOfOneCase(right) || areOfOneStep(left, right)))

/** True if both entries give a result of one step: `the branch fires → skipped`, `the branch fires → nothing to do`. */
function areOfOneStep(left: Side, right: Side): boolean {
  const [step, ...results] = left.bare.split(ARROW)
  const [other, ...others] = right.bare.split(ARROW)
  return results.length > 0 && others.length > 0 && step?.trim() === other?.trim()
}
const ARROW = /→|->|=>/

/** True if two headings name opposites: `Inbound connection`, `Outbound connection`. The entries below them look alike by design. */
export function haveOppositeHeadings(left: Side, right: Side): boolean {
  const [one, other] = [readWords(left.section ?? ""), readWords(right.section ?? "")]
  return one.some((word) =>
    other.some(
      (its) =>
        (oppositeness(word, its) > 0 || areCounterparts(word.idea, its.idea)) &&
        !other.some(({ idea }) => idea === word.idea) &&
        !one.some(({ idea }) => idea === its.idea),
    ),
  )
}

const isOfFaults = ({ section }: Side): boolean =>
  section !== null &&
  /\b(?:issues?|problems?|bugs?|limitations?|gaps?|deviations?|violations?)\b/i.test(section)

const isOfOneCase = ({ bare }: Side): boolean => /^(?:if|when|where|unless|during|while|for)\b/i.test(bare)
