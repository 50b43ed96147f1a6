/** Returns a word in single quotes for a POSIX shell. */
export const singleQuoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

/** Returns a word for a POSIX shell, in single quotes only if necessary. */
export const shellWord = (word: string): string => (/^[\w@%+:,./-]+$/.test(word) ? word : singleQuoted(word))
