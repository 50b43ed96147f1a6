import { type DiffPiece, diffWords } from "@/components/memory-files/diff-lines"

/** Beyond so many characters of both, words are not compared: it takes longer than anyone waits, and shows nothing. */
const MOST = 6_000

/** Two wordings, each with what the other has not marked, as far as they are short enough to be compared. */
export function differingWords(
  before: string,
  after: string,
): { before: readonly DiffPiece[]; after: readonly DiffPiece[] } {
  if (before.length + after.length > MOST)
    return { before: [{ text: before, changed: false }], after: [{ text: after, changed: false }] }
  const { cut, add } = diffWords(before, after)
  return { before: cut, after: add }
}
