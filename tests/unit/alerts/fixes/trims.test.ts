import { describe, expect, it } from "vitest"
import { unrelatedStatements } from "../../../support/unrelated-statements"
import { after, CATEGORY, cured, facts, INDEX } from "./file-to-fix"

const memory = (...findings: string[]) =>
  `---\nagent: ann\nproject: shop\nlast_updated: 2026-11-01\nsession_count: 4\n---\n\n## Accumulated Findings\n\n${findings.map((one) => `- ${one}\n`).join("")}`
const findings = (count: number, date: string | null = null, from = 0) =>
  unrelatedStatements(count, from).map((text) => (date === null ? text : `[${date}] ${text}`))

describe("retiring stale entries", () => {
  const text = memory(
    "[2026-11-01] Rates are read once a day",
    "[2025-01-03] The broker restarts at night",
    "[2025-02-03] Invoices are rounded half-even",
    "Undated things stay",
  )

  it("strikes entries that are older than their policy allows, and says why", () => {
    const given = facts({ kind: "stale-entries", text })
    const cure = cured(given, "retire-stale")
    expect(cure?.proposals).toHaveLength(1)
    expect(cure?.proposals[0]?.changes).toEqual([
      {
        kind: "retire",
        entry: "entry-2",
        before: "The broker restarts at night",
        why: "older than 180 days",
      },
      {
        kind: "retire",
        entry: "entry-3",
        before: "Invoices are rounded half-even",
        why: "older than 180 days",
      },
    ])
    expect(cure?.consequence).toBe(
      "retires 2 entries older than 180 days (kept in the file as retired; Quarterdeck no longer sends them)",
    )
    expect(after(given, cure?.proposals[0])).toContain("~~The broker restarts at night~~")
  })

  it("deletes stale and previously retired entries where the file has to become shorter", () => {
    const struck = memory(
      "[2026-11-01] Rates are read once a day",
      "[2026-10-03] ~~The broker restarts at night~~ ← STALE (moved)",
      "[2025-02-03] Invoices are rounded half-even",
    )
    const given = facts({ kind: "over-budget", text: struck, limits: { budget: 11 } })
    const cure = cured(given, "retire-stale")
    expect(cure?.consequence).toBe(
      "removes 1 entry older than 180 days and 1 retired entry: 12 lines reduced to 10 (budget 11)",
    )
    expect(after(given, cure?.proposals[0])).toBe(memory("[2026-11-01] Rates are read once a day"))
  })

  it("says how much is missing where it does not suffice", () => {
    expect(
      cured(facts({ kind: "over-budget", text, limits: { budget: 10 } }), "retire-stale")?.consequence,
    ).toContain("13 lines reduced to 11, still 1 over the budget of 10")
    expect(
      cured(facts({ kind: "past-cut", text, limits: { lines: 10 } }), "retire-stale")?.consequence,
    ).toContain("13 lines reduced to 11, still 1 past the load limit")
    expect(
      cured(facts({ kind: "past-cut", text, limits: { budget: null, lines: 11 } }), "retire-stale")
        ?.consequence,
    ).toContain("13 lines reduced to 11, within the load limit")
  })

  it("retires at most as many as one proposal may have, oldest first, and reports that more are left", () => {
    const oldest = findings(60, null, 60)
    const many = memory(...findings(60, "2025-02-01"), ...findings(60, "2024-02-01", 60))
    const cure = cured(facts({ kind: "over-budget", text: many }), "retire-stale")
    expect(cure?.proposals[0]?.changes).toHaveLength(100)
    expect(
      cure?.proposals[0]?.changes
        .slice(0, 60)
        .every((change) => "before" in change && oldest.includes(change.before)),
    ).toBe(true)
    expect(cure?.consequence).toMatch(/; 20 more are left for another proposal$/)
  })

  it("retires entries whose verification expired, and keeps entries with a valid one", () => {
    const given = facts({ kind: "unverified-entries", text })
    const vouched = {
      ...given,
      file: {
        ...given.file,
        entries: given.file.entries.map((entry, place) => ({
          ...entry,
          vouchedUntil: ["2026-11-20", "2026-12-30", null, null][place] ?? null,
        })),
      },
    }
    expect(cured(vouched, "retire-stale")?.proposals[0]?.changes).toEqual([
      {
        kind: "retire",
        entry: "entry-1",
        before: "Rates are read once a day",
        why: "verification expired on 2026-11-20",
      },
    ])
  })

  it("leaves out stale entries that a person verified or kept in a conflict", () => {
    for (const kind of ["over-budget", "stale-entries"] as const) {
      const given = facts({ kind, text: memory(...findings(3, "2024-02-01")), limits: { budget: 3 } })
      const entries = given.file.entries.map((entry, place) => ({
        ...entry,
        vouchedUntil: place === 0 ? "2027-01-01" : null,
        keptOn: place === 1 ? "2026-11-20" : null,
      }))
      const cure = cured({ ...given, file: { ...given.file, entries } }, "retire-stale")
      expect(cure?.proposals[0]?.changes.map((change) => "entry" in change && change.entry)).toEqual([
        "entry-3",
      ])
    }
  })

  it("is not offered where no entry is stale", () => {
    expect(
      cured(
        facts({ kind: "stale-entries", text: memory("[2026-11-01] Rates are read once a day") }),
        "retire-stale",
      ),
    ).toBeNull()
  })
})

