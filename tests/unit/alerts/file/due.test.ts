import fc from "fast-check"
import { expect, it } from "vitest"
import type { FileFacts } from "@/lib/memory/alerts/file/file-rule"
import type { WatchSettings } from "@/lib/memory/alerts/alert-settings"
import { entryOf, fileOf, lines, evaluateFile, FILE_DATE } from "./files"

const daysAgo = (days: number): string =>
  new Date(Date.parse("2026-11-22T00:00:00Z") - days * 86_400_000).toISOString().slice(0, 10)

const day = fc.integer({ min: -40, max: 260 }).map(daysAgo)
const past = fc.integer({ min: 0, max: 100 }).map((days) => `${daysAgo(days)}T10:00:00.000Z`)
const entry = fc.record({
  date: fc.option(day),
  type: fc.constantFrom(null, "project", "preference"),
  state: fc.constantFrom("current" as const, "current" as const, "retired" as const),
  vouchedUntil: fc.option(day, { freq: 3 }),
  keptOn: fc.option(fc.integer({ min: 0, max: 260 }).map(daysAgo), { freq: 1 }),
  text: fc.constantFrom("The ledger rounds to whole cents", "All tests pass", "None yet"),
})

const facts: fc.Arbitrary<FileFacts> = fc
  .record({
    role: fc.constantFrom(
      "memory" as const,
      "memory" as const,
      "index" as const,
      "topic" as const,
      "log" as const,
    ),
    state: fc.constantFrom("present" as const, "present" as const, "present" as const, "gone" as const),
    entries: fc
      .array(entry, { maxLength: 8 })
      .map((all) => all.map((one, index) => entryOf({ ...one, line: index + 1 }))),
    updatedOn: fc.option(day),
    changedAt: fc.option(past),
    madeAt: fc.option(past),
    sessionsSince: fc.integer({ min: 0, max: 60 }),
    growth: fc
      .array(fc.tuple(fc.integer({ min: 0, max: 80 }), fc.integer({ min: 10, max: 90 })), { maxLength: 12 })
      .map((all) =>
        all
          .toSorted((a, b) => b[0] - a[0])
          .map(([days, count], index) => ({
            at: `${daysAgo(days)}T10:00:00.000Z`,
            lines: count,
            imported: index === 0,
          })),
      ),
    limits: fc.constantFrom({}, { budget: 100 }, { lines: 95, budget: 90 }),
  })
  .map((more) => fileOf({ ...more, text: lines(more.growth.at(-1)?.lines ?? 20) }))

const settings = fc.record<Partial<WatchSettings>>({
  staleDays: fc.constantFrom(null, 30, 180),
  staleDaysByType: fc.constantFrom<Record<string, number | null>[]>({}, { project: 90, preference: null }),
  staleFileDays: fc.constantFrom(null, 60, 180),
  staleSessions: fc.constantFrom(null, 50),
})

/** A seed that produces every kind of alert that time alone can raise. */
const SEED_OF_ALL_KINDS = 1

it("finds the same of any file until it is due, and something else then", () => {
  const changed = new Set<string>()
  const holds = fc.property(facts, settings, (file, set: Partial<WatchSettings>) => {
    const { found, dueAt } = evaluateFile(file, set)
    expect(evaluateFile(structuredClone(file), set)).toEqual({ found, dueAt })
    const days = ((dueAt ?? new Date("2027-12-31")).getTime() - Date.parse("2026-11-22")) / 86_400_000
    for (const ahead of new Set(
      [0, 1, 2, days / 3, days / 2, days - 2, days - 1]
        .map(Math.floor)
        .filter((one) => one >= 0 && one < days),
    )) {
      expect(evaluateFile(file, set, new Date(`${daysAgo(-ahead)}T23:59:59.999Z`)).found).toEqual(found)
    }
    if (dueAt === null) return
    expect(dueAt.getTime()).toBeGreaterThan(FILE_DATE.getTime())
    const then = evaluateFile(file, set, dueAt).found
    expect(then).not.toEqual(found)
    for (const { kind } of [...then, ...found]) changed.add(kind)
  })
  fc.assert(holds, { numRuns: 150 })
  fc.assert(holds, { numRuns: 250, seed: SEED_OF_ALL_KINDS })
  expect([...changed]).toEqual(
    expect.arrayContaining(["stale-file", "stale-entries", "unverified-entries", "filling-up", "empty"]),
  )
})
