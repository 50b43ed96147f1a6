import { describe, expect, it } from "vitest"
import { agentAlerts } from "./agents"

const NONE = { entries: 0, broken: 0, since: null, updatedOn: null }
const predecessor = { name: "devils-advocate", project: "ledger", lines: 34 }

describe("a cold agent", () => {
  it("has no memory although its predecessor has some, and the alert names its lines", () => {
    expect(
      agentAlerts({ name: "robustness-challenger", memory: NONE, predecessor, warmSiblings: ["ben"] }),
    ).toEqual([
      "cold-agent: robustness-challenger has no memory, but its predecessor devils-advocate has 34 lines in ledger",
    ])
  })

  it("has no memory although its category has some", () => {
    expect(agentAlerts({ memory: NONE, warmSiblings: ["ben"] })).toEqual([
      "cold-agent: ann has no memory, but ben in Review does",
    ])
    expect(agentAlerts({ memory: NONE, warmSiblings: ["ben", "cleo", "dan", "eva", "fay"] })).toEqual([
      "cold-agent: ann has no memory, but ben, cleo, dan and 2 more in Review do",
    ])
  })

  it.each([
    ["has memory", { predecessor }],
    ["has memory that cannot be read", { memory: { ...NONE, broken: 1 }, predecessor }],
    ["begins from nothing, as somebody decided", { memory: NONE, predecessor, fresh: true }],
    ["has opted out", { memory: NONE, predecessor, optedOut: true }],
    ["could begin from nobody", { memory: NONE }],
  ])("is not reported for an agent that %s", (_, facts) => {
    expect(agentAlerts(facts)).toEqual([])
  })
})
