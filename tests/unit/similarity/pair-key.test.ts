import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { pairKey, statementKey } from "@/lib/memory/similarity/matching"

describe("the key of a pair of statements", () => {
  it("is the same for either order and any layout", () => {
    expect(pairKey("The scale answers on port 7001", "The scale's port is 7002")).toBe(
      pairKey("* **The scale's port** is `7002`.", "[2026-03-01] the scale answers on port 7001"),
    )
  })

  it("differs where a word does", () => {
    expect(pairKey("Weigh twice", "Weigh once")).not.toBe(pairKey("Weigh twice", "Weigh never"))
  })

  it("distinguishes texts without words, and long texts that differ only at the end", () => {
    expect(statementKey("→")).not.toBe(statementKey("←"))
    const long = "The dock door jams in frost. ".repeat(60)
    expect(statementKey(`${long}Heat it.`)).not.toBe(statementKey(`${long}Leave it.`))
    expect(statementKey(`${long} Heat  it.`)).toBe(statementKey(`${long} Heat it.`))
  })

  it("accepts any two texts in either order", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (left, right) => {
        expect(pairKey(left, right)).toBe(pairKey(right, left))
      }),
    )
  })
})
