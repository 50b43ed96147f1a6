import { describe, expect, it } from "vitest"
import { dayIn, describeAge, describeMoment, formatInstant, formatUtc } from "@/components/data/time-text"

const AT = "2026-11-22T03:31:07.123Z"

describe("an instant", () => {
  it("is shown in the time zone of the reader, where the day may differ", () => {
    expect(formatInstant(AT, "Europe/Berlin")).toBe("22 Nov 2026, 04:31")
    expect(formatInstant(AT, "America/New_York")).toBe("21 Nov 2026, 22:31")
    expect(formatInstant(AT, "America/New_York", "day")).toBe("21 Nov 2026")
    expect(formatInstant(AT, "Asia/Kolkata", "time")).toBe("09:01")
    expect(dayIn(AT, "America/New_York")).toBe("2026-11-21")
  })

  it("is midnight as 00:00, and September as Sep, in every zone", () => {
    expect(formatInstant("2026-09-01T22:00:00Z", "Europe/Berlin")).toBe("2 Sep 2026, 00:00")
    expect(formatInstant("2026-09-01T00:00:00Z", "UTC", "second")).toBe("1 Sep 2026, 00:00:00")
  })

  it("shows UTC where the time is in UTC, and reads a date as its midnight", () => {
    expect(formatUtc(AT)).toBe("22 Nov 2026, 03:31:07 UTC")
    expect(formatUtc("2026-11-22", "minute")).toBe("22 Nov 2026, 00:00 UTC")
  })

  it("was yesterday by the days of the reader", () => {
    const now = "2026-11-23T04:30:00Z"
    expect(describeMoment(AT, now)).toBe("yesterday")
    expect(describeMoment(AT, now, "America/Los_Angeles")).toBe("yesterday")
    expect(describeMoment("2026-11-21T09:30:00Z", now)).toBe("2 days ago")
    expect(describeMoment("2026-11-21T09:30:00Z", now, "America/Los_Angeles")).toBe("yesterday")
  })

  it("has an age that is rounded down", () => {
    expect(
      ["2024-03-11", "2025-12-10", "2026-08-31", "2026-09-01"].map((on) => describeAge(on, "2026-11-29")),
    ).toEqual(["2 years ago", "11 months ago", "2 months ago", "89 days ago"])
  })
})
