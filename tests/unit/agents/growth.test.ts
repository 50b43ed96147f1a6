import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { forecast, type LineCount } from "@/lib/memory/agents/growth"

const NOW = new Date("2026-11-22T12:00:00Z")
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * 86_400_000)
const at = (days: number, lines: number, imported?: boolean): LineCount => ({
  at: daysAgo(days),
  lines,
  ...(imported ? { imported } : {}),
})

describe("growth", () => {
  it("predicts the day on which a steadily growing file is full", () => {
    const growth = forecast([at(20, 40), at(15, 50), at(10, 60), at(5, 70), at(0, 80)], NOW)
    expect(growth?.perDay).toBeCloseTo(2)
    expect(growth?.reaches(100)?.toISOString().slice(0, 10)).toBe("2026-12-02")
    expect(growth?.reaches(80)).toEqual(NOW)
    expect(growth?.reaches(30)).toEqual(NOW)
  })

  it("returns nothing after fewer than three changes or on fewer than three days", () => {
    expect(forecast([], NOW)).toBeNull()
    expect(forecast([at(9, 10), at(6, 12), at(3, 14)], NOW)).toBeNull()
    expect(forecast([at(9, 10), at(3.3, 12), at(3.2, 14), at(3.1, 16), at(1, 16)], NOW)).toBeNull()
    expect(forecast([at(9, 10), at(6, 12), at(3, 14), at(1, 15)], NOW)).not.toBeNull()
  })

  it("is not carried away by one busy day", () => {
    const growth = forecast(
      [at(50, 20), at(40, 25), at(30, 30), at(20, 35), at(10, 40), at(2, 144), at(1, 145), at(0, 145)],
      NOW,
    )
    expect(growth?.perDay).toBeLessThan(1.6)
  })

  it("grows slower each day that nothing happens, and in the end not at all", () => {
    const wrote = [at(58, 10), at(56, 20), at(54, 30), at(52, 40)]
    expect(forecast(wrote, daysAgo(52))?.perDay).toBeCloseTo(5)
    expect(forecast(wrote, NOW)?.perDay).toBeLessThan(5)
    expect(forecast(wrote, new Date(NOW.getTime() + 20 * 86_400_000))).toBeNull()
  })

  it("restarts after a file was trimmed", () => {
    const growth = forecast(
      [at(30, 60), at(25, 75), at(20, 90), at(16, 30), at(12, 34), at(8, 38), at(4, 42), at(0, 46)],
      NOW,
    )
    expect(growth?.perDay).toBeCloseTo(1)
    expect(growth?.reaches(50)?.toISOString().slice(0, 10)).toBe("2026-11-26")
  })

  it("does not count an import as growth", () => {
    const growth = forecast(
      [at(20, 10), at(15, 15), at(12, 115, true), at(10, 117), at(5, 122), at(0, 127)],
      NOW,
    )
    expect(growth?.perDay).toBeGreaterThan(0.8)
    expect(growth?.perDay).toBeLessThanOrEqual(1)
  })

  it("predicts no date for files that shrink or stay the same", () => {
    expect(forecast([at(20, 50), at(10, 49), at(5, 48), at(0, 47)], NOW)?.reaches(100)).toBeNull()
    expect(forecast([at(20, 50), at(10, 51), at(5, 50), at(2, 51), at(0, 50)], NOW)?.reaches(100)).toBeNull()
  })

  it("finds the rate of steady growth, whatever the order of the samples", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 59 }), { minLength: 4, maxLength: 20 }),
        fc.integer({ min: 0, max: 400 }),
        (rate, days, start) => {
          const points = [...days, 0].map((day) => at(day, start + (60 - day) * rate))
          expect(forecast(points, NOW)?.perDay).toBeCloseTo(rate, 6)
          expect(forecast(points.toReversed(), NOW)?.perDay).toBeCloseTo(rate, 6)
        },
      ),
    )
  })
})
