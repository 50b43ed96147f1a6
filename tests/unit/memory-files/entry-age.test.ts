import { describe, expect, it } from "vitest"
import { describeEntryAge } from "@/lib/memory/memory-files/entry-dates"

const now = new Date("2026-11-21T10:00:00Z")
const age = (
  date: string | null,
  more: { state?: "current" | "retired"; retiredBecause?: string | null } = {},
) => describeEntryAge({ date, state: "current", retiredBecause: null, ...more }, now, true)

describe("the age of an entry", () => {
  it("is shown in a suitable unit", () => {
    expect(
      ["2026-11-21", "2026-11-20", "2026-11-09", "2026-10-10", "2026-02-20", "2024-06-01"].map((date) =>
        age(date),
      ),
    ).toEqual(["today", "yesterday", "12 days", "6 weeks", "9 months", "2 years"])
  })

  it("is rounded down", () => {
    expect(
      ["2026-10-04", "2026-09-21", "2025-11-22", "2025-11-21", "2024-11-22", "2024-03-11"].map((date) =>
        age(date),
      ),
    ).toEqual(["6 weeks", "2 months", "11 months", "12 months", "23 months", "2 years"])
  })

  it("explains a missing or future date", () => {
    expect(age("2026-11-24")).toBe("in 3 days")
    expect(age(null)).toBe("undated")
    expect(describeEntryAge({ date: null, state: "current", retiredBecause: null }, now, false)).toBeNull()
  })

  it("says when an entry was retired, where the file does", () => {
    expect(age("2026-01-01", { state: "retired", retiredBecause: "superseded 2026-02-11" })).toBe(
      "retired 11 Feb",
    )
    expect(age("2026-01-01", { state: "retired", retiredBecause: "it moved" })).toBe("retired")
  })
})
