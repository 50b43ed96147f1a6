import type { FormatRule } from "../memory-files/format"

/** Maximum number of rules of a source. The oldest are dropped. */
const MOST_RULES = 1_000

/**
 * Returns the rules of a source with added rules. An added rule replaces an earlier rule for the same
 * pattern.
 */
export function addRules(before: readonly FormatRule[], added: readonly FormatRule[]): readonly FormatRule[] {
  if (added.length === 0) return before
  const isAdded = new Set(added.map(({ pattern }) => pattern))
  return [...before.filter(({ pattern }) => !isAdded.has(pattern)), ...added].slice(-MOST_RULES)
}
