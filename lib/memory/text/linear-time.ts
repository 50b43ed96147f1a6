/**
 * Maximum number of characters of a line or statement that analysis reads. Some expressions take quadratic
 * time, and this limit keeps one line within a few milliseconds. Stored and displayed text is not shortened.
 */
export const ANALYZED_CHARACTERS = 2_000

/** Returns the part of a line or statement that analysis reads. */
export const analyzedPart = (text: string): string => text.slice(0, ANALYZED_CHARACTERS)

/**
 * Returns a text without the characters at its end that match `ending`, an expression for one character.
 * Takes linear time, because `/[.,]+$/` takes quadratic time.
 */
export function trimEndOf(text: string, ending: RegExp): string {
  let end = text.length
  while (end > 0 && ending.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
