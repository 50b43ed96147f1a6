import { describe, expect, it } from "vitest"
import { pathThrough } from "@/components/charts/line-plot"
import { placesOf, topOf } from "@/components/health/trends"

const trend = (values: readonly (number | null)[], most: number | null = null) => ({
  title: "Queue",
  most,
  lines: [{ label: "waits", stroke: "", mark: "", values }],
})

describe("a trend", () => {
  it("keeps days without a measurement as gaps", () => {
    expect(placesOf(["2026-11-01", "2026-11-02", "2026-11-05"])).toEqual([0, 25, 100])
    expect(placesOf(["2026-11-01"])).toEqual([0])
  })

  it("starts a new line after a day without a figure", () => {
    expect(pathThrough([0, 5, null, 10], [0, 25, 50, 100], 10)).toBe("M0 100L25 50M100 0h0.01")
    expect(pathThrough([null, 10], [0, 100], 10)).toBe("M100 0h0.01")
  })

  it("has a round number at its top that no value passes", () => {
    expect([0, 3, 4, 7, 11, 48, 100, 1_001].map((value) => topOf(trend([value])))).toEqual([
      4, 4, 4, 10, 20, 50, 100, 2_000,
    ])
    expect(topOf(trend([20, null], 100))).toBe(100)
  })
})
