/**
 * Number of the rules of what counts as an entry. Raise it with each change of them: files that older rules read are read again at the next
 * start, and their entries keep their ids.
 */
export const ENTRY_RULES = 2
