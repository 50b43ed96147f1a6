import { describe, expect, test } from "vitest"
import { claudeAgentMemory, claudeAutoMemory } from "@/lib/formats/claude/claude-memory"
import { chooseFormat, locator } from "@/lib/formats/format-detection"

const INDEX = ".claude/agent-memory/scout/MEMORY.md"
const TOPIC = ".claude/agent-memory/scout/feedback_tests.md"

function placeOf(path: string) {
  const chosen = chooseFormat(locator([path])(path), "", path)
  return "leftAlone" in chosen ? chosen : { id: chosen.format.id, ...chosen.location }
}

describe("Claude Code memory", () => {
  test("the folder names the agent or the project", () => {
    expect(placeOf(INDEX)).toMatchObject({
      id: "claude-agent-memory",
      role: "index",
      agent: "scout",
      scope: "project",
      root: "",
    })
    expect(placeOf("app/.claude/agent-memory-local/scout/notes.md")).toMatchObject({
      id: "claude-agent-memory",
      role: "topic",
      agent: "scout",
      root: "app",
    })
    expect(placeOf("~/.claude/agent-memory/scout/MEMORY.md")).toMatchObject({
      id: "claude-agent-memory",
      scope: "global",
    })
    expect(placeOf("agent-memory/scout/MEMORY.md")).toMatchObject({
      id: "claude-agent-memory",
      agent: "scout",
    })
    expect(placeOf("~/.claude/projects/-srv-shop/memory/MEMORY.md")).toMatchObject({
      id: "claude-auto-memory",
      role: "index",
      subject: "-srv-shop",
      scope: "project",
    })
    expect(placeOf("projects/-srv-shop/memory/MEMORY.md")).toMatchObject({
      id: "claude-auto-memory",
      subject: "-srv-shop",
    })
    expect(placeOf("projects/C--Users-ann-shop/memory/MEMORY.md")).toMatchObject({
      id: "claude-auto-memory",
      subject: "C--Users-ann-shop",
    })
    expect(placeOf("projects/shop/memory/MEMORY.md")).toMatchObject({
      id: "claude-auto-memory",
      subject: null,
      root: "projects/shop",
    })
    expect(placeOf("shop/.claude/memory/user_role.md")).toMatchObject({
      id: "claude-auto-memory",
      role: "topic",
      root: "shop",
    })
    expect(placeOf(".claude/agents/scout.md")).toMatchObject({
      leftAlone: expect.stringContaining("defines an agent"),
    })
  })

  test("links of an index are entries, in a list, in lines or in a table", () => {
    const list = "- [Tests](tests.md) — how they run\n- [Builds](builds.md) — where they run\n"
    const lines = "[Tests](tests.md) — how they run\n[Builds](builds.md) — where they run\n"
    const table =
      "| File | Hook |\n|------|------|\n| [Tests](tests.md) | how they run |\n| [Builds](builds.md) | where they run |\n"
    expect(claudeAgentMemory.parse(list, INDEX).entries.map((entry) => entry.text)).toEqual([
      "[Tests](tests.md) — how they run",
      "[Builds](builds.md) — where they run",
    ])
    expect(claudeAgentMemory.parse(lines, INDEX).entries.map((entry) => entry.span.line)).toEqual([1, 2])
    expect(
      claudeAgentMemory.parse(table, INDEX).entries.map((entry) => [entry.text, entry.span.line]),
    ).toEqual([
      ["[Tests](tests.md) | how they run", 3],
      ["[Builds](builds.md) | where they run", 4],
    ])
    expect(claudeAgentMemory.parse(table, TOPIC).entries).toHaveLength(2)
  })

  test("a row is added below the last row and taken out again", () => {
    const table = "| File | Hook |\n|------|------|\n| [Tests](tests.md) | how they run |\n\n## More\n"
    const added = claudeAgentMemory.revise(table, INDEX, [
      { kind: "add", section: null, text: "[Builds](builds.md) | where", date: null },
    ])
    expect(added).toBe(table.replace("run |\n", "run |\n| [Builds](builds.md) | where |\n"))
    expect(claudeAgentMemory.revise(added, INDEX, [{ kind: "remove", entry: 1 }])).toBe(table)
    expect(
      claudeAgentMemory.revise(table, INDEX, [
        { kind: "edit", entry: 0, text: "[Tests](tests.md) | what they prove" },
      ]),
    ).toContain("| [Tests](tests.md) | what they prove |\n")
  })

  test("both generations of frontmatter give the type", () => {
    const flat =
      "---\nname: Tests first\ndescription: Write the failing test first\ntype: feedback\n---\n\nWrite the failing test first.\n"
    const nested =
      "---\nname: tests-first\ndescription: Write the failing test first\nmetadata: \n  type: project\n---\n\nWrite it.\n"
    expect(claudeAutoMemory.parse(flat, ".claude/memory/a.md")).toMatchObject({
      meta: { title: "Tests first", description: "Write the failing test first", type: "feedback" },
      entries: [{ text: "Write the failing test first.", type: "feedback" }],
      diagnostics: [],
    })
    expect(claudeAutoMemory.parse(nested, ".claude/memory/b.md")).toMatchObject({
      meta: { type: "project" },
      entries: [{ type: "project" }],
      diagnostics: [],
    })
  })

  test("reads a description with a colon although it is invalid YAML", () => {
    const parsed = claudeAutoMemory.parse(
      "---\nname: a\ndescription: never: ever\ntype: user\n---\nWords\n",
      ".claude/memory/a.md",
    )
    expect(parsed.diagnostics).toMatchObject([{ line: 3, column: 14, code: "frontmatter-invalid" }])
    expect(parsed).toMatchObject({
      meta: { description: "never: ever", type: "user" },
      entries: [{ text: "Words" }],
    })
  })

  test("a type is one of four, in either generation of front matter", () => {
    const problems = (head: string) =>
      claudeAgentMemory.parse(`---\nname: a\n${head}\n---\nWords\n`, TOPIC).diagnostics
    expect(problems("type: rumour")).toMatchObject([
      {
        line: 3,
        code: "frontmatter-type-unknown",
        message: '"rumour" is not a known type; use user, feedback, project or reference',
      },
    ])
    expect(problems("metadata:\n  type: feature")).toMatchObject([
      { line: 4, code: "frontmatter-type-unknown" },
    ])
    expect(problems("type: reference ")).toEqual([])
  })

  test("the index is loaded up to 200 lines or 25 KB, topics are not cut", () => {
    expect(claudeAgentMemory.limits(INDEX)).toMatchObject({ lines: 200, bytes: 25 * 1024 })
    expect(claudeAgentMemory.limits(TOPIC)).toMatchObject({ lines: null, bytes: null })
  })

  test("reads each entry's first date, and writes dates where most entries have one", () => {
    const dated = "- **2026-01-02**: one\n- 2026-01-03 — two\n- [2026-01-04] three\n- [Mar 3, 2026] four\n"
    const parsed = claudeAgentMemory.parse(dated, INDEX)
    expect(parsed.entries.map((entry) => [entry.date, entry.text])).toEqual([
      ["2026-01-02", "one"],
      ["2026-01-03", "two"],
      ["2026-01-04", "three"],
      [null, "[Mar 3, 2026] four"],
    ])
    expect(parsed.diagnostics).toMatchObject([{ line: 4, column: 3, severity: "info", code: "date-not-iso" }])
    expect(
      claudeAgentMemory.revise(dated, INDEX, [
        { kind: "add", section: null, text: "five", date: "2026-01-05" },
      ]),
    ).toBe(`${dated}- [2026-01-05] five\n`)
    expect(
      claudeAgentMemory.revise("- one\n", INDEX, [
        { kind: "add", section: null, text: "two", date: "2026-01-05" },
      ]),
    ).toBe("- one\n- two\n")
  })
})
