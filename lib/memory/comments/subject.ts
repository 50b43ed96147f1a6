/** Kinds of items that people discuss and assign. */
export const DISCUSSED = ["proposal", "conflict", "alert"] as const
export type Discussed = (typeof DISCUSSED)[number]

/** The most characters of a comment. */
export const LONGEST_COMMENT = 4_000

/** The name of an author or a mentioned person whose account was removed. */
export const FORMER_MEMBER = "Former member"
