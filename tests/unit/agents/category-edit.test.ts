import { describe, expect, it } from "vitest"
import {
  editCategory,
  isRule,
  listingOf,
  moveName,
  whyNotBeside,
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

describe("a rule", () => {
  it("has a letter or a digit, and nothing that no name has", () => {
    for (const rule of ["*-tester", "a", "q?", "*.9*", "ünit-*"]) expect(isRule(rule), rule).toBe(true)
    for (const rule of ["*", "?*-", "", "a b", "a/b", "[a]"]) expect(isRule(rule), rule).toBe(false)
  })
})

describe("an edited category", () => {
  it("keeps fields that are not given, and removes duplicates", () => {
    const before = own("testing", { agents: ["a"], rules: ["*-x"], coordinator: "lead" })
    expect(editCategory(before, {})).toEqual(before)
    expect(
      editCategory(before, {
        coordinator: "a",
        members: ["a", "b", "b"],
        rules: ["*-Y", "*-y"],
        name: "Trials",
      }),
    ).toEqual({ ...before, name: "Trials", coordinator: "a", agents: ["b"], rules: ["*-y"] })
    expect(editCategory(before, { coordinator: null }).coordinator).toBeNull()
    expect(editCategory({ ...before, standing: false }, {}).standing).toBe(true)
  })

  it("may take from a category of the default that is not made", () => {
    expect(
      whyNotBeside(
        own("quality", { agents: ["unit-tester"], coordinator: "review-coordinator" }),
        teamTaxonomy([]),
      ),
    ).toBeNull()
    expect(
      whyNotBeside(
        own("quality", { agents: ["unit-tester"] }),
        teamTaxonomy([own("testing", { coordinator: "unit-tester" })]),
      ),
    ).toBe(
      "members: unit-tester coordinates testing. First move the agent to this category, or remove the agent from testing",
    )
  })
})

describe("a name that moves", () => {
  const taxonomy = teamTaxonomy([
    own("one", { agents: ["ann"], coordinator: "lead" }),
    own("two", { agents: ["bob"] }),
  ])
  const moved = (name: string, to: string | null) =>
    moveName(taxonomy, name, to).map(({ slug, agents, coordinator }) => [slug, agents, coordinator])

  it("leaves its list for the other", () => {
    expect(moved("ann", "two")).toEqual([
      ["one", [], "lead"],
      ["two", ["bob", "ann"], null],
    ])
    expect(moved("lead", "two")).toEqual([
      ["one", ["ann"], null],
      ["two", ["bob", "lead"], null],
    ])
    expect(moved("ann", null)).toEqual([["one", [], "lead"]])
  })

  it("keeps its position, and its role as coordinator", () => {
    expect(moved("ann", "one")).toEqual([])
    expect(moved("lead", "one")).toEqual([])
  })

  it("removes an unsaved category from a list only if nothing else has it", () => {
    expect(moved("unit-tester", "two").map(([slug]) => slug)).toEqual(["two"])
    expect(
      moved("unit-tester", null).map(([slug, agents]) => [
        slug,
        (agents as string[]).includes("unit-tester"),
      ]),
    ).toEqual([["testing", false]])
    expect(listingOf(taxonomy, "unit-tester")?.slug).toBe("testing")
    expect(listingOf(taxonomy, "nobody")).toBeNull()
  })
})
