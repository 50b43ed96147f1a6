/** An edit: replaces `length` characters at `offset` by `text`. */
export interface Splice {
  readonly offset: number
  readonly length: number
  readonly text: string
}

/** An edited text, with the edits that undo the changes one after another. */
export interface EditedText {
  readonly text: string
  readonly undo: readonly Splice[]
}

export const asEditedText = (text: string): EditedText => ({ text, undo: [] })

/** Applies edits that do not overlap. All offsets refer to the text before the edits. */
export function applyEdits({ text, undo }: EditedText, splices: readonly Splice[]): EditedText {
  return splices
    .toSorted((a, b) => b.offset - a.offset)
    .reduce<EditedText>(
      (done, splice) => ({
        text: spliced(done.text, splice),
        undo: [inverse(done.text, splice), ...done.undo],
      }),
      { text, undo },
    )
}

/** Applies edits one after another. Each offset refers to the result of the previous edit. */
export function applyInOrder(text: string, splices: readonly Splice[]): string {
  return splices.reduce(spliced, text)
}

const spliced = (text: string, { offset, length, text: put }: Splice): string =>
  text.slice(0, offset) + put + text.slice(offset + length)

const inverse = (text: string, { offset, length, text: put }: Splice): Splice => ({
  offset,
  length: put.length,
  text: text.slice(offset, offset + length),
})
