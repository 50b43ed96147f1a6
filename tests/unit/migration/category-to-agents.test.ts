import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { splitCategoryIntoAgents } from "@/lib/memory/migration/category-to-agents"
import { category, claude, editedSince, freshAgent, gathered, kaizen, spreadBack } from "./layouts"

const STRUCTURE =
  "# Structure architect\n\n- [2026-03-18] Config files are TOML\n- [2026-10-22] PostgreSQL is the only store of record\n\n## Watch Points\n- Mind the gap\n"
const RISK =
  "---\nagent: risk-architect\nproject: ledger\n---\n\n## Accumulated Findings\n<!-- Patterns, recurring issues, key decisions encountered -->\n- [2026-09-01] PostgreSQL is the only store of record\n\n## Watch Points\n- [2026-01-02] The feed is polled\n\n## Session Log\n- 2026-01-01 · looked · done\n"
const sources = [claude("structure-architect", STRUCTURE), kaizen("risk-architect", RISK)]
const made = gathered(sources)
const textOf = ({ files }: ReturnType<typeof splitCategoryIntoAgents>, agent: string) =>
  files.find((file) => file.agent === agent)?.text

describe("spreading a category's memory over its agents", () => {
  it("gives each file its very bytes again where nothing changed since", () => {
    const back = spreadBack(sources, made, category(made.text))
    expect(back.problems).toEqual([])
    expect(back.files.map(({ text, restored }) => [text, restored])).toEqual([
      [STRUCTURE, true],
      [RISK, true],
    ])
    expect(back.files.flatMap(({ ids }) => ids)).toEqual(sources.flatMap(({ memory }) => memory.ids))
    expect(back.entries.map(({ text, to }) => [text.slice(0, 8), to.path.split("/")[2], to.line])).toEqual([
      ["PostgreS", "structure-architect", 4],
      ["PostgreS", "risk-architect", 8],
      ["Config f", "structure-architect", 3],
      ["Mind the", "structure-architect", 7],
      ["The feed", "risk-architect", 11],
    ])
  })

  it("applies later edits to the original entries in each file, and nothing else", () => {
    const now = editedSince(made.text, (text) =>
      text
        .replace("Config files are TOML", "Config files are TOML, all of them")
        .replace("- Mind the gap\n", "")
        .replace("The feed is polled", "~~The feed is polled~~ ← STALE (pushed)")
        .replace("### Watch Points\n- [2026", "### Watch Points\n- New risk\n- [2026"),
    )
    const back = spreadBack(sources, made, now)
    expect(back.problems).toEqual([])
    expect(textOf(back, "structure-architect")).toBe(
      "# Structure architect\n\n- [2026-03-18] Config files are TOML, all of them\n- [2026-10-22] PostgreSQL is the only store of record\n\n## Watch Points\n",
    )
    expect(textOf(back, "risk-architect")).toBe(
      RISK.replace(
        "- [2026-01-02] The feed is polled\n",
        "- [2026-01-02] ~~The feed is polled~~ ← STALE (pushed)\n- New risk\n",
      ),
    )
    expect(back.files.map(({ restored }) => restored)).toEqual([false, false])
    expect(back.left.map(({ why }) => why)).toContain(
      "1 entry has since been removed from .claude/agent-memory/architecture/MEMORY.md and was removed here too",
    )
  })

  it("gives new shared entries to every agent, and merged entries only to their authors", () => {
    const now = editedSince(made.text, (text) =>
      text.replace("## Shared Patterns\n", "## Shared Patterns\n- [2026-11-20] Zod checks every input\n"),
    )
    const back = spreadBack(sources, made, now, ["interface-architect"])
    expect(textOf(back, "structure-architect")).toBe(
      STRUCTURE.replace("record\n", "record\n- [2026-11-20] Zod checks every input\n"),
    )
    expect(textOf(back, "risk-architect")).toBe(
      RISK.replace("record\n", "record\n- [2026-11-20] Zod checks every input\n"),
    )
    expect(textOf(back, "interface-architect")).toBe(
      "# interface-architect memory\n\n- [2026-11-20] Zod checks every input\n",
    )
    expect(back.entries.filter(({ text }) => text.startsWith("Zod")).map(({ how }) => how)).toEqual([
      "moved",
      "moved",
      "moved",
    ])
  })

  it("creates missing files with the sections that the category file names", () => {
    const text =
      "# Architecture Category Memory\n\n## Shared Patterns\n- [2026-01-01] For all\n\n## Structure-Specific\n- ~~Old~~ ← STALE (gone)\n\n### Watch Points\nA paragraph\n\n```ts\ncode\n```\n\n## Coordinator Notes\n- Note\n"
    const back = splitCategoryIntoAgents({
      category: "Architecture",
      from: category(text),
      agents: ["structure-architect", "risk-architect", "architecture-coordinator"].map(freshAgent),
    })
    expect(back.problems).toEqual([])
    expect(back.files.map((file) => file.text)).toEqual([
      "# structure-architect memory\n\n- [2026-01-01] For all\n- ~~Old~~ ← STALE (gone)\n\n## Watch Points\nA paragraph\n\n```ts\ncode\n```\n",
      "# risk-architect memory\n\n- [2026-01-01] For all\n",
      "# architecture-coordinator memory\n\n- [2026-01-01] For all\n- Note\n",
    ])
  })

  it("refuses an entry without a recipient, and says how to continue", () => {
    const back = splitCategoryIntoAgents({
      category: "Architecture",
      from: category("## Strategy-Specific\n- one\n- two\n\n## Coordinator Notes\n- three\n"),
      agents: [freshAgent("structure-architect")],
    })
    expect(back.files).toEqual([])
    expect(back.problems.map(({ message }) => message)).toEqual([
      "line 2: no agent in Architecture matches the section for strategy: add a matching agent under Settings > Categories, or rename the section",
      "line 3: no agent in Architecture matches the section for strategy: add a matching agent under Settings > Categories, or rename the section",
      "line 6: Architecture has no coordinator to receive its Coordinator Notes: choose one under Settings > Categories, or move these notes to another section",
    ])
    const silent = splitCategoryIntoAgents({
      category: "Architecture",
      from: category("## Structure-Specific\n- one\n"),
      agents: [{ ...freshAgent("structure-architect"), optedOut: true }],
    })
    expect(silent.problems[0]?.message).toMatch(/structure-architect has opted out/)
  })

  it("keeps an agent's existing file, and adds only entries that it lacks", () => {
    const stands = claude("structure-architect", "# Mine\n\n- For all\n").memory
    const back = splitCategoryIntoAgents({
      category: "Architecture",
      from: category("## Shared Patterns\n- For all\n- Another\n"),
      agents: [
        { ...freshAgent("structure-architect"), files: [{ ...stands, standing: "present", became: null }] },
      ],
    })
    expect(back.files[0]?.text).toBe("# Mine\n\n- For all\n- Another\n")
    expect(back.entries.map(({ from, how }) => [from.path.split("/")[2], how])).toEqual([
      ["architecture", "same"],
      ["architecture", "moved"],
      ["structure-architect", "same"],
    ])
  })

  it("restores the same bytes for any files that could be gathered", () => {
    const line = fc.constantFrom(
      "- [2026-01-02] Alpha",
      "- Beta is two",
      "* Gamma `code`",
      "- ~~Old~~ ← STALE (gone)",
      "Words",
      "| a | b |\n|---|---|\n| [c](c.md) | d |",
      "",
      "## Watch Points",
      "### Deep",
      "## Shared Patterns",
      "---",
      "<!-- note -->",
      "```\ncode\n```",
      "- [2026-05-02] Alpha",
      "  nested",
      "> quote",
    )
    const text = fc
      .tuple(
        fc.constantFrom("", "# Title\n\n", "---\nagent: x\n---\n", "\uFEFF"),
        fc.array(line, { maxLength: 12 }),
        fc.constantFrom("\n", "\r\n"),
      )
      .map(([head, lines, eol]) => `${head}${lines.join("\n")}\n`.replaceAll("\n", eol))
    let done = 0
    fc.assert(
      fc.property(text, text, (one, other) => {
        const own = [claude("structure-architect", one), kaizen("risk-architect", other)]
        const both = gathered(own)
        if (both.problems.length > 0) return
        done += 1
        const back = spreadBack(own, both, category(both.text))
        expect(back.problems).toEqual([])
        expect(back.files.map((file) => [file.text, file.restored])).toEqual([
          [one, true],
          [other, true],
        ])
      }),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 300) },
    )
    expect(done).toBeGreaterThan(150)
  })
})
