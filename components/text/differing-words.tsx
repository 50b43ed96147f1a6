import { type DiffPiece, diffWords } from "@/components/text/diff-lines"
import { VisibleText } from "./visible-text"

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

const MARK = { cut: "bg-danger/25", add: "bg-good/25", plain: "" }

/** A text with its changed words highlighted. */
export function Pieces({ pieces, as }: { pieces: readonly DiffPiece[]; as: keyof typeof MARK }) {
  return pieces.map((piece, index) =>
    piece.changed ? (
      // oxlint-disable-next-line react/no-array-index-key -- a piece is its place in the line
      <mark key={index} className={`rounded-xs text-inherit ${MARK[as]}`}>
        <VisibleText text={piece.text} />
      </mark>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- a piece is its place in the line
      <VisibleText key={index} text={piece.text} />
    ),
  )
}
