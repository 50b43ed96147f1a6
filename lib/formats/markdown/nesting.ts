/**
 * Maximum number of levels of nested collections, lists or quotes. Recursive code below this depth cannot
 * exhaust the stack.
 */
export const MAX_NESTING = 100

export const TOO_DEEP = `This is nested more than ${MAX_NESTING} levels deep`
