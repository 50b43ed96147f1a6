import { expect, it } from "vitest"
import { closestToBudget, closestToLimit, summarizeGrowth } from "@/lib/memory/agents/growth"

const agent = (name: string, more: object) => ({
  name,
  project: "ledger",
  lines: 10,
  limit: 100,
  weeks: [null, 10],
  perDay: null,
  limitOn: null,
  ...more,
})

it("adds up the weeks and finds the next agent to be truncated", () => {
  const summary = summarizeGrowth([
    agent("ann", { weeks: [5, 10], limitOn: "2027-02-01", perDay: 1 }),
    agent("ben", { lines: 120, weeks: [100, 120], limitOn: "2026-11-27" }),
    agent("cid", { lines: 90, limitOn: "2026-12-12", perDay: 0.5 }),
    agent("dee", { limit: null }),
  ])
  expect(summary).toMatchObject({
    weeks: [105, 150],
    perWeek: 11,
    first: { name: "cid", on: "2026-12-12" },
  })
})

it("expects no truncation where no agent grows, and returns nothing without agents", () => {
  expect(summarizeGrowth([agent("ann", {})]).first).toBeNull()
  expect(summarizeGrowth([])).toEqual({ weeks: [], perWeek: 0, first: null })
})

const member = (name: string, more: object) => ({
  name,
  project: { slug: "ledger" },
  category: "testing",
  shared: false,
  lines: 10,
  budget: null as number | null,
  limit: 200 as number | null,
  pastCut: 0,
  ...more,
})

const CATEGORIES = [{ slug: "testing", name: "Testing" }]

it("counts truncated agents and lists those closest to their load limit", () => {
  const fleet = [
    member("ann", { lines: 207, pastCut: 7 }),
    member("ben", { lines: 20 }),
    member("cid", { lines: 90, limit: null }),
  ]
  const { truncated, fullest } = closestToLimit(fleet, CATEGORIES, 1)
  expect([truncated, fullest.map(({ name }) => name)]).toEqual([1, ["ann"]])
})

it("lists category memory once in place of the agents that have no memory of their own", () => {
  const category = { shared: true, lines: 210, pastCut: 10 }
  const fleet = [
    member("ann", { lines: 20 }),
    member("ben", category),
    member("cid", category),
    member("dee", { ...category, project: { slug: "shop" }, lines: 30, pastCut: 0 }),
  ]
  const { truncated, fullest } = closestToLimit(fleet, CATEGORIES, 5)
  expect(truncated, "agents").toBe(2)
  expect(fullest.map(({ name, project, shared }) => [name, project.slug, shared])).toEqual([
    ["Testing (shared)", "ledger", true],
    ["Testing (shared)", "shop", true],
    ["ann", "ledger", false],
  ])
})

it("finds the agents closest to a budget of their own", () => {
  const fleet = [
    member("ann", { lines: 20, budget: 100 }),
    member("ben", { lines: 90, budget: 100 }),
    member("cid", { lines: 0, budget: 100 }),
    member("dee", { lines: 99, budget: 100, shared: true }),
    member("eve", { lines: 199 }),
  ]
  expect(closestToBudget(fleet, 5).map(({ name }) => name)).toEqual(["ben", "ann"])
  expect(closestToBudget(fleet, 1).map(({ name }) => name)).toEqual(["ben"])
})
