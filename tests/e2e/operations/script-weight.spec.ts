import { expect, test } from "@playwright/test"
import { scriptWeights } from "../../support/pages/script-weight"

/** Most kilobytes of compressed script of a page, see docs/decisions/116. */
const MOST_KB = 180
/** Pages that are still above it, with what they may load at most. Lower a number when its page gets lighter. */
const HEAVIER: Readonly<Record<string, number>> = {
  "/t/[team]/inbox/page": 195,
  "/t/[team]/coach/[synthesis]/page": 188,
}

test("pages load little script", () => {
  const weights = scriptWeights()
  expect(weights.size).toBeGreaterThan(50)
  const tooHeavy = [...weights]
    .filter(([route, weight]) => weight > (HEAVIER[route] ?? MOST_KB))
    .map(([route, weight]) => `${route}: ${weight.toFixed(1)} KB`)
  expect(tooHeavy).toEqual([])
})
