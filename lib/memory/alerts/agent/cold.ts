import { counted, listed } from "../counted"
import { alertOf, type Rule } from "../rule"
import type { AgentFacts } from "./facts"

/**
 * An agent begins every session from nothing, though there is something that it could begin from: its predecessor's memory, else that of
 * its category. One that nobody could seed is no alert, one of which a person decided that it begins from nothing is none, and neither is one whose memory is there and cannot be read: that is the file's.
 */
export const cold: Rule<AgentFacts> = {
  find({ name, optedOut, fresh, memory, predecessor, category, warmSiblings }) {
    if (optedOut || fresh || memory.entries > 0 || memory.broken > 0) return []
    if (predecessor !== null) {
      const { name: from, project, lines } = predecessor
      return [
        alertOf("cold-agent", {
          message: `${name} has no memory; its predecessor ${from} has ${counted(lines, "line")} in ${project}`,
          evidence: { figures: { lines }, names: [from] },
        }),
      ]
    }
    if (category === null || warmSiblings.length === 0) return []
    return [
      alertOf("cold-agent", {
        message: `${name} has no memory; of ${category}, ${listed(warmSiblings)} ${warmSiblings.length === 1 ? "has" : "have"} some`,
        evidence: { names: warmSiblings },
      }),
    ]
  },
  turns: () => [],
}
