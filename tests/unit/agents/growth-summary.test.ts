import { expect, it } from "vitest"
import { closestToLimit, summarizeGrowth } from "@/lib/memory/agents/growth"

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

it("counts truncated agents and lists those closest to their load limit, shared memory included", () => {
  const fleet = [
    { name: "ann", project: { slug: "ledger" }, lines: 207, limit: 200, pastCut: 7 },
    { name: "ben", project: { slug: "ledger" }, lines: 20, limit: 200, pastCut: 0 },
    { name: "cid", project: { slug: "ledger" }, lines: 90, limit: null, pastCut: 0 },
  ]
  const { truncated, fullest } = closestToLimit(fleet, 1)
  expect([truncated, fullest.map(({ name }) => name)]).toEqual([1, ["ann"]])
})
