import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  type PlacedPolicy,
  policyPlacesOf,
  policyFor,
  REVIEW_SETTINGS,
  type MemoryOwner,
} from "@/lib/memory/policies/policy"
import { whyOwnersOnly } from "@/lib/memory/policies/rights"
import { SCOPES } from "@/lib/memory/memory-files/format"

const withPlace = (
  policies: readonly PlacedPolicy[],
  place: string,
  settings: PlacedPolicy["settings"],
): PlacedPolicy[] => [...policies.filter((one) => one.place !== place), { place, settings }]
const refused = (policies: readonly PlacedPolicy[], place: string, settings: PlacedPolicy["settings"]) =>
  whyOwnersOnly(policies, withPlace(policies, place, settings), place)

describe("policies of memory that only an owner decides on", () => {
  const owned: PlacedPolicy[] = [{ place: "team", settings: { decider: "owner", approvals: 2 } }]

  it.each(["team", "scope:project", "project:ledger", "category:testing", "agent:ledger/ann"])(
    "a lead does not take the decision away at %s, nor weaken the approvals, nor set a rule",
    (place) => {
      const before = place === "team" ? owned : withPlace(owned, place, {})
      expect(refused(before, place, { decider: "lead" })).toBe(
        "decisions for the team require a team owner, so only a team owner can change this policy",
      )
      expect(refused(before, place, { decider: "owner", approvals: 1 })).not.toBeNull()
      expect(
        refused(before, place, {
          decider: "owner",
          approvals: 2,
          rule: { kinds: ["add"], types: [], agents: [], leastConfidence: 0 },
        }),
      ).not.toBeNull()
    },
  )

  it("a lead sets by which measure it is watched", () => {
    expect(refused(owned, "project:ledger", { budgetLines: 80, quietKinds: ["empty"] })).toBeNull()
    expect(refused(owned, "team", { decider: "owner", approvals: 2, staleDays: 30 })).toBeNull()
  })

  it("a lead cannot bypass that: through an agent in the owner's category, or through inherited values", () => {
    const category: PlacedPolicy[] = [{ place: "category:security", settings: { decider: "owner" } }]
    expect(refused(category, "agent:ledger/ann", { decider: "lead" })).toContain("the category security")
    expect(
      refused(category, "project:ledger", {
        rule: { kinds: ["add"], types: [], agents: [], leastConfidence: 0 },
      }),
    ).toContain("the category security")
    expect(
      refused([{ place: "scope:global", settings: { decider: "owner" } }], "team", { approvals: 2 }),
    ).toContain("global memory")
    expect(
      refused(
        [
          { place: "category:security", settings: { decider: "owner" } },
          { place: "deployment", settings: {} },
        ],
        "category:docs",
        { approvals: 2 },
      ),
      "another category",
    ).toBeNull()
    expect(refused(category, "category:security", {}), "taking it away").toContain("the category security")
  })

  it("a lead's changes affect the review of no memory that an owner decides on", () => {
    const settings = fc.record(
      {
        approvals: fc.constantFrom(1 as const, 2 as const),
        days: fc.constantFrom(7, 30),
        decider: fc.constantFrom("lead" as const, "owner" as const),
        budgetLines: fc.constantFrom(null, 50),
      },
      { requiredKeys: [] },
    )
    const places = [
      "deployment",
      "team",
      "scope:global",
      "scope:project",
      "project:ledger",
      "category:testing",
      "agent:ledger/ann",
    ]
    const policies = fc.uniqueArray(fc.record({ place: fc.constantFrom(...places), settings }), {
      selector: (one) => one.place,
    })
    const whose = fc.record({
      scope: fc.constantFrom(...SCOPES),
      project: fc.constantFrom(null, "ledger", "mobile"),
      category: fc.constantFrom(null, "testing", "docs"),
      agent: fc.constantFrom(null, "ann", "ben"),
    })
    fc.assert(
      fc.property(
        policies,
        fc.constantFrom(...places),
        settings,
        whose,
        (before, place, next, one: MemoryOwner) => {
          const after = withPlace(before, place, next)
          const [was, is] = [policyFor(before, one), policyFor(after, one)]
          if (whyOwnersOnly(before, after, place) === null && was.decider === "owner")
            for (const setting of REVIEW_SETTINGS)
              expect(is[setting], policyPlacesOf(one).join(" ")).toEqual(was[setting])
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
