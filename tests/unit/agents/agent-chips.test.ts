import { describe, expect, it } from "vitest"
import {
  agentsOf,
  chipGroups,
  moveChips,
  neighbour,
  suggestionsOf,
  type ListedCategory,
  type UnplacedAgent,
  movedWords,
  taxonomySummary,
} from "@/components/agents/categories/categories"

const agent = (name: string, project = "ledger", entries = 1, byHand = false) => ({
  name,
  project,
  entries,
  byHand,
})
const category = (slug: string, more: Partial<ListedCategory>): ListedCategory => ({
  slug,
  name: slug,
  coordinator: null,
  writePolicy: "direct",
  sharing: "high",
  members: [],
  rules: [],
  agents: [],
  missing: [],
  standing: true,
  version: "1",
  ...more,
})
const unplaced = (name: string, more: Partial<UnplacedAgent> = {}): UnplacedAgent => ({
  ...agent(name),
  suggestion: null,
  ...more,
})

const CATEGORIES = [
  category("testing", {
    coordinator: "head",
    agents: [agent("unit", "ledger", 3), agent("unit", "wharf", 4), agent("head")],
    missing: ["later"],
  }),
  category("review", { agents: [agent("code"), agent("both", "wharf")] }),
]
const GROUPS = chipGroups(CATEGORIES, [
  unplaced("stray", { suggestion: { category: "review", why: "its rule s*" } }),
  unplaced("both"),
])
const names = (groups: ReturnType<typeof chipGroups>) =>
  Object.fromEntries(groups.map(({ slug, chips }) => [slug ?? "none", chips.map((one) => one.name)]))

describe("the chips of a taxonomy", () => {
  it("has one chip for each name in a category, coordinators first and missing agents last", () => {
    expect(names(GROUPS)).toEqual({
      testing: ["head", "unit", "later"],
      review: ["both", "code"],
      none: ["both", "stray"],
    })
    expect(GROUPS[0]?.chips[1]).toMatchObject({
      id: "testing/unit",
      projects: ["ledger", "wharf"],
      entries: 7,
      divided: false,
    })
  })

  it("move by name, or by agent if agents of the same name are elsewhere", () => {
    const chips = GROUPS.flatMap((group) => group.chips)
    expect(agentsOf(chips.filter(({ id }) => id === "testing/unit" || id === "review/both"))).toEqual([
      { name: "unit" },
      { name: "both", project: "wharf" },
    ])
  })

  it("appear at their new position before the server has answered", () => {
    expect(names(moveChips(GROUPS, new Set(["testing/unit", "testing/later", "/both"]), "review"))).toEqual({
      testing: ["head"],
      review: ["both", "code", "unit", "later"],
      none: ["stray"],
    })
    expect(moveChips(GROUPS, new Set(["/both"]), "review")[1]?.chips[0]).toMatchObject({
      projects: ["wharf", "ledger"],
      entries: 2,
    })
    expect(names(moveChips(GROUPS, new Set(["review/code"]), "review")), "to where they are").toEqual(
      names(GROUPS),
    )
    expect(names(moveChips(GROUPS, new Set(["testing/later"]), null)).none, "nobody is called so").toEqual([
      "both",
      "stray",
    ])
  })

  it("suggest a category for agents that have none", () => {
    const chips =
      chipGroups(
        [],
        [
          unplaced("a"),
          unplaced("b", { byHand: true, suggestion: { category: "review", why: "its rule b*" } }),
          unplaced("c", { suggestion: { category: "review", why: "its rule c*" } }),
        ],
      )[0]?.chips ?? []
    expect(
      suggestionsOf(chips).map(({ category: slug, why, chips: held }) => [
        slug,
        why,
        held.map(({ name }) => name),
      ]),
    ).toEqual([
      ["review", "its rule c*", ["c"]],
      [null, "No suggestion", ["a"]],
      [null, "Removed manually", ["b"]],
    ])
  })
})

describe("summaries of a taxonomy", () => {
  it("tells agents from names, and who is where", () => {
    expect(taxonomySummary(GROUPS)).toBe(
      "7 agents with 5 distinct names · 5 in 2 categories · 2 unassigned · 1 not seen yet",
    )
    expect(taxonomySummary(chipGroups([CATEGORIES[0] as ListedCategory], []))).toBe(
      "3 agents with 2 distinct names · all in 1 category · 1 not seen yet",
    )
    expect(taxonomySummary(chipGroups([category("empty", { missing: ["later"] })], []))).toMatch(
      /^No agents yet/,
    )
  })

  it("says of a move who stays without a coordinator, and which files stay behind", () => {
    const moved = {
      placed: [{ name: "head", project: "ledger", from: "testing", to: "review", byHand: false }],
      names: [{ name: "head", from: "Testing", to: "review", coordinated: true }],
      files: 2,
    }
    expect(movedWords(moved, "Review")).toBe(
      "head moved to Review. Testing now has no coordinator. 2 memory files stay in the previous category’s folder.",
    )
    expect(
      movedWords(
        {
          placed: [],
          names: [
            { name: "a", from: null, to: null, coordinated: false },
            { name: "b", from: null, to: null, coordinated: false },
          ],
        },
        null,
      ),
    ).toBe("2 agents removed from their categories.")
  })
})

describe("arrows", () => {
  const places = [
    { id: "a", x: 0, y: 0 },
    { id: "b", x: 90, y: 0 },
    { id: "c", x: 0, y: 20 },
    { id: "d", x: 80, y: 20 },
  ]
  it("move to the next chip, and to the closest one of the next row", () => {
    expect([
      neighbour(places, "b", "ArrowRight"),
      neighbour(places, "b", "ArrowDown"),
      neighbour(places, "d", "ArrowUp"),
      neighbour(places, "a", "ArrowLeft"),
      neighbour(places, "d", "ArrowDown"),
      neighbour(places, null, "ArrowDown"),
    ]).toEqual(["c", "d", "b", "a", "d", "a"])
    expect(neighbour([], null, "ArrowDown")).toBeNull()
  })
})
