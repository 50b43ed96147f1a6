import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { MOVED_BY_PERSON, fileLines, fitBudget, lineCountOfEntry } from "@/lib/memory/seed/plan"
import type { SeedPlacement } from "@/lib/memory/seed/seed-entry"

let count = 0
const placed = (text: string, over: Partial<SeedPlacement> = {}): SeedPlacement => ({
  entry: `e${(count += 1)}`,
  from: "architect",
  text,
  date: "2026-11-01",
  place: { kind: "shared" },
  reason: "applies to everyone",
  confidence: 0.8,
  ...over,
})
const left = (placements: readonly SeedPlacement[]) =>
  placements.filter(({ place }) => place.kind === "left-out").map(({ text }) => text)

describe("the budget of a seed", () => {
  it("counts wrapped and nested entries by their lines", () => {
    expect(lineCountOfEntry({ text: "one line" })).toBe(1)
    expect(lineCountOfEntry({ text: "first line\n  second line\n- nested\n" })).toBe(3)
  })

  it("leaves everything where it fits", () => {
    const placements = [placed("Every package has an owner"), placed("Money is an integer")]
    expect(fitBudget(placements, { lines: 12, overhead: 10 })).toEqual(placements)
  })

  it("leaves out the unsure, the old and the particular first, and says so", () => {
    const sure = placed("Always name the owner of a package", { confidence: 0.95 })
    const unsure = placed("Always name the owner of a table", { confidence: 0.36 })
    const old = placed("Always name the owner of a queue", { confidence: 0.95, date: "2026-05-30" })
    const particular = placed("`retry.ts` was renamed this week in commit 4f2a91c", { confidence: 0.95 })
    const fitted = fitBudget([unsure, old, sure, particular], { lines: 11, overhead: 10 })
    expect(fitted.filter(({ place }) => place.kind === "shared")).toEqual([sure])
    expect(fitted[0]).toMatchObject({
      place: { kind: "left-out", why: "budget", was: { place: { kind: "shared" }, confidence: 0.36 } },
      reason: "ranked below the entries that already fill the 11-line budget",
    })
  })

  it("keeps entries that a person moved before all others", () => {
    const mine = placed("the old parser in `legacy/`, this week", {
      reason: MOVED_BY_PERSON,
      confidence: 1,
      date: "2026-06-01",
    })
    expect(
      left(
        fitBudget([placed("Always lock the row"), mine, placed("Never lock the table")], {
          lines: 11,
          overhead: 10,
        }),
      ),
    ).not.toContain(mine.text)
  })

  it("includes entries that were left out once there is room", () => {
    const placements = [
      placed("Always lock the row"),
      placed("Never lock the table", { place: { kind: "role", role: "risk-architect" } }),
    ]
    const tight = fitBudget(placements, { lines: 11, overhead: 10 })
    expect(left(tight)).toHaveLength(1)
    expect(fitBudget(tight, { lines: 100, overhead: 10 })).toEqual(placements)
  })

  it("is never exceeded, and is not wasted", () => {
    const texts = fc.array(
      fc.tuple(
        fc.integer({ min: 1, max: 6 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom(null, "2026-01-01", "2026-11-20"),
        fc.boolean(),
      ),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(
        texts,
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 0, max: 20 }),
        (drawn, lines, overhead) => {
          const placements = drawn.map(([size, confidence, date, byHand]) =>
            placed(Array.from({ length: size }, (_, at) => `line ${at} of an entry`).join("\n"), {
              confidence,
              date,
              ...(byHand && { reason: MOVED_BY_PERSON }),
            }),
          )
          const fitted = fitBudget(placements, { lines, overhead })
          expect(fitted.map(({ entry }) => entry)).toEqual(placements.map(({ entry }) => entry))
          const used = fileLines(fitted, overhead)
          expect(used <= lines || used === overhead).toBe(true)
          const smallestLeft = Math.min(
            ...fitted.filter(({ place }) => place.kind === "left-out").map(lineCountOfEntry),
          )
          expect(used + smallestLeft > lines).toBe(true)
          expect(fitBudget(fitted, { lines, overhead })).toEqual(fitted)
        },
      ),
    )
  })
})
