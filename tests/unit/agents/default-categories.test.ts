import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  DEFAULT_TAXONOMY,
  categoryOfName,
  DEFAULT_CATEGORIES,
  matchesRule,
  placeOfName,
  type TaxonomyCategory,
  teamTaxonomy,
} from "@/lib/memory/agents/categories"

const own = (slug: string, more: Partial<TaxonomyCategory> = {}): TaxonomyCategory => ({
  slug,
  name: slug,
  agents: [],
  coordinator: null,
  writePolicy: "coordinated",
  sharing: "high",
  rules: [],
  standing: true,
  ...more,
})

describe("the default taxonomy", () => {
  it("has thirteen categories, and no agent in two of them", () => {
    expect(DEFAULT_TAXONOMY).toHaveLength(13)
    const names = DEFAULT_TAXONOMY.flatMap((one) => [
      ...one.agents,
      ...(one.coordinator === null ? [] : [one.coordinator]),
    ])
    expect(new Set(names).size).toBe(names.length)
    expect([names.length, DEFAULT_TAXONOMY.filter(({ agents }) => agents.length === 0)]).toEqual([40, []])
  })

  it("places its agents, their coordinators and those that they took over from", () => {
    const slugOf = (name: string) => categoryOfName(DEFAULT_CATEGORIES, name)?.slug
    expect(
      ["unit-tester", "testing-coordinator", "lead", "architect", "devils-advocate", "plan-writer"].map(
        slugOf,
      ),
    ).toEqual(["testing", "testing", "delivery", "architecture", "validation", "planning"])
    expect(slugOf("gardener")).toBeUndefined()
  })
})

describe("the taxonomy of a team", () => {
  it("replaces the default's categories with its own, and appends new ones", () => {
    const taxonomy = teamTaxonomy([
      own("zoo"),
      own("testing", { name: "Trials", agents: ["unit-tester"] }),
      own("apes"),
    ])
    expect(taxonomy).toHaveLength(15)
    expect(taxonomy.find(({ slug }) => slug === "testing")).toMatchObject({
      name: "Trials",
      standing: true,
      agents: ["unit-tester"],
    })
    expect(taxonomy.slice(-2).map(({ slug }) => slug)).toEqual(["apes", "zoo"])
    expect(taxonomy.filter(({ standing }) => standing)).toHaveLength(3)
  })

  it("excludes defaults that a person removed, and names that its own categories have", () => {
    const taxonomy = teamTaxonomy(
      [
        own("quality", { agents: ["unit-tester"], coordinator: "review-coordinator" }),
        own("delivery", { coordinator: "testing-coordinator" }),
      ],
      ["planning"],
    )
    expect(taxonomy.map(({ slug }) => slug)).not.toContain("planning")
    expect(categoryOfName(taxonomy, "decomposition-planner")).toBeNull()
    expect(taxonomy.find(({ slug }) => slug === "testing")).toMatchObject({
      standing: false,
      agents: ["contract-tester", "regression-tester", "integrator"],
      coordinator: null,
    })
  })
})

describe("the place of a name", () => {
  const taxonomy = teamTaxonomy([
    own("quality", {
      agents: ["smoke-tester"],
      coordinator: "head-tester",
      rules: ["*-tester", "*-verifier"],
    }),
    own("smoke", { rules: ["smoke-*", "*r"] }),
  ])

  it("is found by coordinator, list and rule, then by the defaults of categories that do not exist yet", () => {
    const placed = (name: string) => {
      const { category, why, by } = placeOfName(taxonomy, name) ?? { category: null, why: null, by: null }
      return [category?.slug, why, by]
    }
    expect(placed("head-tester")).toEqual(["quality", "coordinator", null])
    expect(placed("smoke-tester"), "listed, though a longer rule is another's").toEqual([
      "quality",
      "member",
      null,
    ])
    expect(placed("unit-tester"), "a rule of the team, though the default lists it").toEqual([
      "quality",
      "rule",
      "*-tester",
    ])
    expect(placed("smoke-verifier"), "the longer rule").toEqual(["quality", "rule", "*-verifier"])
    expect(placed("smoke-alarm")).toEqual(["smoke", "rule", "smoke-*"])
    expect(placed("spec-checker"), "the shorter one where no other matches").toEqual(["smoke", "rule", "*r"])
    expect(placed("devils-advocate")).toEqual(["validation", "predecessor", "correctness-challenger"])
    expect(placed("codebase-research")).toEqual([undefined, null, null])
  })

  it("is the first category's where two rules are as long", () => {
    expect(categoryOfName([own("one", { rules: ["a*"] }), own("two", { rules: ["*b"] })], "ab")?.slug).toBe(
      "one",
    )
    expect(categoryOfName([own("two", { rules: ["*b"] }), own("one", { rules: ["a*"] })], "ab")?.slug).toBe(
      "two",
    )
  })
})

describe("a rule", () => {
  it("matches whole names, in any case of letters", () => {
    const yes = [
      ["*-architect", "risk-architect"],
      ["*", "x"],
      ["infra-*", "Infra-Impl"],
      ["a?c", "abc"],
      ["*a*b*", "xaxxbx"],
      ["plain", "plain"],
      ["*.qa", "team.qa"],
      ["**", ""],
    ] as const
    const no = [
      ["*-architect", "architect"],
      ["*-architect", "risk-architects"],
      ["a?c", "ac"],
      ["plain", "plainer"],
      ["*.qa", "teamxqa"],
      ["?", ""],
    ] as const
    for (const [rule, name] of yes) expect(matchesRule(rule, name), `${rule} and ${name}`).toBe(true)
    for (const [rule, name] of no) expect(matchesRule(rule, name), `${rule} and ${name}`).toBe(false)
  })

  it("matches as a regular expression of it would", () => {
    const some = (of: string) => fc.string({ unit: fc.constantFrom(...of), maxLength: 8 })
    fc.assert(
      fc.property(some("ab*?"), some("ab"), (rule, name) => {
        const expression = new RegExp(
          `^${rule.replace(/\*+/g, "*").replaceAll("*", ".*").replaceAll("?", ".")}$`,
        )
        expect(matchesRule(rule, name)).toBe(expression.test(name))
      }),
      { numRuns: 2_000 },
    )
  })

  it("is fast for any number of stars", () => {
    expect(matchesRule(`${"*a".repeat(30)}b`, "a".repeat(80))).toBe(false)
  })
})
