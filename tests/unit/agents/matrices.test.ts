import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { csvOf } from "@/lib/memory/text/tables"
import { coverageMatrix } from "@/lib/memory/agents/coverage-matrix"
import { linePoints, linesByWeek } from "../../support/plain-growth"
import { promotionPlaces } from "@/lib/memory/agents/promotion"
import { type LoadingAgent, type LoadableFile, listAgentLoads } from "@/lib/memory/agents/agent-loads"
import { lastWeeks } from "@/lib/memory/agents/activity"
import { loadOrder } from "@/lib/memory/context/harness-loads"

describe("the coverage matrix", () => {
  const member = (id: string, category: string | null) => ({ id, category })
  it("distinguishes gaps from rare sections, merges sections of one name, and lists categories with gaps first", () => {
    const members = [
      member("a", "review"),
      member("b", "testing"),
      member("c", "testing"),
      member("d", "testing"),
      member("e", null),
    ]
    const counts = [
      { agent: "b", section: "What Worked", entries: 3 },
      { agent: "c", section: "what worked:", entries: 1 },
      { agent: "d", section: "Traps", entries: 2 },
      { agent: "a", section: "What Worked", entries: 5 },
      { agent: "e", section: "Traps", entries: 1 },
      { agent: "b", section: "Empty", entries: 0 },
    ]
    expect(coverageMatrix(members, counts, 9)).toEqual({
      sections: ["What Worked", "Traps"],
      others: 0,
      rows: [
        {
          category: "testing",
          agents: 3,
          cells: [
            { entries: 4, agents: 2, gaps: 1 },
            { entries: 2, agents: 1, gaps: 2 },
          ],
        },
        {
          category: "review",
          agents: 1,
          cells: [
            { entries: 5, agents: 1, gaps: 0 },
            { entries: 0, agents: 0, gaps: 0 },
          ],
        },
        {
          category: null,
          agents: 1,
          cells: [
            { entries: 0, agents: 0, gaps: 0 },
            { entries: 1, agents: 1, gaps: 0 },
          ],
        },
      ],
    })
    expect(coverageMatrix(members, counts, 1)).toMatchObject({ sections: ["What Worked"], others: 1 })
  })

  it("counts every entry of the sections that it shows once", () => {
    const count = fc.record({
      agent: fc.constantFrom("a", "b", "c", "d"),
      section: fc.constantFrom("One", "one", "Two", "Three"),
      entries: fc.integer({ min: 0, max: 9 }),
    })
    fc.assert(
      fc.property(fc.array(count, { maxLength: 20 }), (counts) => {
        const { rows } = coverageMatrix(
          ["a", "b", "c", "d"].map((id, place) => ({ id, category: place < 2 ? "x" : null })),
          counts,
          9,
        )
        expect(rows.flatMap(({ cells }) => cells).reduce((sum, { entries }) => sum + entries, 0)).toBe(
          counts.reduce((sum, { entries }) => sum + entries, 0),
        )
      }),
    )
  })
})

describe("lines by week", () => {
  const weeks = ["2026-11-02", "2026-11-09", "2026-11-16"]
  it("come from revisions, and from dates before the first revision", () => {
    const file = {
      revisions: [
        { day: "2026-11-11", lines: 30 },
        { day: "2026-11-18", lines: 34 },
      ],
      dated: { "2026-10-26": 5, "2026-11-02": 4, "2026-11-09": 6, "2026-11-16": 4 },
    }
    expect(linesByWeek([file], weeks)).toEqual([24, 30, 34])
    expect(linePoints([file], weeks).map(({ at, lines }) => [at.toISOString().slice(0, 10), lines])).toEqual([
      ["2026-11-08", 24],
      ["2026-11-11", 30],
      ["2026-11-18", 34],
    ])
  })

  it("are not known before an undated file came, and add up over files", () => {
    const undated = { revisions: [{ day: "2026-11-11", lines: 30 }], dated: {} }
    expect(linesByWeek([undated], weeks)).toEqual([null, 30, 30])
    expect(
      linesByWeek([undated, { revisions: [{ day: "2026-11-03", lines: 7 }], dated: {} }], weeks),
    ).toEqual([7, 37, 37])
    expect(linesByWeek([], weeks)).toEqual([null, null, null])
  })

  it("are of the last weeks up to the present one", () => {
    expect(lastWeeks(new Date("2026-11-22T23:59:00Z"), 3)).toEqual(weeks)
    expect(lastWeeks(new Date("2026-11-23T00:00:00Z"), 1)).toEqual(["2026-11-23"])
  })
})

