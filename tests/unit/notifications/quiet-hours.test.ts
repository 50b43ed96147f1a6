import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isTimeZone, localTime } from "@/lib/memory/notifications/local-time"
import { quietHours, quietUntil } from "@/lib/memory/notifications/channel"

const NIGHT = { from: "22:00", to: "07:00", timeZone: "Europe/Berlin" }
const until = (hours: typeof NIGHT, now: string) => quietUntil(hours, new Date(now))?.toISOString() ?? null

describe("quiet hours", () => {
  it("reach over midnight, and end when the clock says so", () => {
    expect(until(NIGHT, "2026-01-10T20:59:59Z")).toBe(null) // 21:59:59
    expect(until(NIGHT, "2026-01-10T21:00:00Z")).toBe("2026-01-11T06:00:00.000Z")
    expect(until(NIGHT, "2026-01-11T05:59:59Z")).toBe("2026-01-11T06:00:00.000Z")
    expect(until(NIGHT, "2026-01-11T06:00:00Z")).toBe(null)
    expect(until({ from: "12:00", to: "13:30", timeZone: "Asia/Kolkata" }, "2026-01-10T06:31:00Z")).toBe(
      "2026-01-10T08:00:00.000Z",
    )
    expect(quietUntil(null, new Date(0))).toBe(null)
  })

  it("are an hour shorter in the night when clocks go forward, and longer when they go back", () => {
    expect(until(NIGHT, "2026-03-28T21:00:00Z")).toBe("2026-03-29T05:00:00.000Z")
    expect(until(NIGHT, "2026-10-24T20:00:00Z")).toBe("2026-10-25T06:00:00.000Z")
  })

  it("end where the clock resumes, if it skips their end", () => {
    expect(until({ ...NIGHT, to: "02:30" }, "2026-03-29T00:30:00Z")).toBe("2026-03-29T01:00:00.000Z") // 01:30, then 03:00
  })

  it("end at the first of the two times that the clock shows their end", () => {
    expect(until({ ...NIGHT, to: "02:30" }, "2026-10-24T23:00:00Z")).toBe("2026-10-25T00:30:00.000Z")
  })

  it("are over within a day and an hour, at a time that is not quiet, in any zone", () => {
    const minutes = fc
      .integer({ min: 0, max: 1_439 })
      .map((of) => `${String(Math.floor(of / 60)).padStart(2, "0")}:${String(of % 60).padStart(2, "0")}`)
    const zones = fc.constantFrom(
      "Europe/Berlin",
      "America/St_Johns",
      "Australia/Lord_Howe",
      "Asia/Kathmandu",
      "Pacific/Apia",
      "UTC",
    )
    const days = fc.integer({ min: Date.UTC(2025, 0, 1) / 60_000, max: Date.UTC(2027, 0, 1) / 60_000 })
    fc.assert(
      fc.property(minutes, minutes, zones, days, (from, to, timeZone, at) => {
        fc.pre(from !== to)
        const now = new Date(at * 60_000)
        const end = quietUntil({ from, to, timeZone }, now)
        if (end === null) return
        expect(end.getTime() - now.getTime()).toBeGreaterThan(0)
        expect(end.getTime() - now.getTime()).toBeLessThanOrEqual(25 * 3_600_000)
        expect(quietUntil({ from, to, timeZone }, end)).toBe(null)
        expect(quietUntil({ from, to, timeZone }, new Date(end.getTime() - 60_000))?.getTime()).toBe(
          end.getTime(),
        )
      }),
      { numRuns: 200 },
    )
  })

  it("name a zone that exists and two times", () => {
    const problems = (value: object) =>
      quietHours.safeParse(value).error?.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`) ??
      []
    expect(problems(NIGHT)).toEqual([])
    expect(problems({ ...NIGHT, timeZone: "Mars/Olympus" })).toEqual([
      "timeZone: enter a valid time zone, such as Europe/Berlin",
    ])
    expect(problems({ ...NIGHT, from: "24:00" })).toEqual(["from: enter a time such as 22:00"])
    expect(problems({ ...NIGHT, to: "22:00" })[0]).toMatch(/^to: enter an end time that differs/)
    expect([isTimeZone("+02:00"), isTimeZone(""), isTimeZone("UTC")]).toEqual([false, false, true])
    expect(localTime(new Date("2026-03-28T23:30:00Z"), "Asia/Tokyo")).toEqual({
      day: "2026-03-29",
      minutes: 510,
    })
  })
})
