/** Kinds of items that people discuss and assign. */
export const DISCUSSED = ["proposal", "conflict", "alert"] as const
export type Discussed = (typeof DISCUSSED)[number]

/** Maximum number of characters in a comment. */
export const LONGEST_COMMENT = 4_000

/** Name shown for an author or mentioned person whose account was removed. */
export const FORMER_MEMBER = "Former member"
