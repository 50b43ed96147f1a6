import type { Match } from "../similarity/matching"
import type { Statement, Term } from "../similarity/statement"

/** Two different numbers of one unit, one from each statement. */
export type NumberPair = readonly [left: Term, right: Term]

const NUMBERED =
  /^(?:#|ticket|issue|pr|pull request|step|phase|gate|incident|bug|task|line|lines|chapter|adr|rfc|section|sprint|week|day|part|stage|case|example|milestone|story|epic|figure|table|option|rule|level|tier|migration|round|scene|lesson|fact|item|entry|no|nr|id|tag|tags|index|offset|byte|bit|row|column|page|commit|session|era|slot|block|fix|finding|attempt|batch|run|test|question|q|v|version of)s?$/

/** True if a number is a date or part of a name, as in `ticket 12` or `T5-3`, rather than a measurement. */
function isName({ words }: Statement, term: Term): boolean {
  if (/^\d{4}-\d|:|^0\d/.test(term.idea) || (term.within && !term.code)) return true
  const before = words[term.place - 1]
  if (before?.shown === "day" && /^(?:working|business)$/.test(words[term.place - 2]?.shown ?? ""))
    return false
  return before !== undefined && term.after === "" && NUMBERED.test(before.shown)
}

/** Returns the numbers that only one statement contains, each paired with a number of the same unit that only the other contains. */
export function numberPairs(left: Statement, right: Statement, { leftOnly, rightOnly }: Match): NumberPair[] {
  const measures = (statement: Statement, terms: readonly Term[]) =>
    terms.filter((term) => term.kind === "number" && !isName(statement, term))
  const rest = measures(right, rightOnly)
  return measures(left, leftOnly).flatMap((one) => {
    const at = rest.findIndex(
      (other) =>
        unitOf(one) === unitOf(other) &&
        isVersion(one) === isVersion(other) &&
        !isPrecise(digitsOf(one), digitsOf(other)),
    )
    return at < 0 ? [] : [[one, rest.splice(at, 1)[0] as Term] as const]
  })
}

const unitOf = ({ idea }: Term): string => /[a-z%]+$/.exec(idea)?.[0] ?? ""
const isVersion = ({ shown }: Term): boolean => /\d\.\d+\.\d/.test(shown)
const digitsOf = ({ shown }: Term): string => /[\d.,]+/.exec(shown)?.[0] ?? shown

/**
 * Returns the digits of a number as written, without the unit. For a number in words, returns the words as
 * written if they have a unit (`five seconds`), else the number in digits (`idea`).
 */
const valueOf = (term: Term): string =>
  /\d/.test(term.shown) || unitOf(term) !== "" ? digitsOf(term) : term.idea

/** True if both versions are equal or one is a more precise form of the other: `3.14`, `3.14.3`. */
const isPrecise = (one: string, other: string): boolean =>
  `${one}.`.startsWith(`${other}.`) || `${other}.`.startsWith(`${one}.`)

/** True if both statements name a numbered thing with different numbers: `ticket 12`, `ticket 13`. */
export const namesOtherNumbered = (
  left: Statement,
  right: Statement,
  { leftOnly, rightOnly }: Match,
): boolean =>
  leftOnly.some((term) => term.kind === "number" && isName(left, term)) &&
  rightOnly.some((term) => term.kind === "number" && isName(right, term))

/** True if each statement has a number that occurs less often in the other: `4 of 4` and `8 of 4`. Dates do not count as numbers. */
export function countsOtherwise(left: readonly Term[], right: readonly Term[]): boolean {
  return saysBeyond(left, right) && saysBeyond(right, left)
}

function saysBeyond(numbers: readonly Term[], others: readonly Term[]): boolean {
  const rest = [...others]
  return numbers.some((term) => {
    const at = rest.findIndex((other) => other.idea === term.idea || isPrecise(valueOf(term), valueOf(other)))
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  })
}
