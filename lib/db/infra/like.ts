/** Returns a LIKE pattern for any text that contains `text`. */
export const containing = (text: string): string => `%${escapeLike(text)}%`

/**
 * Escapes `%`, `_` and backslashes, which are special in LIKE patterns. Prisma's `contains` needs this, too.
 */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
