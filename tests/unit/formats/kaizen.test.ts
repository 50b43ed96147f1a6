import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { kaizen } from "@/lib/formats/kaizen"
import { markdownSoup } from "./support/markdown-soup"

const PATH = "shop/.kaizen/agents/scout/memory.md"
const FILE = `---
agent: scout
project: shop
last_updated: 2026-02-10
session_count: 3
---

## Project Context
<!-- What this agent knows -->
- The shop sells in three currencies

## Accumulated Findings

- Totals are rounded per line,
  never per basket

- [2026-02-03] The price list is cached for an hour

## What Worked

Replaying yesterday's orders against the new code.

\`\`\`sh
replay --day yesterday
\`\`\`

## Watch Points

## Open Threads
1. Who owns the tax tables?

## Session Log
2026-02-03 · read the checkout · two findings
- 2026-02-10 | fixed rounding | merged
* 2026-02-11 — looked at taxes — open
`

const codes = (text: string, path = PATH) => kaizen.parse(text, path).diagnostics.map((one) => one.code)

describe("Kaizen memory", () => {
  test("the folder names project and agent", () => {
    expect(kaizen.locate(PATH, { siblings: new Set(), at: () => new Set() })).toEqual({
      scope: "project",
      role: "memory",
      root: "shop",
      agent: "scout",
      category: null,
      subject: null,
    })
    expect(
      kaizen.locate("shop/.kaizen/agents/scout/notes/memory.md", {
        siblings: new Set(),
        at: () => new Set(),
      }),
    ).toBeNull()
  })

  test("frontmatter, sections, entries and sessions are read", () => {
    const parsed = kaizen.parse(FILE, PATH)
    expect(parsed.meta).toMatchObject({
      agent: "scout",
      project: "shop",
      lastUpdated: "2026-02-10",
      sessionCount: 3,
      optedOut: false,
    })
    expect(
      parsed.entries.map((entry) => [parsed.sections[entry.section ?? -1]?.name, entry.text, entry.date]),
    ).toEqual([
      ["Project Context", "The shop sells in three currencies", null],
      ["Accumulated Findings", "Totals are rounded per line,\nnever per basket", null],
      ["Accumulated Findings", "The price list is cached for an hour", "2026-02-03"],
      [
        "What Worked",
        "Replaying yesterday's orders against the new code.\n\n```sh\nreplay --day yesterday\n```",
        null,
      ],
      ["Open Threads", "Who owns the tax tables?", null],
    ])
    expect(parsed.sessions).toEqual([
      { date: "2026-02-03", summary: "read the checkout", outcome: "two findings", line: 33 },
      { date: "2026-02-10", summary: "fixed rounding", outcome: "merged", line: 34 },
      { date: "2026-02-11", summary: "looked at taxes", outcome: "open", line: 35 },
    ])
    expect(parsed.diagnostics).toEqual([])
  })

  test("a change to one line leaves every other byte", () => {
    expect(kaizen.revise(FILE, PATH, [])).toBe(FILE)
    const edited = kaizen.revise(FILE, PATH, [
      { kind: "edit", entry: 4, text: "Who owns the tax tables now?" },
    ])
    expect(edited).toBe(FILE.replace("tax tables?", "tax tables now?"))
  })

  test("an entry is added at the end of its section's list, in its style, and can be removed again", () => {
    const added = kaizen.revise(FILE, PATH, [
      { kind: "add", section: "Open Threads", text: "Is the cache shared?", date: null },
    ])
    expect(added).toContain("1. Who owns the tax tables?\n2. Is the cache shared?\n\n## Session Log")
    expect(kaizen.revise(added, PATH, [{ kind: "remove", entry: 5 }])).toBe(FILE)
  })

  test("an empty section takes its first entry below its comment", () => {
    const fresh = kaizen.scaffold({
      agent: "scout",
      project: "shop",
      category: null,
      roles: [],
      date: "2026-02-15",
    })
    const added = kaizen.revise(fresh, PATH, [
      { kind: "add", section: "Watch Points", text: "Mind the clock", date: null },
    ])
    expect(added).toContain(
      "## Watch Points\n<!-- Recurring risks, traps, or areas requiring extra care -->\n\n- Mind the clock\n\n## Open Threads",
    )
    expect(kaizen.revise(added, PATH, [{ kind: "remove", entry: 0 }])).toBe(fresh)
  })

  test("a new file has the exact structure and no problems", () => {
    const fresh = kaizen.scaffold({
      agent: "scout",
      project: "shop",
      category: null,
      roles: [],
      date: "2026-02-15",
    })
    const parsed = kaizen.parse(fresh, PATH)
    expect(parsed.sections.map((section) => section.name)).toEqual([
      "Project Context",
      "Accumulated Findings",
      "What Worked",
      "Watch Points",
      "Open Threads",
      "Session Log",
    ])
    expect([parsed.entries, parsed.sessions, parsed.diagnostics]).toEqual([[], [], []])
    expect(parsed.meta).toMatchObject({ agent: "scout", lastUpdated: "2026-02-15", sessionCount: 0 })
  })

  test("a section that is missing is made where the format orders it", () => {
    const without = FILE.replace("## Watch Points\n\n", "")
    const added = kaizen.revise(without, PATH, [
      { kind: "add", section: "Watch Points", text: "Mind the clock", date: null },
    ])
    expect(added).toContain("```\n\n## Watch Points\n\n- Mind the clock\n\n## Open Threads")
  })

  test("closing a session appends one line in the log's style and updates the front matter, and nothing else", () => {
    const closed = kaizen.closeSession?.(FILE, PATH, {
      date: "2026-02-15",
      summary: "checked\nrefunds",
      outcome: "all green",
    })
    const expected = FILE.replace("last_updated: 2026-02-10", "last_updated: 2026-02-15").replace(
      "session_count: 3",
      "session_count: 4",
    )
    expect(closed).toBe(
      expected.replace(
        "* 2026-02-11 — looked at taxes — open\n",
        "* 2026-02-11 — looked at taxes — open\n* 2026-02-15 · checked refunds · all green\n",
      ),
    )
    expect(kaizen.parse(closed ?? "", PATH).sessions.at(-1)).toEqual({
      date: "2026-02-15",
      summary: "checked refunds",
      outcome: "all green",
      line: 36,
    })
  })

  test("the first session of a fresh file is written below the log's comment", () => {
    const fresh = kaizen
      .scaffold({ agent: "scout", project: "shop", category: null, roles: [], date: "2026-02-15" })
      .replaceAll("\n", "\r\n")
    const closed =
      kaizen.closeSession?.(fresh, PATH, { date: "2026-02-16", summary: "first look", outcome: "noted" }) ??
      ""
    expect(closed.endsWith("date · summary · outcome -->\r\n2026-02-16 · first look · noted\r\n")).toBe(true)
    expect(kaizen.parse(closed, PATH)).toMatchObject({
      meta: { sessionCount: 1, lastUpdated: "2026-02-16" },
      sessions: [{ date: "2026-02-16", outcome: "noted" }],
    })
  })

  test("a session that is recorded late makes the file no older", () => {
    const closed =
      kaizen.closeSession?.(FILE, PATH, { date: "2026-02-09", summary: "queued", outcome: "done" }) ?? ""
    expect([
      closed.includes("last_updated: 2026-02-10"),
      closed.includes("session_count: 4"),
      closed.includes("2026-02-09 · queued · done"),
    ]).toEqual([true, true, true])
  })

  test("the session log accepts no entries", () => {
    expect(() =>
      kaizen.revise(FILE, PATH, [{ kind: "add", section: "Session Log", text: "x", date: null }]),
    ).toThrow(RangeError)
    expect(() => kaizen.revise(FILE, PATH, [{ kind: "remove", entry: 5 }])).toThrow(RangeError)
  })

  test("violations of the format are reported with their line", () => {
    const odd = FILE.replace("agent: scout", "agent: other")
      .replace("2026-02-10\n", "10.02.2026\n")
      .replace("session_count: 3", "session_count: -1")
      .replace("## Watch Points", "## Musings")
      .replace("## Open Threads", "## What Worked")
    expect(
      kaizen.parse(odd, PATH).diagnostics.map(({ line, column, code }) => `${line}:${column} ${code}`),
    ).toEqual([
      "2:8 agent-mismatch",
      "4:15 date-invalid",
      "5:16 session-count-invalid",
      "27:1 section-unknown",
      "29:1 section-duplicate",
      "35:1 section-missing",
      "35:1 section-missing",
    ])
    expect(
      kaizen
        .parse(odd, PATH)
        .diagnostics.filter((one) => one.severity === "info")
        .map((one) => one.code),
    ).toEqual(["section-unknown", "section-missing", "section-missing"])
    expect(kaizen.parse(odd, PATH).entries).toHaveLength(5)
  })

  test("a count of sessions that is not that of the log is reported", () => {
    const counted = (count: number) =>
      kaizen
        .parse(FILE.replace("session_count: 3", `session_count: ${count}`), PATH)
        .diagnostics.map(({ severity, message }) => `${severity}: ${message}`)
    expect(counted(2)).toEqual(["warning: The session_count is 2, but the session log has 3 lines"])
    expect(counted(9)).toEqual(["info: The session_count is 9, but the session log has 3 lines"])
  })

  test("invalid YAML is reported with its line, and the file is still imported", () => {
    const broken = FILE.replace("project: shop", "project: shop: again")
    const parsed = kaizen.parse(broken, PATH)
    expect(parsed.diagnostics[0]).toMatchObject({ line: 3, code: "frontmatter-invalid", severity: "error" })
    expect(parsed.entries).toHaveLength(5)
    expect(parsed.meta).toMatchObject({ agent: "scout", sessionCount: 3 })
    expect(codes(FILE.replace("\n---\n\n## Project", "\n\n## Project"))).toContain("frontmatter-unclosed")
    expect(codes("## Project Context\n")).toContain("frontmatter-missing")
  })

  test("an agent that opted out is shown as such", () => {
    const parsed = kaizen.parse("---\nagent: scout\nmemory: disabled\n---\n", PATH)
    expect(parsed.meta.optedOut).toBe(true)
    expect(parsed.diagnostics.map((one) => one.code)).not.toContain("frontmatter-key-missing")
  })

  test("a log line without a date is read as a record, and is reported", () => {
    const parsed = kaizen.parse(FILE.replace("2026-02-03 · read", "last week · read"), PATH)
    expect(parsed.sessions[0]).toEqual({
      date: null,
      summary: "last week · read the checkout",
      outcome: "two findings",
      line: 33,
    })
    expect(parsed.diagnostics).toMatchObject([{ line: 33, code: "session-date-missing" }])
  })

  test("a bomb of aliases is a few lines of text", () => {
    const bomb = `---\nagent: scout\na: &a [x,x,x]\nb: &b [*a,*a,*a]\nc: [*b,*b,*b]\n---\n\n- one entry\n`
    expect(kaizen.parse(bomb, PATH)).toMatchObject({
      meta: { agent: "scout" },
      entries: [{ text: "one entry" }],
    })
  })
})

describe("closing a session", { timeout: 60_000 }, () => {
  test("adds one record to any file and leaves its entries; at most an open fence is closed", () => {
    fc.assert(
      fc.property(markdownSoup, (text) => {
        const before = kaizen.parse(text, PATH)
        if (before.diagnostics.some((one) => one.code === "nesting-too-deep")) return
        const closed =
          kaizen.closeSession?.(text, PATH, {
            date: "2026-02-16",
            summary: "looked around",
            outcome: "noted",
          }) ?? ""
        const after = kaizen.parse(closed, PATH)
        expect(
          after.sessions.filter(
            (session) =>
              session.date === "2026-02-16" &&
              session.summary === "looked around" &&
              session.outcome === "noted",
          ),
        ).toHaveLength(1)
        expect(after.sessions).toHaveLength(before.sessions.length + 1)
        for (const [index, { text: words }] of before.entries.entries())
          expect(after.entries[index]?.text.startsWith(words)).toBe(true)
      }),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 150) },
    )
  })
})
