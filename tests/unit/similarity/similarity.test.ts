import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { similarity } from "@/lib/memory/similarity/matching"

describe("likeness of two texts", () => {
  it("is 1 for the same words in any order, case or spelling of marks", () => {
    expect(similarity("Use Zod for input", "for INPUT use zod!")).toBe(1)
    expect(similarity("Café fees", "cafe fees")).toBe(1)
  })

  it("is high for a small edit and low for a different entry", () => {
    expect(similarity("Webhooks are retried five times", "Webhooks are retried six times")).toBeGreaterThan(
      0.7,
    )
    expect(similarity("支払いは必ず冪等にする", "支払いは常に冪等にする")).toBeGreaterThan(0.5)
    expect(similarity("Webhooks are retried five times", "The fee table lives in pricing.yaml")).toBeLessThan(
      0.3,
    )
    expect(similarity("", "")).toBe(0)
  })

  it("is the same both ways and within 0 and 1", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (left, right) => {
        const score = similarity(left, right)
        expect(score).toBe(similarity(right, left))
        expect(score >= 0 && score <= 1).toBe(true)
      }),
    )
  })
})
