import { describe, expect, it } from "vitest"
import { listAgentLoads } from "@/lib/memory/agents/agent-loads"
import { startOrders } from "@/lib/memory/health/harness-and-log-checks"
import type { FileRole, FormatId } from "@/lib/memory/memory-files/format"

const file = (path: string, role: FileRole, format: FormatId = "memory-workspace") => ({
  id: path,
  path,
  project: "ledger",
  format,
  role,
  agent: null,
  category: null,
})
const agent = (name: string, optedOut = false) => ({ name, project: "ledger", category: null, optedOut })
const RULES = file("CLAUDE.md", "memory", "instructions")
const FILES = [
  file("SOUL.md", "identity"),
  file("USER.md", "identity"),
  file("MEMORY.md", "memory"),
  file("memory/2026-11-22.md", "log"),
]
const REACH = listAgentLoads(
  [RULES, ...FILES],
  [agent("ann"), agent("ben"), agent("out", true)],
  "2026-11-22",
)
const load = (
  name: string,
  files: readonly string[],
  { harness = "claude-code", at = "2026-11-22T10:00:00Z" } = {},
) => ({ project: "ledger", agent: name, harness, at, files })

describe("the start order of a harness", () => {
  it("is proven where a receipt has every file of it", () => {
    expect(
      startOrders(REACH, [
        load(
          "ann",
          FILES.map(({ id }) => id),
        ),
      ]),
    ).toEqual([{ harness: "claude-code", agents: 1, expected: 4, proven: 4, missing: [] }])
  })

  it("names what a receipt lacks in that order, of those that lack most first, harness by harness", () => {
    const orders = startOrders(REACH, [
      load("ann", ["MEMORY.md", "USER.md"]),
      load("ben", ["notes.md"]),
      load("ben", ["SOUL.md", "USER.md", "MEMORY.md"], { harness: "" }),
    ])
    expect(
      orders.map(({ harness, agents, expected, proven }) => [harness, agents, expected, proven]),
    ).toEqual([
      ["", 1, 3, 3],
      ["claude-code", 2, 6, 2],
    ])
    expect(orders[1]?.missing.map((one) => [one.agent, one.of, one.files.map(({ path }) => path)])).toEqual([
      ["ben", 3, ["SOUL.md", "USER.md", "MEMORY.md"]],
      ["ann", 3, ["SOUL.md"]],
    ])
  })

  it("expects a log from the day after its own on, and nothing of who opted out or is unknown", () => {
    const all = ["SOUL.md", "USER.md", "MEMORY.md"]
    const expected = (loads: Parameters<typeof startOrders>[1]) =>
      startOrders(REACH, loads).map((one) => one.expected)
    expect(expected([load("ann", all)])).toEqual([3])
    expect(expected([load("ann", all, { at: "2026-11-23T00:10:00Z" })])).toEqual([4])
    expect(expected([load("out", all), load("stranger", all)])).toEqual([])
  })
})
