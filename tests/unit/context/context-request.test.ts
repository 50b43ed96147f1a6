import { describe, expect, it } from "vitest"
import {
  readContextRequest,
  writeContextRequest,
  selectAgent,
  groupAgents,
  repeatedNames,
} from "@/components/context/context-request"
import { contextPath } from "@/components/shell/navigation"
import { movesOf, type AgentOption, taskTerms } from "@/components/context/agent-context"

describe("the query of the context page", () => {
  it("is the usual where it says nothing, and back again", () => {
    const asked = readContextRequest(new URLSearchParams())
    expect(asked).toMatchObject({
      agent: null,
      project: null,
      task: "",
      budget: 2_000,
      limit: 10,
      format: "markdown",
      override: false,
      view: "told",
      problems: {},
    })
    expect(
      writeContextRequest({
        agent: " unit-tester ",
        task: "",
        budget: "2000",
        limit: "10",
        format: "markdown",
      }),
    ).toEqual({ agent: "unit-tester", task: null, budget: null, limit: null, format: null, override: null })
    const changed = {
      agent: "a",
      in: "ledger",
      task: "retry webhooks",
      budget: "500",
      limit: "3",
      format: "lines",
      override: "on",
    }
    expect(
      readContextRequest(new URLSearchParams(writeContextRequest(changed) as Record<string, string>)),
    ).toMatchObject({
      agent: "a",
      project: "ledger",
      task: "retry webhooks",
      format: "lines",
      budget: 500,
      limit: 3,
      override: true,
    })
  })

  it("names the agent's project apart from the project that filters all pages", () => {
    const projectOf = (query: string) => readContextRequest(new URLSearchParams(query)).project
    expect([projectOf("project=shop"), projectOf("project=shop&in=ledger"), projectOf("")]).toEqual([
      "shop",
      "ledger",
      null,
    ])
    expect(contextPath("core", "ledger", "ann")).toBe("/t/core/agents/context?in=ledger&agent=ann")
  })

  it("is the usual where it cannot be, and says so", () => {
    const asked = readContextRequest(new URLSearchParams("budget=0&limit=many&format=xml"))
    expect(asked).toMatchObject({ budget: 2_000, limit: 10, format: "markdown" })
    expect(asked.problems).toEqual({
      budget: "Enter a whole number from 1 to 200,000. Using 2,000.",
      limit: "Enter a whole number from 1 to 500. Using 10.",
      format: "Unknown format xml. Showing markdown.",
    })
  })
})

const agent = (name: string, project = "ledger", more: Partial<AgentOption> = {}): AgentOption => ({
  name,
  project,
  category: "Testing",
  optedOut: false,
  ...more,
})

describe("the agent of a context", () => {
  const agents = [
    agent("quiet", "ledger", { optedOut: true }),
    agent("unit-tester"),
    agent("unit-tester", "shop"),
    agent("shopper", "shop", { category: null }),
  ]
  const choose = (name: string | null, project: string | null = null) =>
    selectAgent(agents, ["ledger", "shop"], { agent: name, project })

  it("is the named one, in the named project or the first project that has it", () => {
    expect(choose("unit-tester")).toEqual({ name: "unit-tester", project: "ledger" })
    expect(choose("unit-tester", "shop")).toEqual({ name: "unit-tester", project: "shop" })
    expect(choose("shopper")).toEqual({ name: "shopper", project: "shop" })
    expect(choose("brand-new")).toEqual({ name: "brand-new", project: "ledger" })
  })

  it("is the first that listens where none is named", () => {
    expect(choose(null)).toMatchObject({ name: "unit-tester", project: "ledger" })
    expect(choose(null, "shop")).toMatchObject({ name: "unit-tester", project: "shop" })
    expect(selectAgent([], ["ledger"], { agent: null, project: null })).toBeNull()
    expect(selectAgent([], [], { agent: "x", project: null })).toBeNull()
  })

  it("is found by name, project or category, up to a limit", () => {
    const labels = (words: string, most?: number) =>
      groupAgents(agents, words, { severalProjects: true, ...(most ? { most } : {}) }).map(
        ({ label, agents: of }) => `${label}: ${of.map(({ name }) => name).join(" ")}`,
      )
    expect(labels("")).toEqual([
      "ledger / Testing: quiet unit-tester",
      "shop / Testing: unit-tester",
      "shop / No category: shopper",
    ])
    expect(labels("SHOP")).toEqual(["shop / Testing: unit-tester", "shop / No category: shopper"])
    expect(
      groupAgents(agents, "tester", { severalProjects: true, first: "shop" }).map(({ label }) => label),
    ).toEqual(["shop / Testing", "ledger / Testing"])
    expect(labels("", 1)).toEqual(["ledger / Testing: quiet"])
  })

  it("needs its project beside a name that several projects have", () => {
    expect([...repeatedNames(agents)]).toEqual(["unit-tester"])
  })
})

it("lists the entries that a task adds, moves and removes", () => {
  const moves = movesOf(["d", "a", "c", "b"], ["a", "b", "c", "x"])
  expect([...moves.of]).toEqual([
    ["d", { kind: "new" }],
    ["a", { kind: "down", by: 1 }],
    ["c", { kind: "same" }],
    ["b", { kind: "down", by: 2 }],
  ])
  expect(moves).toMatchObject({ gone: ["x"], came: 1, up: 0 })
  expect(movesOf(["b", "a"], ["a", "b"]).of.get("b")).toEqual({ kind: "up", by: 1 })
})

it("marks the significant words of a task in any inflection", () => {
  expect(taskTerms("make the webhooks retry")).toEqual(
    expect.arrayContaining(["webhooks", "webhook*", "retry"]),
  )
  expect(taskTerms("make the webhooks retry")).not.toContain("the")
})
