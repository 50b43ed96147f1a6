import fc from "fast-check"
import { expect, it } from "vitest"
import { type ProjectFacts, checkProject } from "@/lib/memory/alerts/project-rules"
import { DEFAULT_WATCH } from "@/lib/memory/alerts/alert-settings"
import { daysAgo, NOW, project } from "./projects"

const day = fc.integer({ min: -3, max: 45 }).map(daysAgo)
const byDay = <One extends { readonly day: string }>(one: fc.Arbitrary<One>, maxLength: number) =>
  fc
    .uniqueArray(one, { maxLength, selector: ({ day: of }) => of })
    .map((all) => all.toSorted((a, b) => (a.day < b.day ? -1 : 1)))

const facts: fc.Arbitrary<ProjectFacts> = fc
  .record({
    workspaces: fc.array(
      fc.record({
        root: fc.constantFrom("", "a"),
        memory: fc.option(day.map((changedOn) => ({ name: "MEMORY.md", changedOn }))),
        compactedUpTo: fc.option(day),
        logs: byDay(fc.record({ day, entries: fc.nat(2) }), 5),
        sessions: byDay(fc.record({ day, begun: fc.nat(2), closed: fc.nat(1) }), 5),
      }),
      { maxLength: 2 },
    ),
    coach: fc.option(fc.record({ since: day, isBrief: fc.boolean(), hasNews: fc.boolean() })),
    reports: fc.boolean(),
    workers: fc.array(fc.record({ name: fc.constantFrom("ann", "ben"), lastDay: day }), { maxLength: 2 }),
  })
  .map(project)

it("finds the same until it is due, and something else then", () => {
  let changes = 0
  fc.assert(
    fc.property(
      facts,
      fc.constantFrom(7, 1, null),
      fc.constantFrom(7, 1, null),
      (one, compactionDays, coachDays) => {
        const on = (now: Date) => checkProject(one, { ...DEFAULT_WATCH, compactionDays, coachDays }, now)
        const { found, dueAt } = on(NOW)
        const last = dueAt === null ? daysAgo(-90) : dueAt.toISOString().slice(0, 10)
        for (let days = 1; daysAgo(-days) < last; days += 1)
          expect(on(new Date(`${daysAgo(-days)}T23:00:00Z`)).found).toEqual(found)
        if (dueAt === null) return
        changes += 1
        expect(on(dueAt).found).not.toEqual(found)
      },
    ),
    { numRuns: 200 },
  )
  expect(changes).toBeGreaterThan(20)
})
