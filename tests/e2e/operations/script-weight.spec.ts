import { expect, test } from "@playwright/test"
import { scriptWeights } from "../../support/pages/script-weight"

/** Most kilobytes of compressed script of a page, see docs/decisions/116. */
const MOST_KB = 180

test("pages load little script", () => {
  const weights = scriptWeights()
  expect(weights.size).toBeGreaterThan(50)
  const tooHeavy = [...weights]
    .filter(([, weight]) => weight > MOST_KB)
    .map(([route, weight]) => `${route}: ${weight.toFixed(1)} KB`)
  expect(tooHeavy).toEqual([])
})
