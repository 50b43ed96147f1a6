import { describe, expect, it } from "vitest"
import { nameLikeness } from "@/lib/memory/seed/name-stem"
import {
  type PredecessorCandidate,
  proposePredecessors,
  defaultPredecessors,
} from "@/lib/memory/seed/predecessors"
import { DEFAULT_TAXONOMY } from "@/lib/memory/agents/categories"

const agent = (name: string, over: Partial<PredecessorCandidate> = {}): PredecessorCandidate => ({
  name,
  project: "ledger",
  category: null,
  entries: 12,
  definition: null,
  ...over,
})
const proposed = (
  name: string,
  agents: readonly PredecessorCandidate[],
  over: { definition?: string; category?: string; project?: string } = {},
) =>
  proposePredecessors({
    agent: name,
    project: "ledger",
    category: null,
    agents,
    definition: null,
    taxonomy: DEFAULT_TAXONOMY,
    ...over,
  })

describe("predecessors", () => {
  it("are the documents' own pairs before anybody else", () => {
    const found = proposed("structure-architect", [
      agent("risk-architect"),
      agent("code-reviewer"),
      agent("architect"),
    ])
    expect(found.map(({ name, why }) => [name, why])).toEqual([
      ["architect", "documents' pair"],
      ["risk-architect", "same category"],
    ])
  })

  it("are named after the same work, whatever the word for who does it", () => {
    const found = proposed("unit-tester", [agent("tester"), agent("test-writer"), agent("ux-writer")])
    expect(found.map(({ name, why }) => [name, why])).toEqual([
      ["test-writer", "same name stem"],
      ["tester", "same name stem"],
    ])
    expect(proposed("release-planner", [agent("plan-writer")])[0]).toMatchObject({
      why: "same name stem",
      words: "plan-writer and release-planner have similar names",
    })
  })

  it("are agents with a similar description if no name matches", () => {
    const definition =
      "Watches payouts, settlement files and the bank's cut-off; raises an alarm when a settlement is late."
    const other =
      "Keeps an eye on settlement and payouts, reads the files of the bank, tells people about the cut-off."
    const [first, ...rest] = proposed(
      "till-guard",
      [
        agent("night-owl", { definition: other }),
        agent("scribe", { definition: "Writes release notes in plain words." }),
      ],
      { definition },
    )
    expect(first).toMatchObject({ name: "night-owl", why: "similar definition" })
    expect(first?.words).toMatch(/^similar definition: both mention .*(?:settlement|payouts)/)
    expect(rest).toEqual([])
  })

  it("are taken without being named where the documents pair them, else where they are surely of a kind, else the best alone", () => {
    const taken = (...ones: [Parameters<typeof defaultPredecessors>[0][number]["why"], number][]) =>
      defaultPredecessors([
        { why: "documents' pair", score: 0.99, here: false },
        ...ones.map(([why, score]) => ({ why, score, here: true })),
      ]).map(({ score }) => score)
    expect(taken(["documents' pair", 0.92], ["same name stem", 0.9])).toEqual([0.92])
    expect(
      taken(
        ["same name stem", 0.75],
        ["same name stem", 0.7],
        ["same name stem", 0.65],
        ["same name stem", 0.62],
        ["same category", 0.55],
      ),
    ).toEqual([0.75, 0.7, 0.65])
    expect(taken(["same category", 0.57], ["same category", 0.55])).toEqual([0.57])
    expect(taken()).toEqual([])
  })

  it("are never the agent itself, and never one that has nothing to hand on", () => {
    expect(proposed("tester", [agent("tester"), agent("test-writer", { entries: 0 })])).toEqual([])
  })

  it("may be an agent of the same name in another project", () => {
    expect(proposed("tester", [agent("tester", { project: "dispatch" })])).toMatchObject([
      { project: "dispatch", words: "same name, in another project" },
    ])
    expect(
      proposePredecessors({
        agent: "tester",
        category: null,
        agents: [agent("tester", { project: "dispatch" })],
        definition: null,
        taxonomy: [],
      }),
    ).toEqual([])
  })

  it("are listed retired before active, and near before far", () => {
    const found = proposed("unit-tester", [
      agent("tester", { project: "dispatch" }),
      agent("tester"),
      agent("test-writer", { retired: true }),
    ])
    expect(found.map(({ name, project }) => `${name} of ${project}`)).toEqual([
      "test-writer of ledger",
      "tester of ledger",
      "tester of dispatch",
    ])
    expect(found[0]?.words).toMatch(/no longer active$/)
  })

  it("are in the same order for any input order", () => {
    const agents = [
      agent("architect"),
      agent("risk-architect"),
      agent("interface-architect"),
      agent("architecture-coordinator"),
    ]
    expect(proposed("structure-architect", agents.toReversed())).toEqual(
      proposed("structure-architect", agents),
    )
  })

  it("are from the category that the new agent was assigned to", () => {
    expect(
      proposed(
        "cartographer",
        [agent("surveyor", { category: "maps" }), agent("scribe", { category: "notes" })],
        { category: "maps" },
      ),
    ).toMatchObject([{ name: "surveyor", why: "same category", words: "both are in maps" }])
  })
})

describe("names", () => {
  it.each([
    ["structure-architect", "architect"],
    ["unit-tester", "tester"],
    ["unit-tester", "test-writer"],
    ["plan-writer", "planner"],
    ["senior-reviewer", "reviewer"],
    ["db-migrator", "migrator"],
    ["frontend-developer", "frontend-engineer"],
  ])("%s goes back to %s", (one, other) => {
    expect(nameLikeness(one, other)).toBeGreaterThan(0.5)
    expect(nameLikeness(other, one)).toBe(nameLikeness(one, other))
  })

  it.each([
    ["structure-architect", "risk-architect"],
    ["interface-architect", "interface-planner"],
    ["backend-developer", "frontend-developer"],
    ["ux-writer", "plan-writer"],
  ])("%s and %s are siblings at most", (one, other) => {
    expect(nameLikeness(one, other)).toBe(0)
  })
})
