/**
 * Version of the rules that define an entry. Raise it with each change of the rules: files that were read
 * with older rules are read again at the next start, and their entries keep their ids.
 */
export const ENTRY_RULES = 2