describe("merging duplicate entries", () => {
  it("keeps the fuller entry, and names both lines", () => {
    const text = memory(
      "Tests run with npm test",
      "The gateway drops idle connections after a minute",
      "Migrations must be reversible",
      "All migrations must be reversible, without exception",
      "Invoices are rounded half-even, never half-up",
      "The gateway drops idle connections after a minute",
    )
    const given = facts({ kind: "over-budget", text })
    const cure = cured(given, "merge-redundant")
    expect(cure?.proposals[0]?.changes.map((change) => "entry" in change && change.entry)).toEqual([
      "entry-3",
      "entry-6",
    ])
    expect(cure?.proposals[0]?.reason).toBe(
      "Duplicates: line 12 duplicates line 13; line 15 duplicates line 11.",
    )
    expect(cure?.consequence).toBe(
      "removes 2 duplicate entries and keeps the longer versions: 15 lines reduced to 13 (budget 100)",
    )
  })

  it("keeps entries for different readers and retired entries", () => {
    const text =
      "# Testing Category Memory\n\n## Shared Patterns\n\n- [2026-11-01] The gateway drops idle connections after a minute\n- [2026-11-01] ~~The broker restarts every single night~~ ← STALE (gone)\n- [2026-11-01] The broker restarts every single night\n\n## Unit-Specific\n\n- [2026-11-01] The gateway drops idle connections after a minute\n"
    expect(
      cured(
        facts({ kind: "over-budget", format: "category-memory", path: CATEGORY, text }),
        "merge-redundant",
      ),
    ).toBeNull()
  })

  it("keeps entries that are only worded alike", () => {
    const text = memory(
      "The nightly job writes ledger 4 at 02:00",
      "The nightly job writes ledger 5 at 03:00",
      "Never retry a payment",
      "Always retry a refund",
    )
    expect(cured(facts({ kind: "over-budget", text }), "merge-redundant")).toBeNull()
  })
})

describe("moving the overflow of an index", () => {
  const index = (count: number, date: string | null = null) =>
    `# Ben memory\n\n## Topics\n\n- [Queues](queues.md) — how they drain\n\n## Build Notes\n\n${findings(
      count,
      date,
    )
      .map((one) => `- ${one}\n`)
      .join("")}`
  const given = (text: string, more: object = {}) =>
    facts({ kind: "past-cut", format: "claude-agent-memory", path: INDEX, text, taken: [INDEX], ...more })

  it("moves the last entries to a topic file named after the section, and links to it, without losing any", () => {
    const sick = given(index(210))
    const cure = cured(sick, "move-overflow")
    const [topic, left, ...more] = cure?.proposals ?? []
    expect(more).toEqual([])
    expect(topic).toMatchObject({ path: ".claude/agent-memory/ben/build-notes.md", makes: true })
    const texts = [after(sick, topic), after(sick, left)]
    expect(texts[1]?.split("\n").length).toBe(201)
    expect(texts[1]).toMatch(
      /^- \[Build Notes\]\(build-notes\.md\) — 19 entries: The ledger reads mails t191 manually$/m,
    )
    for (const finding of findings(210))
      expect(
        texts.filter((text) => new RegExp(`^- ${finding}$`, "m").test(text)),
        finding,
      ).toHaveLength(1)
    expect(texts[1]).toContain("[Queues](queues.md)")
    expect(cure?.consequence).toBe(
      "moves 19 entries to build-notes.md and adds an index line for each file: 218 lines reduced to 200, within the load limit",
    )
  })

  it("moves the oldest entries over budget, and picks another file name if one exists", () => {
    const text =
      index(0) +
      findings(10, "2026-11-01")
        .map((one) => `- ${one}\n`)
        .join("") +
      "- [2025-03-01] An old rule\n- [2026-11-02] A new rule\n"
    const cure = cured(
      given(text, {
        kind: "over-budget",
        limits: { budget: 19 },
        taken: [INDEX, ".claude/agent-memory/ben/build-notes.md"],
      }),
      "move-overflow",
    )
    expect(cure?.proposals[0]?.path).toBe(".claude/agent-memory/ben/build-notes-2.md")
    expect(cure?.proposals[0]?.changes[0]).toMatchObject({
      kind: "add",
      section: "Build Notes",
      date: "2026-11-01",
    })
    expect(cure?.proposals[0]?.changes.at(-1)).toEqual({
      kind: "add",
      section: "Build Notes",
      text: "An old rule",
      date: "2025-03-01",
    })
  })

  it("puts entries of many sections into one file, each under its own heading", () => {
    const text = `# Ben memory\n\n${["Queues", "Rates", "Mail", "Cache", "Build"]
      .map(
        (name) =>
          `## ${name}\n\n${findings(4)
            .map((one) => `- ${name}: ${one}\n`)
            .join("")}\n`,
      )
      .join("")}`
    const sick = given(text, { limits: { lines: 20 } })
    const cure = cured(sick, "move-overflow")
    expect(cure?.proposals.map(({ path }) => path)).toEqual([".claude/agent-memory/ben/details.md", INDEX])
    expect(after(sick, cure?.proposals[0])).toMatch(/## Rates[\s\S]*## Build/)
  })

  it("is not offered for a format without topic files", () => {
    expect(cured(facts({ kind: "over-budget", text: memory(...findings(120)) }), "move-overflow")).toBeNull()
  })
})
