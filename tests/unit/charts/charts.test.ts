import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, it } from "vitest"
import { LinesOfLimit } from "@/components/charts/inline-charts"
import { nearestPoint } from "@/components/charts/hover-values"
import { evenPlaces, pathThrough } from "@/components/charts/line-plot"
import { readWeekRange } from "@/components/charts/time-ranges"

it("reads a time range from the URL, and uses the default for unknown ones", () => {
  expect([undefined, "4", "26", "5", "", "4weeks"].map((weeks) => readWeekRange(weeks, 12))).toEqual([
    12, 4, 26, 12, 12, 12,
  ])
})

it("finds the point under the pointer", () => {
  const points = evenPlaces(5).map((at) => ({ at, name: String(at), values: [] }))
  expect([0, 12, 13, 60, 100].map((at) => nearestPoint(points, at)?.name)).toEqual([
    "0",
    "0",
    "25",
    "50",
    "100",
  ])
  expect(nearestPoint([], 50)).toBeNull()
})

it("leaves room for a forecast at the right, and draws a value between unknown ones as a dot", () => {
  expect(evenPlaces(3, 4)).toEqual([0, 25, 50])
  expect(evenPlaces(1)).toEqual([0])
  expect(pathThrough([null, 5, null], [0, 50, 100], 10)).toBe("M50 50h0.01")
})

it("states the budget of an agent and its load limit, not the load limit as the budget", () => {
  const words = (budget: number | null) =>
    renderToStaticMarkup(createElement(LinesOfLimit, { lines: 207, budget, limit: 200, pastCut: 7 }))
  expect(words(180)).toContain("207 lines, budget 180, load limit 200")
  expect(words(null)).toContain("207 lines, load limit 200")
})
