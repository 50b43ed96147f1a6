import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { DEFAULT_POLICY, type PlacedPolicy, POLICY_SETTINGS, policyAt, policyFor, policyPlace, policySettings } from "@/lib/memory/policy"
import { SCOPES } from "@/lib/memory/scope"

const project = { scope: "project", category: null } as const
const testing = { scope: "project", category: "testing" } as const

describe("the policy that holds", () => {
  it("is the built-in one where nothing is set", () => {
    expect(policyFor([], project)).toEqual(DEFAULT_POLICY)
    expect(policyFor([], testing)).toEqual(DEFAULT_POLICY)
  })

  it("asks global memory for a high confidence, whatever the team says", () => {
    expect(policyFor([], { scope: "global", category: null }).leastConfidence).toBe(0.9)
    const team: PlacedPolicy = { place: "team", settings: { leastConfidence: 0.2 } }
    expect(policyFor([team], { scope: "global", category: null }).leastConfidence).toBe(0.9)
    expect(policyFor([team], project).leastConfidence).toBe(0.2)
    expect(policyFor([team, { place: "scope:global", settings: { leastConfidence: 0.4 } }], { scope: "global", category: null }).leastConfidence).toBe(0.4)
  })

  it("is the category's, else the scope's, else the team's, value by value and in whatever order they are read", () => {
    const policies: PlacedPolicy[] = [
      { place: "category:testing", settings: { approvals: 2 } },
      { place: "scope:project", settings: { approvals: 1, days: 7 } },
      { place: "team", settings: { approvals: 2, days: 60, decider: "owner" } },
    ]
    for (const order of [policies, policies.toReversed()]) {
      expect(policyFor(order, testing)).toEqual({ ...DEFAULT_POLICY, approvals: 2, days: 7, decider: "owner" })
      expect(policyFor(order, project)).toEqual({ ...DEFAULT_POLICY, approvals: 1, days: 7, decider: "owner" })
      expect(policyFor(order, { scope: "team", category: null })).toEqual({ ...DEFAULT_POLICY, approvals: 2, days: 60, decider: "owner" })
    }
  })

  it("is turned off again by a place that says so", () => {
    const rule = { kinds: ["add" as const], types: [], agents: [], leastConfidence: 0.9 }
    expect(policyFor([{ place: "team", settings: { rule } }, { place: "category:testing", settings: { rule: null } }], testing).rule).toBeNull()
  })
})

describe("a place's policy with its origins", () => {
  it("names for each value the place that sets it", () => {
    const policies: PlacedPolicy[] = [
      { place: "team", settings: { days: 60 } },
      { place: "scope:project", settings: { approvals: 2 } },
      { place: "category:testing", settings: { decider: "owner" } },
    ]
    expect(policyAt(policies, "category:testing")).toMatchObject({ days: { value: 60, from: "team" }, approvals: { value: 2, from: "scope:project" }, decider: { value: "owner", from: "category:testing" }, rule: { value: null, from: "built-in" } })
    expect(policyAt(policies, "team")).toMatchObject({ days: { value: 60, from: "team" }, approvals: { value: 1, from: "built-in" } })
    expect(policyAt(policies, "scope:global")).toMatchObject({ leastConfidence: { value: 0.9, from: "built-in" }, approvals: { value: 1, from: "built-in" } })
  })

  it("comes to what holds there, whatever is set", () => {
    const settings = fc.record({ approvals: fc.constantFrom(1 as const, 2 as const), days: fc.integer({ min: 1, max: 365 }), leastConfidence: fc.double({ min: 0, max: 1, noNaN: true }), decider: fc.constantFrom("lead" as const, "owner" as const) }, { requiredKeys: [] })
    const places = ["team", ...SCOPES.map((scope) => `scope:${scope}`), "category:testing"]
    fc.assert(
      fc.property(fc.uniqueArray(fc.record({ place: fc.constantFrom(...places), settings }), { selector: (one) => one.place }), (policies) => {
        for (const scope of SCOPES) expect(valuesOf(policyAt(policies, `scope:${scope}`))).toEqual(policyFor(policies, { scope, category: null }))
        expect(valuesOf(policyAt(policies, "category:testing"))).toEqual(policyFor(policies, testing))
      }),
    )
  })
})

const valuesOf = (held: ReturnType<typeof policyAt>) => Object.fromEntries(POLICY_SETTINGS.map((setting) => [setting, held[setting].value]))

describe("what may be set", () => {
  it.each([
    ["approvals", 3, "1 or 2 people"],
    ["decider", "member", "lead or owner"],
    ["leastConfidence", 1.1, "a number from 0 to 1"],
    ["leastConfidence", Number.NaN, "a number from 0 to 1"],
    ["days", 0, "a whole number from 1 to 365"],
    ["days", 1.5, "a whole number from 1 to 365"],
    ["waitingPerAgent", 100_001, "a whole number from 1 to 100,000"],
  ] as const)("%s of %j is refused in words", (setting, value, words) => {
    expect(policySettings.shape[setting].safeParse(value).error?.issues[0]?.message).toBe(words)
  })

  it("belongs to a team, a scope or a category", () => {
    for (const place of ["team", "scope:global", "category:infra-impl"]) expect(policyPlace.safeParse(place).success, place).toBe(true)
    for (const place of ["", "teams", "scope:galaxy", "category:", "project"]) expect(policyPlace.safeParse(place).success, place).toBe(false)
  })
})
