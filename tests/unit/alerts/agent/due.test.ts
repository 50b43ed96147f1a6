import fc from "fast-check"
import { expect, it } from "vitest"
import { type AgentFacts, checkAgent } from "@/lib/memory/alerts/agent-rules"
import { DEFAULT_WATCH } from "@/lib/memory/alerts/alert-settings"
import { agent, daysAgo, NOW } from "./agents"

const day = fc.integer({ min: 0, max: 80 }).map(daysAgo)
const instant = fc
  .tuple(day, fc.integer({ min: 0, max: 86_399_999 }))
  .map(([one, time]) => new Date(Date.parse(`${one}T00:00:00Z`) + time).toISOString())
const harness = fc.constantFrom(null, "codex", "cursor")

const facts: fc.Arbitrary<AgentFacts> = fc
  .record({
    memory: fc.record({
      entries: fc.integer({ min: 0, max: 3 }),
      broken: fc.constant(0),
      since: fc.option(instant),
      updatedOn: fc.option(day),
    }),
    loads: fc.uniqueArray(
      fc.record({
        harness,
        at: instant,
        behind: fc.array(
          fc.record({
            path: fc.constantFrom("a", "b"),
            revision: fc.option(fc.nat(3)),
            head: fc.option(fc.nat(9)),
            since: instant,
          }),
          { maxLength: 3 },
        ),
      }),
      { maxLength: 3, selector: (one) => one.harness },
    ),
    harnesses: fc.constantFrom([], ["codex"]),
    reportedSince: fc.option(instant),
    sessions: fc.array(fc.record({ harness, day, count: fc.integer({ min: 1, max: 4 }) }), { maxLength: 6 }),
    workedAt: fc.option(instant),
    proposed: fc
      .uniqueArray(fc.record({ day, count: fc.integer({ min: 1, max: 60 }) }), {
        maxLength: 12,
        selector: (one) => one.day,
      })
      .map((days) => days.toSorted((a, b) => (a.day < b.day ? -1 : 1))),
  })
  .map(agent)

it("finds the same until it is due, and something else then", () => {
  let changes = 0
  fc.assert(
    fc.property(facts, (one) => {
      const { found, dueAt } = checkAgent(one, DEFAULT_WATCH, NOW)
      const last = dueAt === null ? daysAgo(-120) : dueAt.toISOString().slice(0, 10)
      for (let days = 1; daysAgo(-days) < last; days += 1)
        expect(checkAgent(one, DEFAULT_WATCH, new Date(`${daysAgo(-days)}T23:00:00Z`)).found).toEqual(found)
      if (dueAt === null) return
      changes += 1
      expect(dueAt.toISOString()).toMatch(/T00:00:00\.000Z$/)
      expect(checkAgent(one, DEFAULT_WATCH, dueAt).found).not.toEqual(found)
    }),
    { numRuns: 200 },
  )
  expect(changes).toBeGreaterThan(20)
})
