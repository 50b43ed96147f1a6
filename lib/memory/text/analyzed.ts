/**
 * Maximum number of characters of a line or statement that analysis reads. Some expressions take quadratic
 * time, and this limit keeps one line within a few milliseconds. Stored and displayed text is not shortened.
 */
export const ANALYZED_CHARACTERS = 2_000

/** Returns the part of a line or statement that analysis reads. */
export const analyzedPart = (text: string): string => text.slice(0, ANALYZED_CHARACTERS)
