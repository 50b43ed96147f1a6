import { describe, expect, it } from "vitest"
import { entries, entryOf, fileOf, kinds, evaluateFile, on, told } from "./files"

describe("a file without recent changes", () => {
  it("is stale the day after the days that are allowed", () => {
    const file = fileOf({ updatedOn: "2026-05-25" })
    expect(kinds(file, {}, on("2026-11-21"))).toEqual([])
    expect(evaluateFile(file, {}, on("2026-11-21")).dueAt).toEqual(new Date("2026-11-22T00:00:00Z"))
    expect(told("stale-file", file, {}, on("2026-11-22"))).toMatchObject({
      severity: "warning",
      message: "Not changed since 2026-05-25 (more than 180 days ago)",
    })
  })

  it("is fresh after a change here, whatever date it states", () => {
    expect(kinds(fileOf({ updatedOn: "2026-01-01", changedAt: "2026-11-01T10:00:00Z" }))).toEqual([])
  })

  it("is stale after its agent's sessions, if they are counted", () => {
    expect(kinds(fileOf({ sessionsSince: 49 }))).toEqual([])
    expect(told("stale-file", fileOf({ sessionsSince: 50 }))?.message).toBe(
      "Not changed in at least 50 sessions of ann (last changed on 2026-11-20)",
    )
    expect(told("stale-file", fileOf({ sessionsSince: 73 }))).toEqual(
      told("stale-file", fileOf({ sessionsSince: 50 })),
    )
    expect(kinds(fileOf({ sessionsSince: 73 }), { staleSessions: null })).toEqual([])
  })

  it("never is where the policy says so, and where it is a log, a topic, or says nothing", () => {
    const old = { updatedOn: "2025-01-01" }
    expect(kinds(fileOf(old), { staleFileDays: null })).toEqual([])
    expect(kinds(fileOf({ ...old, role: "log" }))).toEqual([])
    expect(kinds(fileOf({ ...old, role: "topic", format: "claude-agent-memory" }))).toEqual([])
    expect(kinds(fileOf({ ...old, role: "topic", format: "serena-memories", agent: null }))).toEqual([
      "stale-file",
    ])
    expect(kinds(fileOf({ ...old, optedOut: true }))).toEqual([])
  })
})

