import { describe, expect, it } from "vitest"
import { createTimeEstimate } from "@/lib/operations/coach/runs/progress-and-result"

const SECOND = 1_000

describe("the remaining time of a run", () => {
  it("is unknown at first, and then estimated from the average pace", () => {
    const pace = createTimeEstimate()
    expect(pace({ done: 0, total: 100 }, 0)).toBeNull()
    expect(pace({ done: 5, total: 100 }, SECOND / 2)).toBeNull()
    expect(pace({ done: 10, total: 100 }, 2 * SECOND)).toBe(18)
    expect(pace({ done: 100, total: 100 }, 20 * SECOND)).toBe(0)
  })

  it("follows the recent pace and ignores cached parts that were available at once", () => {
    const pace = createTimeEstimate()
    pace({ done: 0, total: 200 }, 0)
    pace({ done: 100, total: 200 }, SECOND)
    pace({ done: 101, total: 200 }, 11 * SECOND)
    pace({ done: 107, total: 200 }, 71 * SECOND)
    expect(pace({ done: 113, total: 200 }, 131 * SECOND)).toBe(870)
  })

  it("restarts when the total changes", () => {
    const pace = createTimeEstimate()
    pace({ done: 0, total: 9_000 }, 0)
    pace({ done: 9_000, total: 9_000 }, 3 * SECOND)
    expect(pace({ done: 0, total: 4 }, 4 * SECOND)).toBeNull()
    expect(pace({ done: 1, total: 4 }, 6 * SECOND)).toBe(6)
  })
})
