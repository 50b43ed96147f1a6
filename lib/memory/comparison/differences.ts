import type { Word } from "../similarity/statement-words"
import type { Match } from "../similarity/matching"
import type { Statement, Term } from "../similarity/statement"

/** A range of words, `to` exclusive. */
export interface Range {
  readonly from: number
  readonly to: number
}

export interface Gap {
  readonly left: Range
  readonly right: Range
}

/** Maximum number of words that are compared. Longer statements are compared by their first words. */
const COMPARED_WORDS = 60

/** Returns the number of words that two statements have in the same order, and the gaps where the statements differ. */
export function gapsBetween(
  left: readonly Word[],
  right: readonly Word[],
): { readonly common: number; readonly gaps: readonly Gap[] } {
  const [rows, columns] = [Math.min(left.length, COMPARED_WORDS), Math.min(right.length, COMPARED_WORDS)]
  const width = columns + 1
  const longest = commonLengths(left, right, { rows, columns })
  const isCommon = (row: number, column: number) =>
    row < rows && column < columns && left[row]?.idea === right[column]?.idea
  const skipsLeft = (row: number, column: number) =>
    column >= columns ||
    (row < rows && (longest[(row + 1) * width + column] ?? 0) >= (longest[row * width + column + 1] ?? 0))
  const gaps: Gap[] = []
  let [row, column] = [0, 0]
  while (row < rows || column < columns) {
    const from = { row, column }
    while ((row < rows || column < columns) && !isCommon(row, column)) {
      if (skipsLeft(row, column)) row += 1
      else column += 1
    }
    if (row > from.row || column > from.column)
      gaps.push({ left: { from: from.row, to: row }, right: { from: from.column, to: column } })
    row += 1
    column += 1
  }
  return { common: longest[0] ?? 0, gaps }
}

/**
 * Returns a table of the number of words in the same order, from each pair of positions to the end. Rows are
 * positions on the left, columns on the right.
 */
function commonLengths(
  left: readonly Word[],
  right: readonly Word[],
  { rows, columns }: { readonly rows: number; readonly columns: number },
): Uint8Array {
  const width = columns + 1
  const longest = new Uint8Array((rows + 1) * width)
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      const at = row * width + column
      longest[at] =
        left[row]?.idea === right[column]?.idea
          ? (longest[at + width + 1] ?? 0) + 1
          : Math.max(longest[at + width] ?? 0, longest[at + 1] ?? 0)
    }
  }
  return longest
}

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
