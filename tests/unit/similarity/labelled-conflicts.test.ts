import { describe, expect, it } from "vitest"
import { conflictOf, measureConflicts, readConflictPairs } from "../../support/conflicts/labelled-conflicts"

const pairs = readConflictPairs()
const of = (set: string) => pairs.filter((pair) => pair.set === set)

describe("the labeled conflicts", () => {
  it("are many, of every kind, in two halves and a part written before the rules were read", () => {
    expect(of("tune").length + of("held").length).toBeGreaterThanOrEqual(300)
    expect(Math.abs(of("tune").length - of("held").length)).toBeLessThanOrEqual(30)
    expect(of("blind").length).toBeGreaterThanOrEqual(60)
    for (const kind of ["negation", "number", "name", "use", "later", "dated", "switch"])
      for (const set of ["tune", "held", "blind"])
        expect(
          of(set).some((pair) => pair.kind === kind && pair.label === "contradiction"),
          `${kind} in ${set}`,
        ).toBe(true)
    expect(new Set(pairs.map(({ left, right }) => `${left}\n${right}`)).size).toBe(pairs.length)
  })

  it.each([
    ["tune", 0.93, 0.6],
    ["held", 0.93, 0.55],
    ["blind", 0.85, 0.5],
  ])(
    "let nearly every contradiction that is raised be one, and most be raised, in %s",
    (set, precision, recall) => {
      const found = measureConflicts(of(set), "contradiction")
      expect(found.precision).toBeGreaterThanOrEqual(precision)
      expect(found.recall).toBeGreaterThanOrEqual(recall)
    },
  )

  it.each([
    ["tune", 0.85, 0.6],
    ["held", 0.9, 0.6],
    ["blind", 0.9, 0.6],
  ])(
    "let nearly every duplicate that is raised be one, and most be raised, in %s",
    (set, precision, recall) => {
      const found = measureConflicts(of(set), "duplicate")
      expect(found.precision).toBeGreaterThanOrEqual(precision)
      expect(found.recall).toBeGreaterThanOrEqual(recall)
    },
  )

  it("are classified alike in either order", () => {
    const turned = pairs.map(
      (pair) =>
        [
          conflictOf(pair),
          conflictOf({
            ...pair,
            left: pair.right,
            right: pair.left,
            leftDate: pair.rightDate,
            rightDate: pair.leftDate,
          }),
        ] as const,
    )
    for (const [one, other] of turned) expect(other?.finding).toBe(one?.finding)
  })

  it("quote the words that raised them, which are in both entries", () => {
    for (const pair of pairs.filter(({ label }) => label === "contradiction")) {
      const found = conflictOf(pair)
      expect(found?.message ?? "none").not.toBe("")
      if (found?.finding === "contradiction" && found.words !== null)
        for (const [at, word] of (found.words ?? "").split(" / ").entries())
          expect((at === 0 ? pair.left : pair.right).toLowerCase()).toContain(word.toLowerCase())
    }
  })
})
