import type { Match } from "./matching"
import type { Statement, Term } from "./statement"
import type { Word } from "./statement-words"

/**
 * Where two statements are one sentence with another word put in (`the ledger writes to Redis`, `the ledger writes to S3`), which words:
 * such statements look alike and yet say different things. Null where they are worded differently altogether.
 */
export function findSubstitution(left: Statement, right: Statement, match: Match): string | null {
  const gaps = gapsBetween(left.words, right.words)
  if (gaps === null) return null
  for (const gap of gaps) {
    const one = match.leftOnly.find((term) => isWithin(term, gap.left) && match.weigh(term) >= 0.75)
    const other = match.rightOnly.find((term) => isWithin(term, gap.right) && match.weigh(term) >= 0.75)
    if (one !== undefined && other !== undefined)
      return `names ${one.shown} where the other names ${other.shown}`
  }
  return null
}

interface Range {
  readonly from: number
  readonly to: number
}

const isWithin = (term: Term, { from, to }: Range) => term.place >= from && term.place < to

/** How much of the longer statement stands in the same order in both, for them to be one sentence. */
const ONE_SENTENCE = 0.6
const COMPARED_WORDS = 80

/** The places where two statements part, when most of their words stand in the same order. */
function gapsBetween(
  left: readonly Word[],
  right: readonly Word[],
): readonly { readonly left: Range; readonly right: Range }[] | null {
  const [rows, columns] = [Math.min(left.length, COMPARED_WORDS), Math.min(right.length, COMPARED_WORDS)]
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
  if ((longest[0] ?? 0) < Math.max(rows, columns) * ONE_SENTENCE) return null
  const gaps: { left: Range; right: Range }[] = []
  let [row, column] = [0, 0]
  while (row < rows || column < columns) {
    const from = { row, column }
    while (
      (row < rows || column < columns) &&
      !(row < rows && column < columns && left[row]?.idea === right[column]?.idea)
    ) {
      if (
        column >= columns ||
        (row < rows && (longest[(row + 1) * width + column] ?? 0) >= (longest[row * width + column + 1] ?? 0))
      )
        row += 1
      else column += 1
    }
    if (row > from.row && column > from.column)
      gaps.push({ left: { from: from.row, to: row }, right: { from: from.column, to: column } })
    row += 1
    column += 1
  }
  return gaps
}
