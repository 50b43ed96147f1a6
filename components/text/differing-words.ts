import { type DiffPiece, diffWords } from "@/components/text/diff-lines"

/**
 * Maximum number of characters of both texts to compare by word. Longer comparisons are slow and not useful.
 */
const MOST = 6_000

/** Returns two texts with their differing words marked, if they are short enough to compare. */
export function differingWords(
  before: string,
  after: string,
): { before: readonly DiffPiece[]; after: readonly DiffPiece[] } {
  if (before.length + after.length > MOST)
    return { before: [{ text: before, changed: false }], after: [{ text: after, changed: false }] }
  const { cut, add } = diffWords(before, after)
  return { before: cut, after: add }
}
