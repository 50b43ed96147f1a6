import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { HEALTH_PARTS, type HealthFacts } from "@/lib/memory/health/health-parts"
import { bandOf, healthOf } from "@/lib/memory/health/health"

const WHOLE: HealthFacts = {
  files: 10,
  measuredFiles: 10,
  entries: 100,
  staleEntries: 0,
  agents: 10,
  agentsWithMemory: 10,
  agentsCurrent: 10,
  agentsOld: 0,
  agentsNever: 0,
  workspaces: 2,
  searchable: 100,
  filesWithoutMeaning: null,
  subjects: {},
}

const partsOf = (facts: HealthFacts) =>
  Object.fromEntries(healthOf(facts).parts.map(({ name, score }) => [name, score]))

describe("the health of memory", () => {
  it("is 100 where nothing is wrong", () => {
    expect(healthOf(WHOLE).score).toBe(100)
    expect(healthOf(WHOLE).parts.every((part) => part.score === 100)).toBe(true)
  })

  it("is none where there is no memory", () => {
    expect(healthOf({ ...WHOLE, files: 0 }).score).toBeNull()
  })

  it("lowers each part by its share of problems", () => {
    expect(partsOf({ ...WHOLE, subjects: { malformed: 1 } })).toMatchObject({ parseable: 90, budget: 100 })
    expect(partsOf({ ...WHOLE, subjects: { "bad-frontmatter": 1 } })).toMatchObject({ parseable: 95 })
    expect(partsOf({ ...WHOLE, subjects: { "past-cut": 2, "over-budget": 2 } })).toMatchObject({ budget: 70 })
    expect(partsOf({ ...WHOLE, agentsCurrent: 6, agentsOld: 2, agentsNever: 2 })).toMatchObject({
      loaded: 70,
    })
    expect(partsOf({ ...WHOLE, staleEntries: 25 })).toMatchObject({ staleness: 75 })
    expect(partsOf({ ...WHOLE, subjects: { "compaction-overdue": 1 } })).toMatchObject({ compaction: 50 })
  })

  it("counts quarantined and removed files as missing from the total", () => {
    expect(partsOf({ ...WHOLE, subjects: { "set-aside": 10 } })).toMatchObject({ parseable: 50 })
    expect(partsOf({ ...WHOLE, subjects: { gone: 30 } })).toMatchObject({ linked: 25 })
  })

  it("ignores alerts that only name a place", () => {
    expect(
      healthOf({ ...WHOLE, subjects: { "stale-file": 4, "cold-agent": 2, "log-missing": 1 } }).score,
    ).toBe(100)
  })

  it("explains in words how each part is measured", () => {
    const messages = (more: Partial<HealthFacts>) =>
      Object.fromEntries(healthOf({ ...WHOLE, ...more }).parts.map(({ name, message }) => [name, message]))
    expect(messages({})).toEqual({
      present: "10 agents have memory",
      parseable: "All 10 files parse without errors",
      linked: "All links and references work",
      loaded: "10 agents are up to date, 0 outdated, 0 without a delivery",
      budget: "All 10 files with a limit are within their limits",
      staleness: "No stale entries",
      compaction: "All 2 workspaces with daily logs are up to date",
      searchable: "100 entries are searchable by keyword",
    })
    expect(
      messages({
        agentsWithMemory: 1,
        agents: 2,
        subjects: { malformed: 1_200, "over-budget": 2, "past-cut": 1 },
        searchable: 99,
        filesWithoutMeaning: 1,
      }),
    ).toMatchObject({
      present: "1 of 2 agents has memory",
      parseable: "1,200 with parse errors",
      budget: "1 truncated at the load limit, 2 over the line budget",
      searchable: "99 of 100 entries are searchable by keyword; 1 file is not searchable by meaning yet",
    })
    expect(messages({ agentsCurrent: 0, workspaces: 0, files: 1 })).toMatchObject({
      loaded: "No deliveries recorded yet",
      compaction: "No daily logs",
      parseable: "The file parses without errors",
    })
  })

  it("is good, fair or poor by its score", () => {
    expect([100, 90, 89, 70, 69, 0, null].map(bandOf)).toEqual([
      "good",
      "good",
      "fair",
      "fair",
      "poor",
      "poor",
      "none",
    ])
  })

  it("leaves out parts without data, and distributes their weight among the others", () => {
    const { parts, score } = healthOf({ ...WHOLE, agentsCurrent: 0, agentsNever: 10, workspaces: 0 })
    expect(parts.find((part) => part.name === "loaded")).toMatchObject({ score: null, weight: 0 })
    expect(parts.reduce((sum, part) => sum + part.weight, 0)).toBeCloseTo(1)
    expect(score).toBe(100)
  })

  it("says 100 of nothing that has a fault", () => {
    expect(healthOf({ ...WHOLE, files: 5_000, subjects: { malformed: 1 } }).score).toBe(99)
  })

  it("stays between 0 and 100 and decreases with each problem, for any input", () => {
    const count = fc.nat({ max: 50 })
    const facts = fc.record({
      files: count,
      measuredFiles: count,
      entries: count,
      staleEntries: count,
      agents: count,
      agentsWithMemory: count,
      agentsCurrent: count,
      agentsOld: count,
      agentsNever: count,
      workspaces: count,
      searchable: count,
      filesWithoutMeaning: fc.constant(null),
      subjects: fc.record({ malformed: count, "past-cut": count, gone: count, "compaction-overdue": count }),
    })
    fc.assert(
      fc.property(facts, (one) => {
        const { score, parts } = healthOf(one)
        expect(parts.map((part) => part.name)).toEqual([...HEALTH_PARTS])
        for (const value of [score, ...parts.map((part) => part.score)])
          expect(value === null || (value >= 0 && value <= 100)).toBe(true)
        const worse = healthOf({
          ...one,
          subjects: { ...one.subjects, malformed: one.subjects.malformed + 1 },
        }).score
        expect(score === null || (worse ?? 0) <= score).toBe(true)
      }),
    )
  })
})
