import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { appendRun, formatMemoryForPrompt, pruneRuns, runCache } from "@/lib/formats/json/run-cache"
import type { Change } from "@/lib/memory/memory-files/format"
import { layOut, layouts, jsonStatements } from "../../support/imports/json-layout"

const PATH = ".sdd/cache/project_memory.json"
const around = { siblings: new Set<string>(), at: () => new Set<string>() }
const parse = (text: string) => runCache.parse(text, PATH)
const revise = (text: string, ...changes: Change[]) => runCache.revise(text, PATH, changes)
const add = (section: "Runs" | "Notes" | null, text: string, type?: string): Change => ({
  kind: "add",
  section,
  text,
  date: "2026-11-21",
  ...(type === undefined ? {} : { type }),
})

const FILE = `{
  "runs": [
    {
      "timestamp": "2026-11-19T10:00:00Z",
      "ticketId": "08-intent-contract",
      "goal": "Add IntentContract to planner",
      "outcome": "success",
      "lesson": "Keep constraint parsing simple, regex works fine"
    },
    {
      "timestamp": "2026-11-20T11:00:00Z",
      "goal": "Add project memory",
      "outcome": "partial",
      "lesson": "Tests flaky on CI, works locally"
    }
  ],
  "notes": [
    "The staging database is reset on Mondays"
  ]
}
`
const runs = (count: number) =>
  JSON.stringify({
    runs: Array.from({ length: count }, (_, n) => ({
      timestamp: "2026-11-01",
      goal: `g${n}`,
      outcome: "success",
      lesson: `l${n}`,
    })),
    notes: [],
  })

describe("the location of the run cache", () => {
  it("is one file below any root", () => {
    expect(runCache.locate(PATH, around)).toMatchObject({ scope: "project", role: "runs", root: "" })
    expect(runCache.locate(`apps/pay/${PATH}`, around)).toMatchObject({ root: "apps/pay" })
    expect(runCache.locate("x.sdd/cache/project_memory.json", around)).toBeNull()
    expect(runCache.locate("project_memory.json", around)).toBeNull()
    expect(runCache.limits(PATH)).toMatchObject({ runs: 20, lines: null })
  })
})

describe("reading a run cache", () => {
  it("gives each run as an entry and as a session record, and each note as an entry", () => {
    const { sections, entries, sessions, diagnostics } = parse(FILE)
    expect(diagnostics).toEqual([])
    expect(sections.map(({ name, level }) => [name, level])).toEqual([
      ["Runs", 0],
      ["Notes", 0],
    ])
    expect(entries).toMatchObject([
      {
        text: "Keep constraint parsing simple, regex works fine",
        type: "success",
        date: "2026-11-19",
        section: 0,
        span: { line: 3, endLine: 9 },
      },
      { text: "Tests flaky on CI, works locally", type: "partial", date: "2026-11-20", section: 0 },
      {
        text: "The staging database is reset on Mondays",
        type: null,
        date: null,
        section: 1,
        span: { line: 18, endLine: 18 },
      },
    ])
    expect(sessions).toEqual([
      { date: "2026-11-19T10:00:00Z", summary: "Add IntentContract to planner", outcome: "success", line: 3 },
      { date: "2026-11-20T11:00:00Z", summary: "Add project memory", outcome: "partial", line: 10 },
    ])
  })

  it("says how many runs beyond twenty would be pruned", () => {
    expect(parse(runs(20)).diagnostics).toEqual([])
    expect(parse(runs(23)).diagnostics).toMatchObject([
      {
        code: "runs-over-limit",
        severity: "warning",
        message: expect.stringContaining("the oldest 3 are left out"),
      },
    ])
    expect(parse(runs(23)).entries).toHaveLength(23)
  })

  it.each([
    ["run-shape", `"x"`, 0],
    ["lesson-missing", `{"timestamp":"2026-11-01","goal":"g","outcome":"failed"}`, 0],
    ["date-invalid", `{"timestamp":"soon","goal":"g","outcome":"failed","lesson":"l"}`, 1],
    ["goal-missing", `{"timestamp":"2026-11-01","outcome":"failed","lesson":"l"}`, 1],
    [
      "goal-too-long",
      `{"timestamp":"2026-11-01","goal":"${"g".repeat(101)}","outcome":"failed","lesson":"l"}`,
      1,
    ],
    ["outcome-unknown", `{"timestamp":"2026-11-01","goal":"g","outcome":"great","lesson":"l"}`, 1],
  ])("reports %s", (code, run, entries) => {
    const read = parse(`{"runs":[\n${run}],"notes":[]}`)
    expect(read.diagnostics).toMatchObject([{ code, line: 2 }])
    expect(read.entries).toHaveLength(entries)
  })

  it("names the place of bad JSON and never throws", () => {
    expect(parse(`{"runs": [\n}`)).toMatchObject({
      entries: [],
      diagnostics: [{ code: "json-invalid", line: 2, column: 1 }],
    })
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void parse(text)))
  })
})

