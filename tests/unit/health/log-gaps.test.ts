import { describe, expect, it } from "vitest"
import { newestLogGap } from "@/lib/memory/health/harness-and-log-checks"

const TODAY = "2026-11-27" // A Friday.

describe("a gap between daily logs", () => {
  it("is reported with its days, the newest of several", () => {
    expect(newestLogGap(["2026-11-16", "2026-11-20", "2026-11-26", "2026-11-24"], TODAY)).toEqual({
      from: "2026-11-24",
      to: "2026-11-26",
      days: 1,
      earlier: 2,
    })
    expect(newestLogGap(["2026-11-20", "2026-11-16"], TODAY)).toMatchObject({ days: 3, earlier: 0 })
  })

  it("is more than a weekend", () => {
    expect(newestLogGap(["2026-11-20", "2026-11-23"], TODAY)).toBeNull()
    expect(newestLogGap(["2026-11-20", "2026-11-22"], TODAY)).toBeNull()
    expect(newestLogGap(["2026-11-19", "2026-11-23"], TODAY)).toMatchObject({ days: 3 })
  })

  it.each([
    ["no log", []],
    ["one log", ["2026-11-02"]],
    ["a log a day, one of them twice", ["2026-11-25", "2026-11-26", "2026-11-26"]],
    ["days to come", ["2026-11-26", "2026-12-24"]],
    ["logs of long ago", ["2026-02-02", "2026-02-20"]],
  ])("is not reported for %s", (_, logs) => expect(newestLogGap(logs, TODAY)).toBeNull())
})
