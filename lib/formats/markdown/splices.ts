/** A replacement of a part of a text. */
export interface Splice {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Applies replacements that do not overlap, in any order. */
export function splice(text: string, splices: readonly Splice[]): string {
  const chunks: string[] = []
  let kept = 0
  for (const one of splices.toSorted((a, b) => a.start - b.start)) {
    chunks.push(text.slice(kept, one.start), one.text)
    kept = one.end
  }
  chunks.push(text.slice(kept))
  return chunks.join("")
}
