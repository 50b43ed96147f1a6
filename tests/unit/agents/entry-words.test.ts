import { expect, it } from "vitest"
import { agentBudgetWords, agentLimitWords, agentLinesWords } from "@/lib/memory/agents/entry-words"

const own = { shared: false, lines: 94, budget: 100, limit: 200 }
const shared = { ...own, shared: true }

it("names the budget and the load limit of an agent's own memory", () => {
  expect(agentBudgetWords(own)).toBe("94 of 100 lines")
  expect(agentBudgetWords({ ...own, budget: null })).toBe("none")
  expect(agentLimitWords(own)).toBe("200 lines")
  expect(agentLimitWords({ ...own, limit: null })).toBe("none")
  expect(agentLinesWords(own)).toBe("94 lines")
})

it("never presents the budget and the load limit of category memory as the agent's own", () => {
  expect(agentBudgetWords(shared)).toBe("none of its own; 94 of 100 lines for category memory")
  expect(agentBudgetWords({ ...shared, budget: null })).toBe("none")
  expect(agentLimitWords(shared)).toBe("none of its own; 200 lines for category memory")
  expect(agentLimitWords({ ...shared, limit: null })).toBe("none")
  expect(agentLinesWords(shared)).toBe("no memory of its own; loads 94 shared lines")
})
