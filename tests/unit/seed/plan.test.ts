import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { fitAgain, movePlacement, planSeed } from "@/lib/memory/seed/plan"
import type { FilePlace } from "@/lib/memory/seed/seed-entry"
import { DEVELOPMENT } from "./labelled/development"
import { readFamilies } from "./labelled/labelled"

const [family] = readFamilies(DEVELOPMENT)
if (family === undefined) throw new Error("no labelled entries")
const { asked, entries } = family
const plan = planSeed(asked, entries, { lines: 100, overhead: 14 })
const byWords = (words: string) => entries.find(({ text }) => text.includes(words))?.id ?? ""

describe("a seed plan", () => {
  it("counts every entry once", () => {
    const { shared, coordinator, roles, leftOut, all } = plan.counts
    const sum =
      shared +
      coordinator +
      [...Object.values(roles), ...Object.values(leftOut)].reduce((total, one) => total + one, 0)
    expect(sum).toBe(entries.length)
    expect(all).toBe(entries.length)
    expect(plan.lines).toBe(
      14 + entries.length - Object.values(leftOut).reduce((total, one) => total + one, 0),
    )
  })

  it("places an entry where a person moved it, and counts again", () => {
    const id = byWords("named after what they own")
    const moved = movePlacement(plan, id, { kind: "role", role: "risk-architect" })
    expect(moved.placements.find(({ entry }) => entry === id)).toMatchObject({
      place: { kind: "role", role: "risk-architect" },
      reason: "moved by a person",
      confidence: 1,
    })
    expect(moved.counts.roles["risk-architect"]).toBe((plan.counts.roles["risk-architect"] ?? 0) + 1)
    expect(moved.lines).toBe(plan.lines)
    expect(plan.placements.find(({ entry }) => entry === id)?.reason).not.toBe("moved by a person")
  })

  it("includes a left-out entry, and reports how many lines the file then lacks", () => {
    const full = planSeed(asked, entries, { lines: plan.lines, overhead: 14 })
    const moved = movePlacement(full, byWords("Services call each other over REST"), { kind: "shared" })
    expect(moved).toMatchObject({ lines: plan.lines + 1, over: 1 })
    const fitted = fitAgain(moved)
    expect(fitted).toMatchObject({ lines: plan.lines, over: 0 })
    expect(fitted.placements.find(({ reason }) => reason === "moved by a person")?.place).toEqual({
      kind: "shared",
    })
  })

  it("leaves out an entry that a person removed, and keeps its intended place", () => {
    const id = byWords("named after what they own")
    const moved = movePlacement(plan, id, { kind: "left-out" })
    expect(moved.placements.find(({ entry }) => entry === id)).toMatchObject({
      place: {
        kind: "left-out",
        why: "person",
        was: { place: { kind: "role", role: "structure-architect" } },
      },
      reason: "moved by a person",
    })
    expect(moved.counts.leftOut.person).toBe(1)
  })

  it("has no position for an unknown entry", () => {
    expect(() => movePlacement(plan, "nobody", { kind: "shared" })).toThrow(RangeError)
  })

  it("keeps every entry in exactly one place after any moves, and fits on request", () => {
    const places: FilePlace[] = [
      { kind: "shared" },
      { kind: "coordinator" },
      { kind: "role", role: "risk-architect" },
    ]
    const move = fc.tuple(
      fc.nat({ max: entries.length - 1 }),
      fc.constantFrom<FilePlace | { kind: "left-out" }>(...places, { kind: "left-out" }),
    )
    fc.assert(
      fc.property(fc.array(move, { maxLength: 12 }), fc.integer({ min: 14, max: 40 }), (moves, lines) => {
        const end = moves.reduce(
          (now, [at, to]) => movePlacement(now, entries[at]?.id ?? "", to),
          planSeed(asked, entries, { lines, overhead: 14 }),
        )
        expect(end.placements.map(({ entry }) => entry)).toEqual(entries.map(({ id }) => id))
        const fitted = fitAgain(end)
        expect(fitted.lines).toBeLessThanOrEqual(lines)
        expect(fitted.placements.map(({ entry, text }) => [entry, text])).toEqual(
          entries.map(({ id, text }) => [id, text]),
        )
      }),
      { numRuns: 30 },
    )
  })
})
