import type { FormatRule } from "../memory-files/format"

/** Rules that a source remembers; beyond them the oldest are forgotten. */
const MOST_RULES = 1_000

/** Returns the rules of a source with more of them: what is said last of a pattern counts. */
export function addRules(before: readonly FormatRule[], added: readonly FormatRule[]): readonly FormatRule[] {
  if (added.length === 0) return before
  const isAdded = new Set(added.map(({ pattern }) => pattern))
  return [...before.filter(({ pattern }) => !isAdded.has(pattern)), ...added].slice(-MOST_RULES)
}