describe("entries", () => {
  const dated = (...dates: (string | null)[]) =>
    fileOf({ entries: entries(dates.length, (index) => ({ date: dates[index] ?? null })) })

  it("are stale past the days of the policy, with the oldest day", () => {
    const file = dated("2026-05-25", "2025-03-01", "2026-10-01")
    expect(told("stale-entries", file)).toMatchObject({
      severity: "info",
      line: 1,
      message: "2 of 3 entries are older than 180 days; the oldest is from 2025-03-01",
      evidence: { entries: ["entry-1", "entry-2"], figures: { stale: 2, entries: 3, days: 180 } },
    })
    expect(told("stale-entries", file, {}, on("2026-11-21"))?.message).toBe(
      "1 of 3 entries is older than 180 days; the oldest is from 2025-03-01",
    )
  })

  it("age by their type", () => {
    const file = fileOf({
      entries: entries(2, (index) => ({
        date: "2026-01-01",
        type: ["preference", "project"][index] ?? null,
      })),
    })
    expect(told("stale-entries", file, { staleDaysByType: { preference: null, project: 90 } })).toMatchObject(
      {
        message: "1 of 2 entries is older than 90 days; the oldest is from 2026-01-01",
        evidence: { entries: ["entry-2"] },
      },
    )
    expect(told("stale-entries", file, { staleDaysByType: { preference: 120, project: 90 } })?.message).toBe(
      "2 of 2 entries are older than the limit for the entry type; the oldest is from 2026-01-01",
    )
  })

  it("that are retired are never stale, and those of a stale file are reported with the file", () => {
    expect(
      kinds(
        fileOf({
          entries: [
            entryOf({ date: "2024-01-01", state: "retired" }),
            entryOf({ line: 2, date: "2026-11-01" }),
          ],
        }),
      ),
    ).toEqual([])
    expect(
      told("stale-file", fileOf({ updatedOn: "2025-01-01", entries: [entryOf({ date: "2025-01-01" })] }))
        ?.evidence.entries,
    ).toEqual(["entry-1"])
    expect(kinds(fileOf({ updatedOn: "2025-01-01", entries: [entryOf({ date: "2025-01-01" })] }))).toEqual([
      "stale-file",
    ])
  })

  it("are no longer stale after a verification or a decision that kept them, until these are old", () => {
    const old = { date: "2025-03-01" }
    const file = fileOf({
      entries: entries(
        3,
        (index) =>
          [{ ...old, vouchedUntil: "2026-12-30" }, { ...old, keptOn: "2026-11-20" }, old][index] ?? old,
      ),
    })
    expect(told("stale-entries", file)).toMatchObject({
      message: "1 of 3 entries is older than 180 days; the oldest is from 2025-03-01",
      evidence: { entries: ["entry-3"] },
    })
    const confirmed = fileOf({ entries: file.entries.slice(0, 2) })
    expect(kinds(confirmed)).toEqual([])
    expect(evaluateFile(confirmed).dueAt).toEqual(new Date("2026-12-30T00:00:00Z"))
    expect(kinds(confirmed, {}, on("2026-12-30"))).toEqual(["stale-entries", "unverified-entries"])
  })

  it("of a stale file clear its alert once all of its old entries are confirmed", () => {
    const stale = (...all: Parameters<typeof entryOf>[0][]) =>
      kinds(
        fileOf({
          updatedOn: "2025-01-01",
          entries: all.map((one, index) => entryOf({ ...one, line: index + 1 })),
        }),
      )
    const verified = { vouchedUntil: "2027-01-01" }
    const old = { date: "2025-01-01" }
    expect(stale({ ...old, ...verified }, old)).toEqual(["stale-file"])
    expect(stale({ ...old, ...verified }, { ...old, keptOn: "2026-11-01" })).toEqual([])
    expect(stale({ ...old, ...verified }, {})).toEqual([])
    expect(stale(verified, {})).toEqual(["stale-file"])
    expect(stale(verified, { keptOn: "2026-11-01" })).toEqual([])
  })

  it("without a date are reported where most entries have one and there are enough of both", () => {
    const day = "2026-11-01"
    expect(told("undated-entries", dated(day, day, day, null, null))).toMatchObject({
      line: 4,
      message: "2 of 5 entries have no date, although most others have one",
      evidence: { entries: ["entry-4", "entry-5"] },
    })
    expect(kinds(dated(day, day, null, null))).toEqual([])
    expect(kinds(dated(day, day, day, null))).toEqual([])
    expect(kinds(dated(day, day, day, null, null, null, null))).toEqual([])
    expect(kinds(dated(...Array.from({ length: 19 }, () => day), null, null))).toEqual([])
  })

  it("without a date are reported one by one where the format requires dates", () => {
    const file = {
      ...dated("2026-11-01", "2026-11-01", "2026-11-01", null),
      format: "category-memory" as const,
      agent: null,
    }
    expect(told("undated-entries", file)?.message).toBe(
      "1 of 4 entries has no date, although most others have one",
    )
  })

  it("are reported on the day their verification expires, and not if they were never verified", () => {
    const file = fileOf({
      entries: [
        entryOf({ line: 1, vouchedUntil: "2026-11-22" }),
        entryOf({ line: 2, vouchedUntil: "2027-01-01" }),
        entryOf({ line: 3 }),
      ],
    })
    expect(kinds(file, {}, on("2026-11-21"))).toEqual([])
    expect(evaluateFile(file, {}, on("2026-11-21")).dueAt).toEqual(new Date("2026-11-22T00:00:00Z"))
    expect(told("unverified-entries", file)).toMatchObject({
      message: "Verification expired for 1 of 3 entries on 2026-11-22",
      evidence: { entries: ["entry-1"] },
    })
    expect(evaluateFile(file).dueAt).toEqual(new Date("2027-01-01T00:00:00Z"))
  })
})
