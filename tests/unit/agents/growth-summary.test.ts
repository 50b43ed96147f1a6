import { expect, it } from "vitest"
import { closestToBudget, closestToLimit, memoryName, summarizeGrowth } from "@/lib/memory/agents/growth"

const agent = (name: string, more: object) => ({
  name,
  project: "ledger",
  lines: 10,
  limit: 100,
  weeks: [null, 10],
  estimated: false,
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
  expect(summarizeGrowth([])).toEqual({ weeks: [], estimated: false, perWeek: 0, first: null })
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

it("counts truncated agents and lists those closest to their load limit", () => {
  const fleet = [
    member("ann", { lines: 207, pastCut: 7 }),
    member("ben", { lines: 20 }),
    member("cid", { lines: 90, limit: null }),
    member("dee", { lines: 203, pastCut: 3 }),
  ]
  const { truncated, unlisted, fullest } = closestToLimit(fleet, 1)
  expect([truncated, unlisted, fullest.map(({ name }) => name)]).toEqual([2, 1, ["ann"]])
})

it("lists category memory once for all agents without memory of their own", () => {
  const category = { shared: true, lines: 210, budget: 100, pastCut: 10 }
  const fleet = [
    member("ann", { lines: 20, budget: 100 }),
    member("ben", category),
    member("cid", category),
    member("dee", { ...category, project: { slug: "shop" }, lines: 30, pastCut: 0 }),
  ]
  const { truncated, unlisted, fullest } = closestToLimit(fleet, 5)
  expect([truncated, unlisted], "agents").toEqual([2, 0])
  const named = [
    ["ben", "ledger"],
    ["dee", "shop"],
    ["ann", "ledger"],
  ]
  expect(fullest.map(({ name, project }) => [name, project.slug])).toEqual(named)
  expect(closestToBudget(fleet, 5).map(({ name, project }) => [name, project.slug])).toEqual(named)
})

it("names category memory after its category", () => {
  const categories = [{ slug: "testing", name: "Testing" }]
  expect(memoryName(member("ann", { shared: true }), categories)).toBe("Testing (shared)")
  expect(memoryName(member("ann", {}), categories)).toBe("ann")
  expect(memoryName(member("ann", { shared: true }), [])).toBe("ann")
})

it("finds the agents closest to their budget", () => {
  const fleet = [
    member("ann", { lines: 20, budget: 100 }),
    member("ben", { lines: 90, budget: 100 }),
    member("cid", { lines: 0, budget: 100 }),
    member("eve", { lines: 199 }),
  ]
  expect(closestToBudget(fleet, 5).map(({ name }) => name)).toEqual(["ben", "ann"])
  expect(closestToBudget(fleet, 1).map(({ name }) => name)).toEqual(["ben"])
})
