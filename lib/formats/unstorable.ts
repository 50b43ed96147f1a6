/** True for text that a database can hold: no NUL character and no lone surrogate, which only escapes can produce. */
export const isStorableText = (text: string): boolean => !text.includes("\0") && text.isWellFormed()

/** Returns a message about an escaped character that the database cannot store. */
export const describeUnstorable = (text: string): string =>
  text.includes("\0")
    ? "This escape sequence stands for the NUL character, which cannot be stored and is shown as \u2400; remove the sequence"
    : "This escape sequence stands for half of a character (a lone surrogate), which cannot be stored and is shown as \uFFFD; write the whole character"
