import type { DiffPiece } from "./diff-lines"
import { VisibleText } from "./visible-text"

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
