import type { Word } from "../similarity/statement-words"

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
