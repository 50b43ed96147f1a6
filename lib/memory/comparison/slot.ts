import { isEmptyWord } from "../lexicon/software"
import type { Word } from "../similarity/statement-words"
import type { Gap } from "./differences"
import singleValueWords from "../lexicon/words/single-value-words.json" with { type: "json" }
import severalValuesWords from "../lexicon/words/several-values-words.json" with { type: "json" }

/** The one place in which two otherwise equal statements differ. */
export interface Slot {
  readonly left: readonly Word[]
  readonly right: readonly Word[]
  /** True if both statements end with the slot. */
  readonly isLast: boolean
  /** True if the words before the slot take one value: `is`, `lives in`, `caused by`, a colon. */
  readonly takesOne: boolean
  /** True if the words before the slot take several values: `supports`, `depends on`. */
  readonly takesSeveral: boolean
}

const LONGEST = 6

/**
 * Returns the slot of two statements. Returns null if the statements differ in several places, on one side
 * only or in more than six words. Words without meaning may differ anywhere.
 */
export function slotBetween(
  left: readonly Word[],
  right: readonly Word[],
  gaps: readonly Gap[],
): Slot | null {
  const telling = gaps.filter((gap) => saysMore(left, gap.left) || saysMore(right, gap.right))
  const [gap] = telling
  if (gap === undefined || telling.length > 1) return null
  const [one, other] = [left.slice(gap.left.from, gap.left.to), right.slice(gap.right.from, gap.right.to)]
  if (!one.some(isTelling) || !other.some(isTelling)) return null
  if (one.length > LONGEST || other.length > LONGEST) return null
  return {
    left: one,
    right: other,
    isLast: !left.slice(gap.left.to).some(isTelling) && !right.slice(gap.right.to).some(isTelling),
    takesOne: takesOneValue(left.slice(Math.max(0, gap.left.from - 3), gap.left.from), one),
    takesSeveral:
      ![...left, ...right].some(({ shown }) => TAKES_THESE_ALONE.has(shown)) &&
      ([...left, ...right].some(({ shown }) => TAKES_SEVERAL.has(shown)) ||
        leavesOpen(left.slice(0, gap.left.from))),
  }
}

const saysMore = (words: readonly Word[], { from, to }: Gap["left"]): boolean =>
  words.slice(from, to).some(isTelling)

const isTelling = ({ kind, code, stem }: Word): boolean => kind !== "word" || code || !isEmptyWord(stem)

function takesOneValue(before: readonly Word[], slot: readonly Word[]): boolean {
  if (/[:=→]/.test(before.at(-1)?.after ?? "")) return true
  return [...before, ...slot.slice(0, 2)].some(({ shown }) => TAKES_ONE.has(shown))
}

/** Words that mark a single value: `only`, and words for consent, which a single person gives. */
const TAKES_THESE_ALONE = new Set(
  "only solely exclusively alone approval approve approves approved consent permission signature sign-off signoff".split(
    " ",
  ),
)

/** True if the words before a slot permit a choice: `clients may use …`, but not `if the language is unknown, use …`. */
const leavesOpen = (before: readonly Word[]): boolean => {
  const clause = before.slice(before.findLastIndex(({ after }) => after !== ""))
  return clause.some(
    ({ shown }, at) => (shown === "can" || shown === "may") && clause[at + 1]?.shown !== "not",
  )
}

/** Verbs and prepositions that are followed by one value at a time. */
const TAKES_ONE = new Set(singleValueWords.terms)

const TAKES_SEVERAL = new Set(severalValuesWords.terms)
