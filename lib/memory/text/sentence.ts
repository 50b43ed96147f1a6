/** Returns the text with a capital first letter. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns the text as a sentence: with a capital first letter, and a full stop unless it ends with punctuation. */
export const asSentence = (text: string): string => `${capitalize(text)}${/[.!?…”]$/.test(text) ? "" : "."}`
