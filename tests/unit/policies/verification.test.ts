import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  datePlusDays,
  DEFAULT_VERIFICATION,
  EXPIRY_SPREAD,
  spreadDays,
  verificationDays,
  verifiedUntil,
} from "@/lib/memory/policies/effective-settings"
import { readDaysByType, writeDaysByType } from "@/lib/memory/policies/days-by-type"

const ids = Array.from(
  { length: 200 },
  (_, place) => `0190a0b0-0000-7000-8000-00000000${(place * 327).toString(16).padStart(4, "0")}`,
)

describe("the validity period of an entry", () => {
  it("depends on its type, and is half a year for other types", () => {
    expect(
      [
        "decision",
        "convention",
        "pattern",
        "preference",
        "project",
        "reference",
        "feedback",
        "user",
        "anything",
        null,
      ].map((type) => verificationDays(DEFAULT_VERIFICATION, type)),
    ).toEqual([365, 365, 180, 365, 90, 180, 180, 365, 180, 180])
  })

  it("comes from the policy: for the type, else for all others, else the default", () => {
    expect(verificationDays({ decision: 30, other: 60 }, "decision")).toBe(30)
    expect(verificationDays({ decision: 30, other: 60 }, "pattern")).toBe(60)
    expect(verificationDays({ decision: 30 }, "convention")).toBe(365)
    expect(verificationDays({ decision: 30 }, null)).toBe(180)
    expect(verificationDays({}, "toString")).toBe(180)
  })

  it("varies by the entry's id: at most 15% off, always the same, and spread over many days", () => {
    const days = ids.map((id) => spreadDays(365, id))
    expect(days.every((one) => Math.abs(one - 365) <= 365 * EXPIRY_SPREAD + 0.5)).toBe(true)
    expect(ids.map((id) => spreadDays(365, id))).toEqual(days)
    expect(new Set(days).size).toBeGreaterThan(80)
    expect(Math.abs(days.reduce((sum, one) => sum + one, 0) / days.length - 365)).toBeLessThan(6)
    expect(spreadDays(1, ids[0] ?? "")).toBe(1)
  })

  it("ends on a calendar day, in any year", () => {
    const middle = "0190a0b0-0000-7000-8000-000000007fff"
    expect(verifiedUntil({ id: middle, type: "decision" }, DEFAULT_VERIFICATION, "2027-02-28")).toBe(
      "2028-02-28",
    )
    expect(datePlusDays("2028-02-28", 1)).toBe("2028-02-29")
    expect(datePlusDays("2028-02-29", 366)).toBe("2029-03-01")
    expect(datePlusDays("2100-02-28", 1)).toBe("2100-03-01")
    expect(datePlusDays("2026-12-31T23:59:59Z", 1)).toBe("2027-01-01")
  })

  it("is always in the future, and a day that exists", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("2000-01-01"), max: new Date("2200-01-01"), noInvalidDate: true }),
        fc.uuid(),
        fc.integer({ min: 1, max: 3650 }),
        (date, id, days) => {
          const today = date.toISOString().slice(0, 10)
          const until = verifiedUntil({ id, type: null }, { other: days }, today)
          expect(until > today).toBe(true)
          expect(new Date(`${until}T00:00:00Z`).toISOString().slice(0, 10)).toBe(until)
        },
      ),
    )
  })
})

describe("days as a person writes them", () => {
  it("are read as they are written", () => {
    expect(readDaysByType(writeDaysByType(DEFAULT_VERIFICATION))).toEqual(DEFAULT_VERIFICATION)
    expect(readDaysByType("decision: 30 days\n other = 7,")).toEqual({ decision: 30, other: 7 })
  })

  it.each(["decision", "365", "decision soon, other 3"])("are not found in %j", (text) =>
    expect(readDaysByType(text)).toBeNull(),
  )
})
