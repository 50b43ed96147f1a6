/** Types of the memory protocol. Source: the memory protocol, "Memory Schema". */
export const PROTOCOL_TYPES = ["decision", "convention", "pattern", "preference"] as const

/** Types of a topic file in Claude Code memory. */
export const TOPIC_TYPES = ["user", "feedback", "project", "reference"] as const

/**
 * Returns a message for a missing word or a word outside of a closed list; null if the list has the word.
 * `called`: name of the member, such as "type".
 */
export function describeUnknown(
  called: string,
  stated: string | null,
  known: readonly string[],
): string | null {
  if (stated === null) return `"${called}" is missing; use ${listed(known)}`
  if (known.includes(stated.trim())) return null
  const shown = stated.length > 40 ? `${stated.slice(0, 40)}…` : stated
  return `"${shown}" is not a known ${called}; use ${listed(known)}`
}

const listed = (known: readonly string[]): string => `${known.slice(0, -1).join(", ")} or ${known.at(-1)}`
