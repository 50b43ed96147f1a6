/** A change to a text: `length` characters at `offset` give way to `text`. */
export interface Splice {
  readonly offset: number
  readonly length: number
  readonly text: string
}

/** A text after some changes, and what takes them back, one after another. */
export interface Edited {
  readonly text: string
  readonly undo: readonly Splice[]
}

export const unedited = (text: string): Edited => ({ text, undo: [] })

/** Changes that do not overlap, all by the places of the text before any of them. */
export function edit({ text, undo }: Edited, splices: readonly Splice[]): Edited {
  return splices
    .toSorted((a, b) => b.offset - a.offset)
    .reduce<Edited>(
      (done, splice) => ({
        text: spliced(done.text, splice),
        undo: [inverse(done.text, splice), ...done.undo],
      }),
      { text, undo },
    )
}

/** One after another, each by the places that the one before left. */
export function inOrder(text: string, splices: readonly Splice[]): string {
  return splices.reduce(spliced, text)
}

const spliced = (text: string, { offset, length, text: put }: Splice): string =>
  text.slice(0, offset) + put + text.slice(offset + length)

const inverse = (text: string, { offset, length, text: put }: Splice): Splice => ({
  offset,
  length: put.length,
  text: text.slice(offset, offset + length),
})
