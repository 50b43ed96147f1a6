/** The text that a person types after @, with its position. */
export interface MentionQuery {
  /** The index of the @. */
  readonly at: number
  readonly words: string
}

const LONGEST = 40

/** Returns the name that is being typed before the caret; null if none is. */
export function mentionQuery(text: string, caret: number): MentionQuery | null {
  const at = text.lastIndexOf("@", caret - 1)
  if (at === -1 || caret - at > LONGEST) return null
  if (at > 0 && /[\p{L}\p{N}_]/u.test(text[at - 1] ?? "")) return null
  const words = text.slice(at + 1, caret)
  return words.includes("\n") ? null : { at, words: words.toLowerCase() }
}

/** True if the label, or one of its words, starts with `words` (lowercase). */
export const isMatch = (label: string, words: string): boolean => {
  const lowered = label.toLowerCase()
  return lowered.startsWith(words) || lowered.split(" ").some((word) => word.startsWith(words))
}
