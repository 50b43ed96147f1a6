import { describe, expect, it } from "vitest"
import { activityOf, latestDate, weekOf } from "@/lib/memory/agents/activity"
import { EMPTY_META, type ParsedEntry, type ParsedFile } from "@/lib/memory/memory-files/format"

const now = new Date("2026-11-21T12:00:00Z")

function file(
  dates: readonly (string | null)[],
  lastUpdated: string | null = null,
  sessions: readonly string[] = [],
): ParsedFile {
  const span = { line: 1, endLine: 1, start: 0, end: 0 }
  const entry = (date: string | null): ParsedEntry => ({
    key: null,
    text: "x",
    title: null,
    labels: [],
    section: null,
    span,
    state: "current",
    retiredBecause: null,
    date,
    type: null,
    confidence: null,
    accessedCount: null,
  })
  return {
    meta: { ...EMPTY_META, lastUpdated },
    sections: [],
    entries: dates.map(entry),
    sessions: sessions.map((date) => ({ date, summary: "", outcome: null, line: 1 })),
    diagnostics: [],
  }
}

describe("activity", () => {
  it("starts weeks on Monday", () => {
    expect(weekOf("2026-11-16")).toBe("2026-11-16")
    expect(weekOf("2026-11-22")).toBe("2026-11-16")
    expect(weekOf("2026-11-23T08:00:00Z")).toBe("2026-11-23")
  })

  it("counts entries and sessions of a week together, without undated or future ones", () => {
    expect(
      activityOf(file(["2026-11-17", "2026-11-18", null, "2027-01-01"], null, ["2026-11-20"]), now),
    ).toEqual({ "2026-11-16": 3 })
  })

  it("ignores dates before the calendar starts, such as the year 0", () => {
    expect(activityOf(file(["0000-01-01", "0001-01-01", "1969-12-31", "1970-01-06"]), now)).toEqual({
      "1970-01-05": 1,
    })
    expect(latestDate(file(["0000-01-01"], "0000-01-01"), now)).toBeNull()
  })

  it("uses the latest date in the file as its last change", () => {
    expect(latestDate(file(["2026-10-01"], "2026-11-02T10:00:00Z"), now)).toBe("2026-11-02")
    expect(latestDate(file(["2026-10-01"], "2031-01-01"), now)).toBe("2026-10-01")
    expect(latestDate(file([null]), now)).toBeNull()
  })
})
