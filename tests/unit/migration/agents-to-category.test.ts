import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { categoryMemory } from "@/lib/formats/category-memory"
import { listRoleSections } from "@/lib/memory/migration/role-sections"
import { category, claude, D, gathered, kaizen, shared } from "./layouts"

const STRUCTURE =
  "# Structure architect\n\n- [2026-03-18] Config files are TOML\n- [2026-10-22] PostgreSQL is the only store of record\n"
const RISK =
  "# Risk architect\n\n- [2026-09-01] PostgreSQL is the only store of record\n- [2026-01-02] ~~The feed is polled~~ ← STALE (it is pushed)\n  - every minute\n\n  and at night\n"

describe("gathering a category's memory", () => {
  it("moves each agent's entries into its section, and shared entries once into Shared Patterns with the newest date", () => {
    const { text, entries, problems, left } = gathered([
      claude("structure-architect", STRUCTURE),
      claude("risk-architect", RISK),
    ])
    expect(problems).toEqual([])
    expect(text).toBe(`# Architecture Category Memory

## Shared Patterns
- [2026-10-22] PostgreSQL is the only store of record

## Structure-Specific
- [2026-03-18] Config files are TOML

## Risk-Specific
- [2026-01-02] ~~The feed is polled~~ ← STALE (it is pushed)
  - every minute

  and at night

## Coordinator Notes
`)
    expect(entries.map(({ how, to }) => [how, to.line, to.section])).toEqual([
      ["moved", 7, "Structure-Specific"],
      ["merged", 4, "Shared Patterns"],
      ["merged", 4, "Shared Patterns"],
      ["moved", 10, "Risk-Specific"],
    ])
    expect(left.map(({ why }) => why)).toEqual([
      "its title “Structure architect”: not migrated, but kept in the file’s history",
      "its title “Risk architect”: not migrated, but kept in the file’s history",
    ])
  })

  it("writes shared entries as one list, without blank lines between", () => {
    const both = "- [2026-01-01] One\n- Two\n  - nested\n- ~~Old~~ ← STALE\n- Three\n"
    const { text, problems } = gathered(
      [claude("structure-architect", both), claude("risk-architect", `${both}- Own\n`)],
      category("## Shared Patterns\n- Before\n"),
    )
    expect(problems).toEqual([])
    expect(text).toBe(
      "## Shared Patterns\n- Before\n- [2026-01-01] One\n- Two\n  - nested\n- Three\n\n## Structure-Specific\n- ~~Old~~ ← STALE\n\n## Risk-Specific\n- ~~Old~~ ← STALE\n- Own\n",
    )
  })

  it("fills a category file that has only blank lines, and reports entries that cannot be combined, with a way to continue", () => {
    const { text, problems } = gathered(
      [claude("structure-architect", "- One\n"), claude("risk-architect", "- Two\n")],
      category("\r\n\r\n"),
    )
    expect(problems).toEqual([])
    expect(text).toBe("## Structure-Specific\r\n- One\r\n\r\n## Risk-Specific\r\n- Two\r\n\r\n\r\n\r\n")
    const nested = gathered(
      [claude("structure-architect", "    indented code\n")],
      category("## Structure-Specific\n- One\n"),
    )
    expect(nested.problems).toEqual([
      {
        path: ".claude/agent-memory/structure-architect/MEMORY.md",
        message: expect.stringMatching(
          /^“indented code” would be parsed differently in .* write it as a list item/,
        ) as string,
      },
    ])
  })

  it("keeps headings, comments and rules of a file below its section, and reports what stays behind", () => {
    const own = kaizen(
      "structure-architect",
      "---\nagent: structure-architect\n---\n\n## Project Context\n<!-- What this agent knows about the project it works in -->\nOne repository for all.\n\n## Shared Patterns\n<!-- mine -->\n- Ask first\n\n***\n\n1. one\n2. two\n\n## Empty\n\n## Session Log\n- 2026-01-01 · looked · done\n",
    )
    const { text, left, entries } = gathered([own])
    expect(text).toContain(
      "## Structure-Specific\n### Project Context\nOne repository for all.\n\n### Shared Patterns (structure-architect)\n<!-- mine -->\n- Ask first\n\n***\n\n1. one\n2. two\n\n## Coordinator Notes\n",
    )
    expect(left[0]?.why).toMatch(
      /^its front matter, 1 line of its session log, 1 heading with nothing below it: not migrated/,
    )
    expect(entries).toHaveLength(4)
  })

  it("joins the sections of an existing category file, and keeps the rest of the file unchanged", () => {
    const stands =
      "# Architecture Category Memory\r\n\r\n## Shared Patterns\r\nFor all.\r\n- [2026-10-01] PostgreSQL is the only store of record\r\n- [2026-10-02] Two\r\n\r\n## Structure-Specific\r\n- [2026-10-03] Three\r\n### Deep\r\n- Four\r\n## Coordinator Notes\r\n- Five"
    const { text, entries, problems } = gathered(
      [claude("structure-architect", STRUCTURE), claude("risk-architect", "- [2026-01-01] Two\n")],
      category(stands),
    )
    expect(problems).toEqual([])
    expect(text).toBe(
      "# Architecture Category Memory\r\n\r\n## Shared Patterns\r\nFor all.\r\n- [2026-10-02] Two\r\n- [2026-10-22] PostgreSQL is the only store of record\r\n\r\n## Structure-Specific\r\n- [2026-10-03] Three\r\n- [2026-03-18] Config files are TOML\r\n\r\n### Deep\r\n- Four\r\n## Coordinator Notes\r\n- Five",
    )
    expect(entries.map(({ text: said, how }) => [said.slice(0, 4), how])).toEqual([
      ["Post", "merged"],
      ["Two", "same"],
      ["Thre", "same"],
      ["Four", "same"],
      ["Five", "same"],
      ["Conf", "moved"],
      ["Post", "merged"],
      ["Two", "merged"],
    ])
  })

  it("takes a shared file and role files together", () => {
    const { text, entries } = gathered([
      shared("# Shared\n\n- [2026-01-01] For all\n"),
      claude("risk-architect", "# Risk\n\n- For all\n- [2026-02-01] Own\n"),
      claude("architecture-coordinator", "- Note\n"),
    ])
    expect(text).toBe(
      "# Architecture Category Memory\n\n## Shared Patterns\n- [2026-01-01] For all\n\n## Risk-Specific\n- [2026-02-01] Own\n\n## Coordinator Notes\n- Note\n",
    )
    expect(entries.map(({ how }) => how)).toEqual(["moved", "merged", "moved", "moved"])
  })

  it("writes rows and lines of an index as items, and closes a fence that a file left open", () => {
    const { text, entries, problems } = gathered([
      claude(
        "structure-architect",
        "# Index\n\n| File | What |\n|---|---|\n| [A](a.md) | first |\n| [B](b.md) | second |\n\n## Code\n\n```ts\nconst one = 1\n",
      ),
      claude("risk-architect", "- After\n"),
    ])
    expect(problems).toEqual([])
    expect(text).toContain(
      "- [A](a.md) | first\n- [B](b.md) | second\n\n### Code\n- ```ts\n  const one = 1\n\n## Risk-Specific\n- After",
    )
    expect(entries).toHaveLength(4)
  })

  it("loses nothing of files of any kind, and reports the new position of each entry", () => {
    const line = fc.oneof(
      fc
        .tuple(
          fc.constantFrom("- ", "* ", "1. ", ""),
          fc.constantFrom("[2026-01-02] ", ""),
          fc.constantFrom(
            "Alpha",
            "Beta is two",
            "Gamma `code`",
            "~~Old~~ ← STALE (gone)",
            "| a | b |",
            "[x](x.md)",
          ),
        )
        .map((parts) => parts.join("")),
      fc.constantFrom(
        "",
        "",
        "## Watch Points",
        "### Deep",
        "## Risk-Specific",
        "# Again",
        "---",
        "<!-- note -->",
        "```",
        "  nested",
        "    code",
        "> quote",
        "Title\n=====",
        "| a | b |\n|---|---|\n| c | d |",
      ),
    )
    const text = fc
      .tuple(fc.constantFrom("", "# Title\n\n", "---\nagent: x\n---\n"), fc.array(line, { maxLength: 14 }))
      .map(([head, lines]) => `${head}${lines.join("\n")}\n`)
    let done = 0
    fc.assert(
      fc.property(text, text, fc.option(text), (one, other, into) => {
        const sources = [claude("structure-architect", one), kaizen("risk-architect", other)]
        const stands = into === null ? null : category(into)
        const made = gathered(sources, stands)
        for (const { path, message } of made.problems)
          expect([path.length > 0, message.length > 20]).toEqual([true, true])
        if (made.problems.length > 0) return
        done += 1
        const after = categoryMemory.parse(made.text, D)
        const all = [...sources.map((source) => source.memory), ...(stands ? [stands] : [])]
        expect(made.entries).toHaveLength(all.reduce((sum, { ids }) => sum + ids.length, 0))
        for (const { text: said, state, to } of made.entries)
          expect(after.entries[to.at]).toMatchObject({ text: said, state, span: { line: to.line } })
        expect(new Set(made.entries.map(({ to }) => to.at)).size).toBe(after.entries.length)
      }),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 400) },
    )
    expect(done).toBeGreaterThan(200)
  })

  it("names sections in full for agents whose short names are equal, so that none loads another's", () => {
    const agents = ["contract-tester", "contract-reviewer", "unit-tester"]
    const roster = listRoleSections(agents)
    expect(agents.map((agent) => roster.sectionOf(agent))).toEqual([
      "Contract Tester-Specific",
      "Contract Reviewer-Specific",
      "Unit-Specific",
    ])
    expect(agents.flatMap((agent) => roster.ownersOf(agent.replace("unit-tester", "unit")))).toEqual(agents)
    expect(roster.ownersOf("nobody")).toEqual([])
  })
})
