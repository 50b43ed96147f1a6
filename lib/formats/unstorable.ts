/** True for text that a database can hold: no NUL character and no lone surrogate, which only escapes can produce. */
export const isStorableText = (text: string): boolean => !text.includes("\0") && text.isWellFormed()

/** Returns a message about an escaped character that the database cannot store. */
export const describeUnstorable = (text: string): string =>
  text.includes("\0")
    ? "This escape is the NUL character, which cannot be stored. It is shown as \u2400; remove the escape"
    : "This escape is half of a character (a lone surrogate). It is shown as \uFFFD; write the whole character"
