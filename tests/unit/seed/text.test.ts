import { describe, expect, it } from "vitest"
import { formatById } from "@/lib/formats/format-detection"
import { isIncluded } from "@/lib/memory/seed/plan"
import { classifySeed } from "@/lib/memory/seed/entry-placement"
import {
  headingsFor,
  fitText,
  planWithLineCount,
  seedText,
  type Seeding,
  leaveOutUnwritable,
  writeSeed,
} from "@/lib/memory/seed/seeded-file"
import { SEED_FORMATS } from "@/lib/memory/seed/seed-entry"
import { textLines } from "@/lib/memory/text/line-differences"
import { DEVELOPMENT } from "./labelled/development"
import { HELD_OUT_SEEDS } from "./labelled/held-out"
import { readFamilies } from "./labelled/labelled"

const PATHS = {
  kaizen: ".kaizen/agents/scout/memory.md",
  "category-memory": ".claude/agent-memory/architecture/MEMORY.md",
  "claude-agent-memory": ".claude/agent-memory/scout/MEMORY.md",
  "memory-protocol": "memory/projects/ledger/memory.json",
  "memory-workspace": "MEMORY.md",
  "openclaw-workspace": "MEMORY.md",
  "agents-dir-memory": ".agents/memory/MEMORY.md",
  "claude-auto-memory": ".claude/memory/MEMORY.md",
  "cline-memory-bank": "memory-bank/activeContext.md",
  "serena-memories": ".serena/memories/seed.md",
  "mcp-memory-graph": "memory.jsonl",
} as const
const seedingOf = (
  id: (typeof SEED_FORMATS)[number],
  roles: readonly string[],
  stood: Seeding["stood"] = new Map(),
): Seeding => {
  const format = formatById(id)
  return {
    format,
    path: PATHS[id],
    text: format.scaffold({
      agent: "scout",
      project: "ledger",
      category: "architecture",
      roles,
      date: "2026-11-22",
    }),
    roles,
    stood,
  }
}
const families = [...readFamilies(DEVELOPMENT), ...readFamilies(HELD_OUT_SEEDS)]
const [architects] = families
if (architects === undefined) throw new Error("no labelled entries")

const ODD = [
  "One line",
  "A line\ngoes on here",
  "Steps:\n- first\n- second\n  - nested\n  - again",
  "A table says:\n\n| a | b |\n| - | - |\n| 1 | 2 |",
  "Run it:\n\n```sh\nnpm test\n```",
  "Ends **bold**",
  "1. looks like a number",
  "Two paragraphs.\n\nThe second one.",
]

describe("the text of a seeded memory", () => {
  it.each(SEED_FORMATS)(
    "holds every odd entry once, word for word, in a file of %s that its format reads without a warning",
    (id) => {
      const seeding = seedingOf(id, ["risk-architect"])
      const entries = ODD.map((text, at) => ({
        entry: String(at),
        from: "architect",
        text,
        date: at % 2 === 0 ? `2026-0${at + 1}-03` : null,
        place: at % 3 === 0 ? { kind: "shared" as const } : { kind: "role" as const, role: "risk-architect" },
        reason: "",
        confidence: 0.5,
      }))
      const written = seedText(seeding, entries)
      if (!written.ok) throw new Error(`${written.entry}: ${written.why}`)
      expect(written.parsed.entries).toHaveLength(ODD.length)
      expect(entries.map(({ entry }) => written.parsed.entries[written.at.get(entry) ?? -1]?.text)).toEqual(
        ODD,
      )
      if (id !== "mcp-memory-graph")
        expect(entries.map(({ entry }) => written.parsed.entries[written.at.get(entry) ?? -1]?.date)).toEqual(
          entries.map(({ date }) => date),
        )
      expect(written.parsed.diagnostics.filter(({ severity }) => severity !== "info")).toEqual([])
      expect(written.lines).toBe(textLines(written.text).length)
    },
  )

  it("has the sections of a category's memory, each with its entries", () => {
    const one = (entry: string, text: string, place: Parameters<typeof seedText>[1][number]["place"]) => ({
      entry,
      from: "architect",
      text,
      date: "2026-11-02",
      place,
      reason: "",
      confidence: 0.5,
    })
    const written = seedText(seedingOf("category-memory", ["structure-architect", "risk-architect"]), [
      one("a", "All see it", { kind: "shared" }),
      one("b", "Rolls back", { kind: "role", role: "risk-architect" }),
      one("c", "Splits the work", { kind: "coordinator" }),
    ])
    expect(written).toMatchObject({
      ok: true,
      text: "# Architecture Category Memory\n\n## Shared Patterns\n\n- [2026-11-02] All see it\n\n## Structure-Specific\n\n## Risk-Specific\n\n- [2026-11-02] Rolls back\n\n## Coordinator Notes\n\n- [2026-11-02] Splits the work\n",
      lines: 15,
    })
  })

  it("keeps the section of an entry in a Kaizen memory", () => {
    const entries = ["What Worked", "Session Log", "Watch points", null].map((stood, at) => ({
      stood,
      one: {
        entry: String(at),
        from: "ann",
        text: `Says ${at}`,
        date: null,
        place: { kind: "shared" as const },
        reason: "",
        confidence: 0.5,
      },
    }))
    const written = seedText(
      seedingOf("kaizen", ["scout"], new Map(entries.map(({ stood, one }) => [one.entry, stood]))),
      entries.map(({ one }) => one),
    )
    expect(
      written.ok &&
        written.parsed.entries.map(({ text, section }) => [
          text,
          written.parsed.sections[section ?? -1]?.name,
        ]),
    ).toEqual([
      ["Says 1", "Accumulated Findings"],
      ["Says 3", "Accumulated Findings"],
      ["Says 0", "What Worked"],
      ["Says 2", "Watch Points"],
    ])
  })

  it("names the entry that cannot be written, and the text that would be parsed differently", () => {
    const seeding = seedingOf("category-memory", [])
    const bad = { entry: "bad", text: "ok\n# A heading\nof its own", date: null, heading: "Shared Patterns" }
    const written = writeSeed(seeding, [
      { entry: "good", text: "Fine", date: null, heading: "Shared Patterns" },
      bad,
      { ...bad, entry: "empty", text: " " },
    ])
    expect(written).toMatchObject({ ok: false })
    const left = leaveOutUnwritable(seeding, [
      {
        entry: "empty",
        from: "a",
        text: "",
        date: null,
        place: { kind: "shared" },
        reason: "",
        confidence: 0.5,
      },
    ])
    expect(left[0]).toMatchObject({
      place: { kind: "left-out", why: "guard", was: { place: { kind: "shared" } } },
    })
  })
})

