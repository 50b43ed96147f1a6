import { formatCount, joinNames } from "../../numbers/format-count"
import { alertOf, type Rule } from "../rule"
import type { AgentFacts } from "./facts"

/**
 * An agent without memory whose predecessor or category has memory to seed it from. Not raised if a person
 * decided that the agent starts with no memory, or if its memory exists but cannot be read, which is an alert
 * of the file.
 */
export const coldAgent: Rule<AgentFacts> = {
  find({ name, optedOut, fresh, memory, predecessor, category, warmSiblings }) {
    if (optedOut || fresh || memory.entries > 0 || memory.broken > 0) return []
    if (predecessor !== null) {
      const { name: from, project, lines, elsewhere } = predecessor
      return [
        alertOf("cold-agent", {
          message: `${name} has no memory, but its predecessor ${from} has ${formatCount(lines, "line")} in ${project}`,
          evidence: { figures: { lines }, names: [from], ...(elsewhere ? { elsewhere: true } : {}) },
        }),
      ]
    }
    if (category === null || warmSiblings.length === 0) return []
    return [
      alertOf("cold-agent", {
        message: `${name} has no memory, but ${joinNames(warmSiblings)} in ${category} ${warmSiblings.length === 1 ? "does" : "do"}`,
        evidence: { names: warmSiblings },
      }),
    ]
  },
  turns: () => [],
}