describe("the cache for a prompt", () => {
  it("gives the newest runs first and notes after them, in five lines", () => {
    expect(formatMemoryForPrompt(FILE)).toBe(
      "- [partial] Add project memory: Tests flaky on CI, works locally\n- [success] Add IntentContract to planner: Keep constraint parsing simple, regex works fine\n- Note: The staging database is reset on Mondays",
    )
    expect(formatMemoryForPrompt(FILE, 1)).toBe(
      "- [partial] Add project memory: Tests flaky on CI, works locally",
    )
    expect(formatMemoryForPrompt(runs(30)).split("\n")).toHaveLength(5)
    expect(formatMemoryForPrompt(runs(30), 99).split("\n")).toHaveLength(20)
  })

  it("is empty where nothing can be read", () => {
    expect(formatMemoryForPrompt("{")).toBe("")
    expect(formatMemoryForPrompt(`{"runs":[],"notes":[]}`)).toBe("")
  })
})

describe("changing a run cache", () => {
  it("appends a run with its outcome and a goal of at most 100 characters", () => {
    const lesson = `Webhook replays need the original signature header, ${"x".repeat(80)}`
    const added = revise(FILE, add("Runs", lesson, "failed"))
    expect(added).toBe(
      FILE.replace(
        `works locally"\n    }`,
        `works locally"\n    },\n    {\n      "timestamp": "2026-11-21T00:00:00Z",\n      "goal": "${lesson.slice(0, 100)}",\n      "outcome": "failed",\n      "lesson": "${lesson}"\n    }`,
      ),
    )
    expect(parse(added).diagnostics).toEqual([])
  })

  it("appends a run with goal, ticket and instant", () => {
    const added = appendRun(
      runCache.scaffold({ agent: null, project: null, category: null, roles: [], date: "2026-11-21" }),
      {
        timestamp: "2026-11-21T09:30:00Z",
        ticketId: "12",
        goal: "g",
        outcome: "partial",
        lesson: "l",
      },
    )
    expect(JSON.parse(added)).toEqual({
      runs: [
        { timestamp: "2026-11-21T09:30:00Z", ticketId: "12", goal: "g", outcome: "partial", lesson: "l" },
      ],
      notes: [],
    })
  })

  it("prunes the oldest runs past those that the loader keeps, and leaves the rest as it was", () => {
    expect(pruneRuns(FILE)).toBe(FILE)
    const long = Array.from({ length: 24 }, (_, place) => place).reduce(
      (text, place) =>
        appendRun(text, {
          timestamp: "2026-11-21T09:30:00Z",
          goal: `goal ${place}`,
          outcome: "success",
          lesson: `lesson ${place}`,
        }),
      `{\n\t"notes": [ "n" ],\n\t"runs": []\n}\n`,
    )
    const pruned = pruneRuns(long)
    expect((JSON.parse(pruned) as { runs: { lesson: string }[] }).runs.map((run) => run.lesson)).toEqual(
      Array.from({ length: 20 }, (_, place) => `lesson ${place + 4}`),
    )
    expect(pruned.startsWith(`{\n\t"notes": [ "n" ],\n\t"runs": [\n`)).toBe(true)
    expect(long.endsWith(pruned.slice(pruned.indexOf("lesson 4")))).toBe(true)
  })

  it("adds to the notes by default, also if there are none yet", () => {
    expect(JSON.parse(revise(FILE, add(null, "n"))).notes).toEqual([
      "The staging database is reset on Mondays",
      "n",
    ])
    const bare = `{"runs":[]}`
    const added = revise(bare, add("Notes", "n"))
    expect(JSON.parse(added)).toEqual({ runs: [], notes: ["n"] })
    expect(revise(added, { kind: "remove", entry: 0 })).toBe(bare)
  })

  it("edits a lesson or a note, and nothing else", () => {
    expect(revise(FILE, { kind: "edit", entry: 1, text: "Fixed" })).toBe(
      FILE.replace("Tests flaky on CI, works locally", "Fixed"),
    )
    expect(revise(FILE, { kind: "edit", entry: 2, text: "Fixed" })).toBe(
      FILE.replace("The staging database is reset on Mondays", "Fixed"),
    )
  })

  it("strikes a note within its words and keeps the strike when it is edited", () => {
    const retired = revise(FILE, { kind: "retire", entry: 2, why: "moved" })
    expect(retired).toContain(`"~~The staging database is reset on Mondays~~ ← STALE (moved)"`)
    expect(parse(retired).entries[2]).toMatchObject({
      state: "retired",
      retiredBecause: "moved",
      text: "The staging database is reset on Mondays",
    })
    expect(parse(revise(retired, { kind: "edit", entry: 2, text: "n" })).entries[2]).toMatchObject({
      state: "retired",
      text: "n",
    })
    expect(revise(retired, { kind: "restore", entry: 2 })).toBe(FILE)
  })

  it("refuses unknown sections, outcomes and entries", () => {
    expect(() => revise(FILE, { ...add(null, "x"), section: "Other" } as Change)).toThrow(RangeError)
    expect(() => revise(FILE, add("Runs", "x", "great"))).toThrow(RangeError)
    expect(() => revise(FILE, { kind: "remove", entry: 3 })).toThrow(RangeError)
  })
})

