interface Piece {
  readonly start: number
  readonly end: number
}

/**
 * Returns the position of a piece of a Markdown text in the previous revision, if the change is not near the
 * piece and changed no syntax that affects it. Null if both texts must be parsed to find the position.
 * Offsets are in UTF-16 units.
 */
export function pieceInPreviousRevision(before: string, after: string, piece: Piece): Piece | null {
  const most = Math.min(before.length, after.length)
  let same = 0
  while (same < most && before.charCodeAt(same) === after.charCodeAt(same)) same += 1
  let sameEnd = 0
  while (
    sameEnd < most - same &&
    before.charCodeAt(before.length - 1 - sameEnd) === after.charCodeAt(after.length - 1 - sameEnd)
  )
    sameEnd += 1
  const [old, fresh] = [
    linesAround(before, same, before.length - sameEnd),
    linesAround(after, same, after.length - sameEnd),
  ]
  if (isTelling(before.slice(old.start, old.end)) || isTelling(after.slice(fresh.start, fresh.end)))
    return null
  if (piece.end < fresh.start) return piece
  const shift = before.length - after.length
  return piece.start > fresh.end ? { start: piece.start + shift, end: piece.end + shift } : null
}

/** Returns the lines of a change with the line before and after, because list items and paragraphs depend on their neighbors. */
function linesAround(text: string, start: number, end: number): Piece {
  const line = text.lastIndexOf("\n", start - 1)
  const last = text.indexOf("\n", end)
  const next = last < 0 ? -1 : text.indexOf("\n", last + 1)
  return { start: line < 0 ? 0 : text.lastIndexOf("\n", line - 1) + 1, end: next < 0 ? text.length : next }
}

/**
 * True if a text has a heading, fence, comment, rule, table or bold line, which changes how other lines are
 * parsed.
 */
const isTelling = (text: string): boolean =>
  /^[ \t]*(?:#|`{3}|~{3}|<|-{3}|={2}|\*{3}|_{3}|\|)|<!--|-->|^[ \t]*\*\*.*\*\*:?[ \t]*$/m.test(text)
