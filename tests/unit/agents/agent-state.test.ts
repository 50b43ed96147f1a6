import { describe, expect, it } from "vitest"
import { type AgentStateFacts, stateOf } from "@/lib/memory/agents/agent-state"

const healthy: AgentStateFacts = {
  optedOut: false,
  entries: 40,
  lines: 60,
  budget: 100,
  shared: false,
  pastCut: 0,
  brokenFiles: 0,
  stale: 2,
  worstAlert: null,
  updatedOn: "2026-11-01",
}

describe("the state of an agent", () => {
  it.each([
    ["healthy", {}],
    ["filling-up", { lines: 90 }],
    ["over-budget", { lines: 101 }],
    ["past-cut", { lines: 209, pastCut: 9 }],
    ["stale", { stale: 20 }],
    ["open-errors", { worstAlert: "error" }],
    ["open-warnings", { worstAlert: "warning" }],
    ["healthy", { worstAlert: "info" }],
    ["cold", { entries: 0, lines: 0, stale: 0, updatedOn: null }],
    ["broken", { brokenFiles: 1, entries: 0 }],
    ["opted-out", { optedOut: true, entries: 0 }],
  ] as const)("is %s for %j", (state, facts) => expect(stateOf({ ...healthy, ...facts })).toBe(state))

  it("ranks unloaded lines above all other problems that can be fixed", () => {
    expect(stateOf({ ...healthy, pastCut: 1, brokenFiles: 1, stale: 40 })).toBe("past-cut")
  })

  it("names what is wrong with the memory rather than the alert about it", () => {
    expect(stateOf({ ...healthy, worstAlert: "error", pastCut: 1 })).toBe("past-cut")
    expect(stateOf({ ...healthy, worstAlert: "warning", lines: 101 })).toBe("over-budget")
    expect(stateOf({ ...healthy, worstAlert: "warning", entries: 0 })).toBe("cold")
  })

  it("has no budget to fill where the format sets none", () => {
    expect(stateOf({ ...healthy, budget: null, lines: 5000 })).toBe("healthy")
  })

  it("ignores the budget of category memory that an agent without own memory loads", () => {
    expect(stateOf({ ...healthy, shared: true, lines: 101 })).toBe("healthy")
    expect(stateOf({ ...healthy, shared: true, lines: 90 })).toBe("healthy")
    expect(stateOf({ ...healthy, shared: true, lines: 209, pastCut: 9 })).toBe("past-cut")
  })
})
