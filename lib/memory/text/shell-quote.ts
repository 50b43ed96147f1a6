/** Returns a word in single quotes for a POSIX shell. */
export const singleQuoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

/** Returns a word as it is typed in a POSIX shell: in single quotes only where it needs them. */
export const shellWord = (word: string): string => (/^[\w@%+:,./-]+$/.test(word) ? word : singleQuoted(word))
