import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { activityLines, packActivity, unpackActivity } from "@/components/agents/activity"
import { type FleetAgent, packAgents, unpackAgents } from "@/components/agents/fleet"
import { packGrowth, unpackGrowth } from "@/components/agents/growth/growth"
import { ALERT_SEVERITIES } from "@/lib/memory/alerts/kinds"
import { AGENT_STATES } from "@/lib/memory/agents/agent-state"
import { RECEIPT_STANDINGS } from "@/lib/memory/deliveries/delivery-status"

const whole = fc.integer({ min: 0, max: 100_000 })
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const name = fc.string({ minLength: 1, maxLength: 12 })
const day = fc.constantFrom("2026-11-02", "2025-01-31")
const categories = [
  { slug: "testing", name: "Testing" },
  { slug: "review", name: "Review" },
]

describe("compact page data", () => {
  it("restores every agent of the fleet", () => {
    const project = fc.constantFrom({ slug: "ledger", name: "Ledger" }, { slug: "shop", name: "Shop" })
    const agent: fc.Arbitrary<FleetAgent> = fc.record({
      id: name,
      name,
      project,
      category: fc.constantFrom("testing", "review", null),
      optedOut: fc.boolean(),
      cold: fc.boolean(),
      predecessor: maybe(fc.record({ name, project: name, lines: whole })),
      lines: whole,
      budget: maybe(whole),
      limit: maybe(whole),
      pastCut: whole,
      files: whole,
      entries: whole,
      shared: fc.boolean(),
      stale: whole,
      sessions: whole,
      weeks: fc.array(whole, { minLength: 12, maxLength: 12 }),
      updatedOn: maybe(day),
      problems: whole,
      state: fc.constantFrom(...AGENT_STATES),
      loaded: fc.record({ standing: fc.constantFrom(...RECEIPT_STANDINGS), at: maybe(day) }),
      alerts: fc.oneof(
        fc.constant({ open: 0, worst: null }),
        fc.record({ open: fc.integer({ min: 1, max: 900 }), worst: fc.constantFrom(...ALERT_SEVERITIES) }),
      ),
    })
    fc.assert(
      fc.property(
        fc.array(agent, { maxLength: 12 }),
        (agents) => void expect(unpackAgents(packAgents(agents))).toEqual(agents),
      ),
    )
  })

  it("restores the dated entries of agents", () => {
    const agent = fc.record({
      name,
      project: fc.constantFrom("ledger", "shop"),
      category: fc.constantFrom("testing", "review", null),
      weeks: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 6, maxLength: 6 }),
    })
    fc.assert(
      fc.property(
        fc.array(agent, { maxLength: 12 }),
        (agents) => void expect(unpackActivity(packActivity(agents, categories), categories)).toEqual(agents),
      ),
    )
  })

  it("restores the growth of agents", () => {
    const agent = fc.record({
      name,
      project: fc.constantFrom("ledger", "shop"),
      category: fc.constant(null),
      lines: whole,
      budget: maybe(whole),
      limit: maybe(whole),
      weeks: fc.array(maybe(whole), { minLength: 4, maxLength: 4 }),
      estimated: fc.boolean(),
      perDay: maybe(fc.constantFrom(0.5, -2)),
      budgetOn: maybe(day),
      limitOn: maybe(day),
    })
    fc.assert(
      fc.property(
        fc.array(agent, { maxLength: 12 }),
        (agents) => void expect(unpackGrowth(packGrowth(agents))).toEqual(agents),
      ),
    )
  })
})

describe("the heat map's lines", () => {
  const agent = (of: string, category: string | null, weeks: number[]) => ({
    name: of,
    project: "ledger",
    category,
    weeks,
  })
  const agents = [
    agent("unit-tester", "testing", [1, 0]),
    agent("e2e-tester", "testing", [2, 5]),
    agent("stray", null, [0, 1]),
  ]

  it("group agents by category with their sums, and fold them away", () => {
    const words = (folded: string[]) =>
      activityLines(agents, categories, new Set(folded)).map((line) =>
        line.kind === "category" ? `${line.name} ${line.weeks.join()}` : line.agent.name,
      )
    expect(words([])).toEqual(["Testing 3,5", "unit-tester", "e2e-tester", "No category 0,1", "stray"])
    expect(words(["testing"])).toEqual(["Testing 3,5", "No category 0,1", "stray"])
  })
})
