import { describe, expect, it } from "vitest"
import { fileOf, found, kinds, lines, evaluateFile, on, told } from "./files"

describe("a file that is longer than its load limit", () => {
  it("is reported with the lines that are not loaded and the limit that applies", () => {
    const file = fileOf({ text: lines(214), limits: { lines: 200, bytes: 25_600 } })
    expect(told("past-cut", file)).toMatchObject({
      severity: "error",
      line: 201,
      message: "Lines 201–214 are not loaded: the harness stops after 200 lines",
      evidence: { figures: { first: 201, last: 214, lost: 14, limit: 200 }, names: ["lines"] },
    })
  })

  it("is not reported up to the last loaded line", () => {
    expect(kinds(fileOf({ text: lines(200), limits: { lines: 200 } }))).toEqual([])
    expect(told("past-cut", fileOf({ text: lines(201), limits: { lines: 200 } }))?.message).toBe(
      "Line 201 of 201 is not loaded: the harness stops after 200 lines",
    )
  })

  it("is cut by bytes and by characters, each named", () => {
    expect(
      told("past-cut", fileOf({ text: lines(30, "x".repeat(1023)), limits: { bytes: 25 * 1024 } })),
    ).toMatchObject({ line: 26, message: "Lines 26–30 are not loaded: the harness stops after 25 KB" })
    expect(
      told(
        "past-cut",
        fileOf({
          text: lines(13, "ü".repeat(999)),
          limits: { characters: 12_000 },
          role: "identity",
          format: "openclaw-workspace",
        }),
      )?.message,
    ).toBe("Line 13 of 13 is not loaded: the harness stops after 12,000 characters")
  })

  it("is reported as over budget only where nothing is truncated", () => {
    expect(told("over-budget", fileOf({ text: lines(134), limits: { budget: 100 } }))).toMatchObject({
      severity: "warning",
      line: 101,
      message: "134 lines, 34 over the budget of 100",
      evidence: { figures: { lines: 134, budget: 100, over: 34 } },
    })
    expect(kinds(fileOf({ text: lines(100), limits: { budget: 100 } }))).toEqual([])
    expect(kinds(fileOf({ text: lines(210), limits: { budget: 100, lines: 200 } }))).toEqual(["past-cut"])
  })

  it("is not measured if it is a log, removed, or the memory of an agent that opted out", () => {
    const long = { text: lines(300), limits: { budget: 100, lines: 200 } }
    expect(kinds(fileOf({ ...long, state: "gone" }))).toEqual([])
    expect(kinds(fileOf({ ...long, optedOut: true }))).toEqual([])
    expect(kinds(fileOf({ text: lines(300), role: "log", limits: { budget: 100 } }))).toEqual([])
  })
})

describe("a run cache", () => {
  it("is reported when it keeps more runs than are loaded", () => {
    const runs = (count: number) =>
      fileOf({
        format: "run-cache",
        role: "runs",
        agent: null,
        path: ".sdd/cache/project_memory.json",
        text: "{}",
        sessions: count,
        limits: { runs: 20 },
      })
    expect(kinds(runs(20))).toEqual([])
    expect(found(runs(21))).toMatchObject([
      { kind: "run-cache-over", message: "21 runs, but only 20 are loaded: the oldest is left out" },
    ])
    expect(found(runs(26))).toMatchObject([
      {
        message: "26 runs, but only 20 are loaded: the oldest 6 are left out",
        evidence: { figures: { runs: 26, limit: 20, over: 6 } },
      },
    ])
  })
})

describe("a growing file", () => {
  const grown = (days: readonly (readonly [day: string, lines: number])[], imported = true) =>
    days.map(([day, count], index) => ({
      at: `${day}T10:00:00Z`,
      lines: count,
      imported: imported && index === 0,
    }))
  const week = [
    ["2026-11-10", 60],
    ["2026-11-12", 64],
    ["2026-11-15", 70],
    ["2026-11-18", 76],
    ["2026-11-20", 80],
  ] as const
  const growing = (days: readonly (readonly [string, number])[], limits: object = { budget: 100 }) =>
    fileOf({
      text: lines(days.at(-1)?.[1] ?? 0),
      limits,
      growth: grown(days),
      changedAt: `${days.at(-1)?.[0]}T10:00:00Z`,
    })

  it("is reported two weeks before it is full, with the day", () => {
    expect(told("filling-up", growing(week))).toMatchObject({
      severity: "info",
      message:
        "Growing by 2 lines per day, the file will exceed its budget of 100 lines on 2026-12-01 (currently 80 lines)",
      evidence: { figures: { lines: 80, limit: 100, perDay: 2 }, names: ["2026-12-01"] },
    })
  })

  it("names the limit it reaches first", () => {
    expect(told("filling-up", growing(week, { lines: 90, budget: 100 }))?.message).toContain(
      "exceed the load limit of 90 lines on 2026-11-26",
    )
    expect(told("filling-up", growing(week, { bytes: 80 * 20 + 100 }))?.message).toContain(
      "exceed the load limit of 1,700 bytes",
    )
  })

  it("is not reported while it has more time left", () => {
    const far = growing(week, { budget: 120 })
    expect(kinds(far, {}, on("2026-11-21"))).toEqual([])
    expect(evaluateFile(far, {}, on("2026-11-21")).dueAt).toEqual(new Date("2026-11-27T00:00:00Z"))
    expect(kinds(far, {}, on("2026-11-27"))).toEqual(["filling-up"])
  })

  it("is not reported once the day has passed without a change, or two weeks after the last one", () => {
    expect(kinds(growing(week), {}, on("2026-12-01"))).toEqual(["filling-up"])
    expect(kinds(growing(week), {}, on("2026-12-02"))).toEqual([])
    expect(kinds(growing(week, { budget: 106 }), {}, on("2026-12-05"))).toEqual([])
  })

  it("is not reported after too few changes, on too few days, or in a single import", () => {
    expect(
      kinds(
        growing([
          ["2026-11-10", 60],
          ["2026-11-15", 70],
          ["2026-11-20", 80],
        ]),
      ),
    ).toEqual([])
    expect(
      kinds(
        growing([
          ["2026-11-19", 60],
          ["2026-11-20", 64],
          ["2026-11-20", 70],
          ["2026-11-20", 80],
        ]),
      ),
    ).toEqual([])
    expect(kinds(growing([["2026-11-20", 95]]))).toEqual([])
    expect(
      kinds(
        growing([
          ["2026-11-10", 90],
          ["2026-11-12", 88],
          ["2026-11-15", 86],
          ["2026-11-20", 84],
        ]),
      ),
    ).toEqual([])
  })
})