describe("roles with the same short title", () => {
  it("have their full names as headings, so that neither loads the other's entries", () => {
    const roles = ["structure-architect", "structure-planner", "risk-architect"]
    const heading = headingsFor("category-memory", roles, [])
    expect(roles.map((role) => heading({ kind: "role", role }, null))).toEqual([
      "Structure Architect-Specific",
      "Structure Planner-Specific",
      "Risk-Specific",
    ])
    const written = seedText(
      seedingOf("category-memory", roles),
      roles.map((role) => ({
        entry: role,
        from: "a",
        text: `Of ${role}`,
        date: null,
        place: { kind: "role", role },
        reason: "",
        confidence: 0.5,
      })),
    )
    expect(
      written.ok &&
        written.parsed.sections.map(({ audience }) =>
          audience.kind === "role" ? audience.role : audience.kind,
        ),
    ).toEqual([
      "everyone",
      "everyone",
      ...roles.map((role) => (role === "risk-architect" ? "risk" : role)),
      "coordinator",
    ])
    expect(() => headingsFor("category-memory", ["Scout", "scout"], [])).toThrow(
      "Scout and scout would have the same section",
    )
  })
})

describe("a seeded memory within its budget", () => {
  it.each([20, 40, 100])(
    "of %i lines has as many as its plan says, and every entry in one place",
    (lines) => {
      for (const { asked, entries } of families) {
        const seeding = seedingOf(
          "category-memory",
          asked.roles,
          new Map(entries.map(({ id, section }) => [id, section])),
        )
        const plan = fitText(seeding, leaveOutUnwritable(seeding, classifySeed(asked, entries)), lines)
        const written = seedText(seeding, plan.placements)
        expect(written).toMatchObject({ ok: true, lines: plan.lines })
        expect(plan.lines).toBeLessThanOrEqual(lines)
        expect(plan.placements.map(({ entry }) => entry)).toEqual(entries.map(({ id }) => id))
        const out = plan.placements.filter(({ place }) => place.kind === "left-out" && place.why === "budget")
        const room = lines - plan.lines
        // A one-line entry is never left out while there is a free line below an existing heading.
        if (room > 0)
          expect(
            out.filter(
              ({ place, text }) =>
                place.kind === "left-out" &&
                place.was !== undefined &&
                !text.includes("\n") &&
                planWithLineCount(
                  seeding,
                  plan.placements.map((one) =>
                    one.place === place && place.was ? { ...one, ...place.was } : one,
                  ),
                  lines,
                ).over === 0,
            ).length,
          ).toBe(0)
        expect(
          plan.placements.filter(isIncluded).length +
            plan.placements.filter(({ place }) => place.kind === "left-out").length,
        ).toBe(entries.length)
      }
    },
  )
})
