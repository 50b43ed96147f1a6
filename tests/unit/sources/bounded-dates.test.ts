import { describe, expect, it } from "vitest"
import { describeBadDate, isDay, isDayOrInstant } from "@/lib/formats/field-values"
import { formatById } from "@/lib/formats/format-detection"
import { inputDay, inputInstant } from "@/lib/memory/inputs/read-input"
import { readDay } from "@/lib/memory/search/search-box"
import { DAY } from "@/lib/cli/infra/option-values"

/** Dates that a file may contain but that cannot be used in calculations. */
const BAD_DAYS = [
  "0000-00-00",
  "0000-01-01",
  "0001-01-01",
  "1969-12-31",
  "2026-02-30",
  "2200-01-01",
  "9999-12-31",
]

describe("dates", () => {
  it("run from 1970-01-01 to 2199-12-31", () => {
    for (const day of BAD_DAYS) expect(isDay(day), day).toBe(false)
    for (const day of ["1970-01-01", "2024-02-29", "2199-12-31"]) expect(isDay(day), day).toBe(true)
  })

  it("have a time of day that every clock shows and a zone that exists", () => {
    for (const time of ["24:00", "23:59:60", "12:60", "10:00+99:99", "10:00-15:00", "10:00+05:60"])
      expect(isDayOrInstant(`2026-01-01T${time}`), time).toBe(false)
    for (const time of ["00:00", "23:59:59.123Z", "10:00+14:00", "10:00-0330"])
      expect(isDayOrInstant(`2026-01-01T${time}`), time).toBe(true)
    for (const day of ["12026-01-01", "+275760-09-13", "-000001-01-01", "026-01-01"])
      expect(isDayOrInstant(day), day).toBe(false)
  })

  it("that are ignored are described by their error", () => {
    expect(describeBadDate("9999-12-31")).toBe(
      "9999-12-31 is out of range and was ignored; use dates from 1970-01-01 to 2199-12-31",
    )
    expect(describeBadDate("+275760-09-13")).toMatch(/out of range/)
    expect(describeBadDate("2026-02-30")).toBe(
      "2026-02-30 is not a calendar date and was ignored; write a valid date as YYYY-MM-DD",
    )
  })

  it("are refused as inputs outside the range, in HTTP, MCP, the command line and search", () => {
    for (const day of BAD_DAYS) {
      expect(inputDay.safeParse(day).success, day).toBe(false)
      expect(inputInstant.safeParse(`${day}T00:00:00Z`).success, day).toBe(false)
      expect(DAY.problem(day), day).toMatch(/expected a date/)
      expect(readDay(day, "2026-01-01"), day).toBe(null)
    }
    expect(inputDay.safeParse("9999-12-31").error?.issues[0]?.message).toMatch(/1970-01-01 to 2199-12-31/)
    expect(readDay("9999y", "2026-01-01")).toBe(null)
  })
})

describe("a file with an ignored date", () => {
  const parse = (format: Parameters<typeof formatById>[0], path: string, text: string) =>
    formatById(format).parse(text, path)
  const places = (file: ReturnType<typeof parse>) =>
    file.diagnostics
      .filter(({ code }) => /date-invalid|session-date/.test(code))
      .map(({ line, column, code, message }) => `${line}:${column} ${code} ${message.slice(0, 40)}`)

  it("says so for its name, front matter, entries and session log, at each line", () => {
    const log = parse("memory-workspace", "memory/9999-12-31.md", "# Log\n- one\n")
    expect(log.entries[0]?.date).toBe(null)
    expect(places(log)).toEqual(["1:1 file-name-date-invalid In the file name, 9999-12-31 is out of r"])
    const text =
      "---\nagent: a\nlast_updated: 2026-02-30\n---\n\n## What Worked\n- [9999-12-31] far\n\n## Session Log\n- 0001-01-01 · x · done\n"
    const kaizen = parse("kaizen", ".kaizen/agents/a/memory.md", text)
    expect([kaizen.meta.lastUpdated, kaizen.entries[0]?.date, kaizen.sessions[0]?.date]).toEqual([
      null,
      null,
      null,
    ])
    expect(places(kaizen)).toEqual([
      "3:15 date-invalid 2026-02-30 is not a calendar date and wa",
      "7:3 date-invalid 9999-12-31 is out of range and was ignor",
      "10:1 session-date-missing On this line, 0001-01-01 is out of range",
    ])
  })

  it("says so in JSON, at the value", () => {
    const stored = parse(
      "memory-protocol",
      "memory/teams/x/memory.json",
      '{"version": "1.0", "entries": [\n{"id": "a", "type": "decision", "content": "x", "created_at": "9999-12-31T00:00:00Z"}]}',
    )
    expect(stored.entries[0]?.date).toBe(null)
    expect(places(stored)).toEqual(['2:63 date-invalid "created_at": 9999-12-31T00:00:00Z is ou'])
    const runs = parse(
      "run-cache",
      ".sdd/cache/project_memory.json",
      '{"runs": [{"timestamp": "0000-01-01", "goal": "g", "outcome": "success", "lesson": "l"}], "notes": []}',
    )
    expect([runs.entries[0]?.date, runs.sessions[0]?.date]).toEqual([null, null])
    expect(places(runs)).toHaveLength(1)
  })
})
