import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { identify } from "@/lib/formats/format-detection"
import { surroundingsOf } from "@/lib/formats/memory-signs"
import { storedFormat } from "@/lib/operations/writing/revise-head"
import { isIncluded } from "@/lib/memory/seed/plan"
import { classifySeed } from "@/lib/memory/seed/entry-placement"
import type { SeedEntry, SeedFormat } from "@/lib/memory/seed/seed-entry"
import { fitText, seedText, leaveOutUnwritable } from "@/lib/memory/seed/seeded-file"
import { categoryOfName, DEFAULT_CATEGORIES } from "@/lib/memory/agents/categories"
import { textLines } from "@/lib/memory/text/line-differences"

const ROOT = "samples"
const filesBelow = (folder: string): string[] =>
  readdirSync(join(ROOT, folder)).flatMap((name) => {
    const path = `${folder}/${name}`
    return statSync(join(ROOT, path)).isDirectory() ? filesBelow(path) : [path]
  })

/** All memories of the sample fleet with entries, as they are stored after an import. */
const MEMORIES = ["platform/ledger", "platform/dispatch", "shipper-experience/portal"].flatMap((project) => {
  const paths = filesBelow(project).map((path) => path.slice(project.length + 1))
  const around = surroundingsOf(paths)
  return paths.flatMap((path) => {
    const text = readFileSync(join(ROOT, project, path), "utf8")
    const found = identify(path, text, around(path))
    if (
      "leftAlone" in found ||
      !["memory", "index", "shared"].includes(found.location.role) ||
      /\.jsonl?$/.test(path)
    )
      return []
    const { entries, sections } = storedFormat(found.format.id).parse(text, path)
    const read = entries.map((entry, at): SeedEntry => ({
      id: `${path}#${at}`,
      from: found.location.agent ?? path,
      section: entry.section === null ? null : (sections[entry.section]?.name ?? null),
      text: entry.text,
      state: entry.state,
      retiredBecause: entry.retiredBecause,
      date: entry.date,
      type: entry.type,
      confidence: entry.confidence,
    }))
    return read.length === 0
      ? []
      : [{ project, path, agent: found.location.agent, category: found.location.category, entries: read }]
  })
})
const memoryOf = (name: string) =>
  MEMORIES.filter((one) => one.agent === name || one.category === name).flatMap(({ entries }) => entries)

/** New agents and their predecessors. */
const PAIRS: readonly (readonly [into: SeedFormat, agents: readonly string[], from: string])[] = [
  ...(["claude-agent-memory", "kaizen"] as const).flatMap((format) => [
    ...["correctness-challenger", "completeness-challenger", "robustness-challenger"].map(
      (agent) => [format, [agent], "devils-advocate"] as const,
    ),
    ...["structure-architect", "interface-architect", "risk-architect"].map(
      (agent) => [format, [agent], "architect"] as const,
    ),
    ...["decomposition-planner", "interface-planner", "strategy-planner"].map(
      (agent) => [format, [agent], "plan-writer"] as const,
    ),
  ]),
  [
    "category-memory",
    ["correctness-challenger", "completeness-challenger", "robustness-challenger"],
    "devils-advocate",
  ],
  ["category-memory", ["structure-architect", "interface-architect", "risk-architect"], "architect"],
  ["category-memory", ["structure-architect", "interface-architect", "risk-architect"], "architecture"],
  ["category-memory", ["decomposition-planner", "interface-planner", "strategy-planner"], "plan-writer"],
  ["category-memory", ["decomposition-planner", "interface-planner", "strategy-planner"], "planning"],
  ["category-memory", ["unit-tester", "contract-tester", "regression-tester", "integrator"], "testing"],
]

function seeded(format: SeedFormat, agents: readonly string[], entries: readonly SeedEntry[], lines = 100) {
  const category = categoryOfName(DEFAULT_CATEGORIES, agents[0] ?? "")
  if (category === null) throw new Error(`${agents[0]} is of no category`)
  const agent = format === "category-memory" ? null : (agents[0] ?? null)
  const folder = format === "category-memory" ? category.slug : agent
  const path =
    format === "kaizen" ? `.kaizen/agents/${agent}/memory.md` : `.claude/agent-memory/${folder}/MEMORY.md`
  const reading = storedFormat(format)
  const seeding = {
    format: reading,
    path,
    text: reading.scaffold({
      agent,
      project: "ledger",
      category: category.slug,
      roles: agents,
      date: "2026-11-21",
    }),
    roles: agents,
    stood: new Map(entries.map(({ id, section }) => [id, section])),
  }
  const placements = classifySeed(
    {
      agent,
      category,
      roles: agent === null ? agents : category.agents,
      today: "2026-11-21",
      staleDays: 180,
      known: [],
    },
    entries,
  )
  const plan = fitText(seeding, leaveOutUnwritable(seeding, placements), lines)
  return { plan, written: seedText(seeding, plan.placements) }
}

describe("the sample fleet", () => {
  it.each(PAIRS)(
    "in a %s, %j begin with what %s knows: every entry in one place, in at most 100 lines that are read without a warning",
    (format, agents, from) => {
      const entries = memoryOf(from)
      expect(entries.length).toBeGreaterThan(3)
      const { plan, written } = seeded(format, agents, entries)
      expect(plan.placements.map(({ entry }) => entry)).toEqual(entries.map(({ id }) => id))
      if (!written.ok) throw new Error(written.why)
      expect(written.lines).toBe(plan.lines)
      expect(textLines(written.text)).toHaveLength(plan.lines)
      expect(plan.lines).toBeLessThanOrEqual(100)
      expect(written.parsed.diagnostics.filter(({ severity }) => severity !== "info")).toEqual([])
      expect(written.parsed.entries.map(({ text }) => text).toSorted()).toEqual(
        plan.placements
          .filter(isIncluded)
          .map(({ text }) => text)
          .toSorted(),
      )
      expect(plan.counts.all).toBe(entries.length)
      if (process.env.SEED_FIGURES)
        console.log(
          [
            format,
            agents.join("+"),
            from,
            `${entries.length} entries`,
            `${written.parsed.entries.length} placed`,
            `${plan.lines} lines`,
            JSON.stringify(plan.counts.leftOut),
          ].join(" · "),
        )
    },
  )

  it("keeps every memory whole: each entry ends up in one place, for any agent and any budget", () => {
    for (const { entries } of MEMORIES.filter((one) => one.entries.length > 0)) {
      for (const lines of [12, 100]) {
        const { plan, written } = seeded(
          "category-memory",
          ["structure-architect", "risk-architect"],
          entries,
          lines,
        )
        expect(plan.placements.map(({ entry }) => entry)).toEqual(entries.map(({ id }) => id))
        expect(written).toMatchObject({ ok: true, lines: plan.lines })
        expect(plan.lines).toBeLessThanOrEqual(lines)
      }
    }
  })
})