const run = fc.record(
  {
    timestamp: fc.constant("2026-11-01T00:00:00Z"),
    goal: fc.string(),
    outcome: fc.constantFrom("success", "failed"),
    lesson: jsonStatements,
    extra: fc.array(fc.nat()),
  },
  { requiredKeys: ["lesson"] },
)
const caches = fc
  .tuple(
    fc.record(
      {
        runs: fc.array(run, { maxLength: 3 }),
        other: fc.constant({}),
        notes: fc.array(jsonStatements, { maxLength: 3 }),
      },
      { requiredKeys: [] },
    ),
    layouts,
  )
  .map(([value, layout]) => layOut(value, layout))

describe("for every run cache", () => {
  it("removing an added note restores the same bytes", () => {
    fc.assert(
      fc.property(
        caches,
        jsonStatements,
        fc.constantFrom("Runs" as const, "Notes" as const),
        (text, words, section) => {
          const added = revise(text, add(section, words))
          const { entries, sections } = parse(added)
          const entry = entries.findLastIndex((one) => sections[one.section ?? -1]?.name === section)
          expect(entries[entry]?.span).toBeDefined()
          expect(entries).toHaveLength(parse(text).entries.length + 1)
          expect(revise(added, { kind: "remove", entry })).toBe(text)
        },
      ),
    )
  })

  it("restoring a retired note restores the same bytes", () => {
    fc.assert(
      fc.property(caches, jsonStatements, fc.nat(), (text, why, pick) => {
        const before = parse(text).entries
        const entry = before.length === 0 ? -1 : pick % before.length
        if (before[entry]?.state !== "current") return
        const retired = revise(text, { kind: "retire", entry, why })
        expect(parse(retired).entries[entry]).toMatchObject({ state: "retired", text: before[entry].text })
        expect(revise(retired, { kind: "restore", entry })).toBe(text)
      }),
    )
  })

  it("an edit changes that entry and no other byte", () => {
    fc.assert(
      fc.property(caches, jsonStatements, fc.nat(), (text, words, pick) => {
        const before = parse(text).entries
        if (before.length === 0) return
        const span = before[pick % before.length]?.span
        const after = revise(text, { kind: "edit", entry: pick % before.length, text: words })
        expect(after.startsWith(text.slice(0, span?.start)) && after.endsWith(text.slice(span?.end))).toBe(
          true,
        )
        expect(parse(after).entries).toHaveLength(before.length)
      }),
    )
  })
})