describe("the targets of a promotion", () => {
  const copy = (agent: string, project: string, category: string | null) => ({ agent, project, category })
  it("are the category that all agents with the entry share, else the team's memory first", () => {
    const mates = [copy("a", "ledger", "testing"), copy("b", "ledger", "testing")]
    expect(promotionPlaces(mates)).toEqual([
      { kind: "category", category: "testing", project: "ledger", agents: 2 },
      { kind: "team", agents: 2 },
    ])
    expect(promotionPlaces([...mates, copy("c", "ledger", null)])).toEqual([
      { kind: "team", agents: 3 },
      { kind: "category", category: "testing", project: "ledger", agents: 2 },
    ])
    expect(promotionPlaces([copy("a", "ledger", "testing"), copy("a", "shop", "testing")])).toEqual([
      { kind: "team", agents: 2 },
    ])
  })

  it("are empty if one agent has the entry in several files", () => {
    expect(promotionPlaces([copy("a", "ledger", "testing"), copy("a", "ledger", "testing")])).toEqual([])
  })
})

describe("the expected loads", () => {
  const file = (id: string, path: string, more: Partial<LoadableFile> = {}): LoadableFile => ({
    id,
    path,
    project: "ledger",
    format: "kaizen",
    role: "memory",
    agent: null,
    category: null,
    ...more,
  })
  const agents: LoadingAgent[] = [
    { name: "a", project: "ledger", category: "testing", optedOut: false },
    { name: "b", project: "ledger", category: null, optedOut: false },
    { name: "c", project: "ledger", category: "testing", optedOut: true },
    { name: "a", project: "shop", category: "testing", optedOut: false },
  ]
  const files = [
    file("own", "x/a.md", { agent: "a" }),
    file("shared", "y/MEMORY.md", { category: "testing", format: "category-memory" }),
    file("all", "MEMORY.md", { format: "memory-workspace" }),
    file("rules", "CLAUDE.md", { format: "instructions", role: "identity" }),
  ]

  it("are each agent's own, category and project files in load order", () => {
    const reach = listAgentLoads(files, agents, "2026-11-22")
    expect(reach.map(({ steps }) => steps.map(({ file: { id } }) => id))).toEqual([
      ["rules", "all", "shared", "own"],
      ["rules", "all"],
      [],
      [],
    ])
    expect(reach[0]?.steps.map(({ file: { id } }) => id)).toEqual(
      loadOrder(files, "2026-11-22").map(({ file: { id } }) => id),
    )
  })
})

describe("a table as CSV", () => {
  const BLANKS = [
    " ",
    "\t",
    "\r",
    "\n",
    "\v",
    "\u00a0",
    "\u3000",
    "\u200b",
    "\u200d",
    "\u2060",
    "\ufeff",
    "\0",
    "\u202e",
  ]
  const SIGNS = ["=1+1", "+1", "-1", "@SUM(A1)", "＝1+1", "＋1", "－1", "＠x", "−1"]

  it.each([...SIGNS, ...BLANKS.map((blank) => `${blank}${blank}=cmd()`)])(
    "puts an apostrophe before %j",
    (cell) => {
      expect(
        csvOf(["a"], [[cell]])
          .replaceAll('"', "")
          .slice(3),
      ).toBe(`'${cell}\r\n`)
    },
  )

  it.each(["a=b", "2026-01-05", "(=1)", "mara@example.com", "", "“=”", " note"])(
    "keeps %j as it is",
    (cell) => {
      expect(csvOf(["a"], [[cell]])).toBe(`a\r\n${cell}\r\n`)
    },
  )

  it("escapes formulas for spreadsheets, and quotes line breaks", () => {
    expect(
      csvOf(
        ["a", "b"],
        [
          ["=1+1", '"quoted", and\nbroken'],
          ["@x", -2],
          [null, "+1"],
          ["\tx", "plain"],
        ],
      ),
    ).toBe(`a,b\r\n'=1+1,"""quoted"", and\nbroken"\r\n'@x,-2\r\n,'+1\r\n'\tx,plain\r\n`)
  })
})
