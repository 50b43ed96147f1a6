import { type Claim, isPlace, leftWeight } from "./claim"
import { isEmptyWord } from "./software-speech"
import type { Match } from "./matching"
import { stemOf } from "./stems"
import type { Term } from "./statement"

/** Why two claims cannot both stand. */
export interface Against {
  readonly message: string
  /** The words of both sides, parted by " / "; null where the whole statements are meant. */
  readonly words: string | null
  /** How sure it is, 0–1. */
  readonly score: number
  /** How much both say of what they speak of, the words in question left out. */
  readonly ground: number
  /** The side that says of itself that it is the later one. */
  readonly later?: "left" | "right"
}

export interface Pairing {
  readonly left: Claim
  readonly right: Claim
  readonly match: Match
}

/** Labels and words that thousands of things have: alone they do not say what is spoken of. */
const GENERIC = new Set(
  "status version date type name port file path owner priority rating score size count total result layer domain severity effort impact note number id key value level line entry length duration time create update ref source target location section phase tag gate state test command url example summary scope goal action role model tool cost default purpose description reason default format page title author category step module option order data code api user app project system feature fix issue bug change"
    .split(" ")
    .flatMap((word) => [word, stemOf(word)]),
)

/** How much both say of what they speak of, apart from what they stand against each other in. */
export function commonGround({ match }: Pairing, without: readonly Term[] = []): number {
  return match.pairs
    .filter(({ left, right }) => !without.includes(left) && !without.includes(right))
    .reduce(
      (all, { left, weight }) =>
        all +
        (GENERIC.has(left.stem) || GENERIC.has(left.idea)
          ? Math.min(weight, 0.5)
          : left.within && !left.code
            ? weight * 0.6
            : isEmptyWord(left.stem)
              ? 0
              : weight),
      0,
    )
}

/**
 * What one claim says beyond the other, 0 where nothing counts. What is added behind a comma after the words in question explains them,
 * as long as it names no place.
 */
export function addedWeight(
  { left, right, match }: Pairing,
  without: readonly Term[] = [],
): { readonly left: number; readonly right: number } {
  const [leftPlace, rightPlace] = [lastPlace(left, without), lastPlace(right, without)]
  const weigh = (claim: Claim, terms: readonly Term[], place: number) => {
    const tail = tailAfter(claim, place)
    return terms
      .filter((term) => !without.includes(term))
      .reduce((all, term) => all + (term.place >= tail && !isPlace(term) ? 0 : leftWeight(term)), 0)
  }
  const [one, other] = [weigh(left, match.leftOnly, leftPlace), weigh(right, match.rightOnly, rightPlace)]
  return { left: one, right: other }
}

function lastPlace({ read }: Claim, evidence: readonly Term[]): number {
  const places = evidence.filter((term) => read.terms.includes(term)).map(({ place }) => place)
  return places.length > 0 ? Math.max(...places) : -1
}

/** Where what explains begins: behind the first comma or stop after a place. */
function tailAfter({ read, label }: Claim, place: number): number {
  if (place < 0) return Number.POSITIVE_INFINITY
  const from = Math.max(place + 1, label + 1)
  const found = read.words.findIndex(({ after }, at) => at >= from && after !== "")
  return found < 0 ? Number.POSITIVE_INFINITY : found
}

/** Whether both hold under the same conditions, as far as they say any. */
export function sharesConditions({ left, right }: Pairing, apart: RegExp | null = null): boolean {
  const said = ({ conditions }: Claim) =>
    conditions
      .filter((word) => apart?.test(word) !== true)
      .toSorted()
      .join()
  return said(left) === said(right)
}

export const saysOther = (left: string, right: string): string => `one says ${left}, the other ${right}`
