import { describe, expect, it } from "vitest"
import { compareStatements } from "@/lib/memory/comparison/compare-statements"
import { measure, readPairs } from "../../support/conflicts/labelled-pairs"

const pairs = readPairs()
const held = pairs.filter(({ set }) => set === "held")
const tune = pairs.filter(({ set }) => set === "tune")

describe("the labelled pairs", () => {
  it("are many, of every label, in two halves", () => {
    expect(pairs.length).toBeGreaterThanOrEqual(260)
    expect(Math.abs(held.length - tune.length)).toBeLessThan(5)
    for (const label of ["duplicate", "related", "contradiction", "unrelated"])
      expect(held.filter((pair) => pair.label === label).length).toBeGreaterThanOrEqual(20)
  })

  it("confirm nearly all duplicates that are found, and most are found, in the other half", () => {
    const { precision, recall, wrong } = measure(held, "duplicate")
    expect(precision, wrong.join("\n")).toBeGreaterThanOrEqual(0.94)
    expect(recall).toBeGreaterThanOrEqual(0.78)
  })

  it("confirm most contradictions that are found, and most are found", () => {
    const { precision, recall, wrong } = measure(held, "contradiction")
    expect(precision, wrong.join("\n")).toBeGreaterThanOrEqual(0.85)
    expect(recall).toBeGreaterThanOrEqual(0.75)
  })

  it("are found equally well in the half used for tuning", () => {
    expect(measure(tune, "duplicate").precision).toBeGreaterThanOrEqual(0.95)
    expect(measure(tune, "duplicate").recall).toBeGreaterThanOrEqual(0.85)
    expect(measure(tune, "contradiction").precision).toBeGreaterThanOrEqual(0.85)
  })

  it("are classified alike in either order", () => {
    const differing = pairs.filter(
      ({ left, right }) => compareStatements(left, right).kind !== compareStatements(right, left).kind,
    )
    expect(differing.map(({ left, right }) => `${left} | ${right}`)).toEqual([])
  })

  it("are each a duplicate of themselves in another layout", () => {
    for (const { left } of pairs)
      expect(compareStatements(left, `- [2026-11-02] **${left}**`)).toMatchObject({ kind: "same", score: 1 })
  })
})
