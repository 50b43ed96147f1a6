import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  DEFAULT_POLICY,
  distinguishedMemories,
  type PlacedPolicy,
  POLICY_SETTINGS,
  policyAt,
  policyFor,
  policyOfMemory,
  policyPlace,
  policySettings,
  policyPlacesOf,
} from "@/lib/memory/policies/policy"
import { SCOPES } from "@/lib/memory/memory-files/format"

const project = { scope: "project", project: null, category: null, agent: null } as const
const testing = { scope: "project", project: null, category: "testing", agent: null } as const

describe("the policy that holds", () => {
  it("is the built-in one where nothing is set", () => {
    expect(policyFor([], project)).toEqual(DEFAULT_POLICY)
    expect(policyFor([], testing)).toEqual(DEFAULT_POLICY)
  })

  it("requires a high confidence for global memory, whatever the team's setting", () => {
    expect(policyFor([], { ...project, scope: "global" }).leastConfidence).toBe(0.9)
    const team: PlacedPolicy = { place: "team", settings: { leastConfidence: 0.2 } }
    expect(policyFor([team], { ...project, scope: "global" }).leastConfidence).toBe(0.9)
    expect(policyFor([team], project).leastConfidence).toBe(0.2)
    expect(
      policyFor([team, { place: "scope:global", settings: { leastConfidence: 0.4 } }], {
        ...project,
        scope: "global",
      }).leastConfidence,
    ).toBe(0.4)
  })

  it("is the category's, else the scope's, else the team's, for each value and any order of policies", () => {
    const policies: PlacedPolicy[] = [
      { place: "category:testing", settings: { approvals: 2 } },
      { place: "scope:project", settings: { approvals: 1, days: 7 } },
      { place: "team", settings: { approvals: 2, days: 60, decider: "owner" } },
    ]
    for (const order of [policies, policies.toReversed()]) {
      expect(policyFor(order, testing)).toEqual({
        ...DEFAULT_POLICY,
        approvals: 2,
        days: 7,
        decider: "owner",
      })
      expect(policyFor(order, project)).toEqual({
        ...DEFAULT_POLICY,
        approvals: 1,
        days: 7,
        decider: "owner",
      })
      expect(policyFor(order, { ...project, scope: "team" })).toEqual({
        ...DEFAULT_POLICY,
        approvals: 2,
        days: 60,
        decider: "owner",
      })
    }
  })

  it("is turned off again by a place that says so", () => {
    const rule = { kinds: ["add" as const], types: [], agents: [], leastConfidence: 0.9 }
    expect(
      policyFor(
        [
          { place: "team", settings: { rule } },
          { place: "category:testing", settings: { rule: null } },
        ],
        testing,
      ).rule,
    ).toBeNull()
  })
})

describe("the policy of a scope with its origins", () => {
  it("names for each value the place that sets it", () => {
    const policies: PlacedPolicy[] = [
      { place: "team", settings: { days: 60 } },
      { place: "scope:project", settings: { approvals: 2 } },
      { place: "category:testing", settings: { decider: "owner" } },
    ]
    expect(policyAt(policies, "category:testing")).toMatchObject({
      days: { value: 60, from: "team" },
      approvals: { value: 2, from: "scope:project" },
      decider: { value: "owner", from: "category:testing" },
      rule: { value: null, from: "built-in" },
    })
    expect(policyAt(policies, "team")).toMatchObject({
      days: { value: 60, from: "team" },
      approvals: { value: 1, from: "built-in" },
    })
    expect(policyAt(policies, "scope:global")).toMatchObject({
      leastConfidence: { value: 0.9, from: "built-in" },
      approvals: { value: 1, from: "built-in" },
    })
  })

  it("inherits from the category for an agent, and from the deployment for a category, with nothing set between", () => {
    const policies: PlacedPolicy[] = [
      { place: "deployment", settings: { staleDays: 90, days: 10, leastConfidence: 0.1 } },
      { place: "team", settings: { days: 60 } },
      { place: "project:ledger", settings: { budgetLines: 80, days: 50 } },
      { place: "category:testing", settings: { budgetLines: 120 } },
      { place: "agent:ledger/ann", settings: { approvals: 2 } },
    ]
    expect(policyAt(policies, "agent:ledger/ann", "testing")).toMatchObject({
      staleDays: { value: 90, from: "deployment" },
      days: { value: 50, from: "project:ledger" },
      budgetLines: { value: 120, from: "category:testing" },
      approvals: { value: 2, from: "agent:ledger/ann" },
      tellFrom: { value: "warning", from: "built-in" },
    })
    expect(policyAt(policies, "agent:ledger/ann").budgetLines).toEqual({ value: 80, from: "project:ledger" })
    expect(policyAt(policies, "project:mobile").days).toEqual({ value: 60, from: "team" })
    expect(policyAt(policies, "deployment").days).toEqual({ value: 10, from: "deployment" })
    expect(
      policyFor(policies, { ...project, scope: "global" }).leastConfidence,
      "what is built in for global memory",
    ).toBe(0.9)
    expect(
      policyOfMemory(policies, {
        scope: "project",
        projectSlug: "ledger",
        category: null,
        agentCategory: "testing",
        agent: "unit-tester",
      }).budgetLines,
    ).toBe(120)
    expect(
      policyOfMemory(policies, {
        scope: "project",
        projectSlug: "ledger",
        category: null,
        agentCategory: null,
        agent: "unit-tester",
      }).budgetLines,
      "one that a person placed nowhere",
    ).toBe(80)
    expect(
      policyOfMemory(policies, {
        scope: "project",
        projectSlug: "ledger",
        category: null,
        agentCategory: "architecture",
        agent: "unit-tester",
      }).budgetLines,
    ).toBe(80)
  })

  it("equals the policy in force there, for any settings", () => {
    fc.assert(
      fc.property(SOME_POLICIES, (policies) => {
        for (const scope of SCOPES)
          expect(valuesOf(policyAt(policies, `scope:${scope}`))).toEqual(
            policyFor(policies, { ...project, scope }),
          )
        expect(valuesOf(policyAt(policies, "category:testing"))).toEqual(policyFor(policies, testing))
        expect(valuesOf(policyAt(policies, "project:ledger"))).toEqual(
          policyFor(policies, { ...project, project: "ledger" }),
        )
        expect(valuesOf(policyAt(policies, "agent:ledger/ann", "testing"))).toEqual(
          policyFor(policies, { ...testing, project: "ledger", agent: "ann" }),
        )
      }),
    )
  })

  it("has each value from the most specific scope that sets it", () => {
    fc.assert(
      fc.property(
        SOME_POLICIES,
        fc.record({
          scope: fc.constantFrom(...SCOPES),
          project: fc.constantFrom(null, "ledger", "mobile"),
          category: fc.constantFrom(null, "testing"),
          agent: fc.constantFrom(null, "ann"),
        }),
        (policies, whose) => {
          const { scope } = whose
          const held = policyFor(policies, whose)
          for (const setting of POLICY_SETTINGS) {
            const said = policyPlacesOf(whose)
              .toReversed()
              .flatMap((place) =>
                policies.filter((one) => one.place === place && one.settings[setting] !== undefined),
              )[0]
            const builtIn =
              scope === "global" &&
              setting === "leastConfidence" &&
              (said === undefined || said.place === "deployment" || said.place === "team")
            const stated = said ? said.settings[setting] : DEFAULT_POLICY[setting]
            expect(held[setting], setting).toEqual(builtIn ? 0.9 : stated)
          }
        },
      ),
    )
  })

  it("is listed separately for every memory that policies name", () => {
    const told = distinguishedMemories([
      { place: "agent:ledger/ann", settings: {} },
      { place: "category:testing", settings: {} },
    ])
    expect(told).toHaveLength(SCOPES.length * 2 * 3)
    expect(told).toContainEqual({ scope: "project", project: "ledger", category: "testing", agent: "ann" })
  })
})

const SETTINGS = fc.record(
  {
    approvals: fc.constantFrom(1 as const, 2 as const),
    days: fc.integer({ min: 1, max: 365 }),
    leastConfidence: fc.double({ min: 0, max: 1, noNaN: true }),
    decider: fc.constantFrom("lead" as const, "owner" as const),
    staleDays: fc.constantFrom(null, 30, 90),
    budgetLines: fc.constantFrom(null, 50, 200),
    tellFrom: fc.constantFrom(null, "error" as const, "info" as const),
  },
  { requiredKeys: [] },
)
const PLACES = [
  "deployment",
  "team",
  ...SCOPES.map((scope) => `scope:${scope}`),
  "project:ledger",
  "project:mobile",
  "category:testing",
  "agent:ledger/ann",
  "agent:mobile/ann",
]
const SOME_POLICIES: fc.Arbitrary<PlacedPolicy[]> = fc.uniqueArray(
  fc.record({ place: fc.constantFrom(...PLACES), settings: SETTINGS }),
  { selector: (one) => one.place },
)

const valuesOf = (held: ReturnType<typeof policyAt>) =>
  Object.fromEntries(POLICY_SETTINGS.map((setting) => [setting, held[setting].value]))

describe("allowed settings", () => {
  it.each([
    ["approvals", 3, "must be 1 or 2"],
    ["decider", "member", "must be lead or owner"],
    ["leastConfidence", 1.1, "must be a number from 0 to 1"],
    ["leastConfidence", Number.NaN, "must be a number from 0 to 1"],
    ["days", 0, "must be a whole number from 1 to 365"],
    ["days", 1.5, "must be a whole number from 1 to 365"],
    ["writesDuringWork", "later", "must be allow or hold"],
    ["dismissals", "hide", "must be lower or ignore"],
    ["secondOpinion", "on", "must be ask or off"],
    ["waitingPerAgent", 100_001, "must be a whole number from 1 to 100,000"],
    ["budgetLines", 3, "must be a whole number from 10 to 100,000"],
    ["staleDays", 0, "must be a whole number from 1 to 3,650"],
    ["sessionMemoryDays", 366, "must be a whole number from 1 to 365"],
    ["floodTimes", 1, "must be a number from 2 to 100"],
    ["alertOwner", "nobody", "must be an email address"],
  ] as const)("%s of %j is refused in words", (setting, value, words) => {
    expect(policySettings.shape[setting].safeParse(value).error?.issues[0]?.message).toBe(words)
  })

  it("belongs to a place of the product", () => {
    for (const place of [
      "deployment",
      "team",
      "scope:global",
      "project:ledger",
      "category:infra-impl",
      "agent:ledger/unit-tester",
      "agent:ledger/a/b",
    ])
      expect(policyPlace.safeParse(place).success, place).toBe(true)
    for (const place of [
      "",
      "teams",
      "scope:galaxy",
      "category:",
      "project",
      "project:",
      "project:a/b",
      "agent:ann",
      "agent:ledger/",
      "deployment:x",
    ])
      expect(policyPlace.safeParse(place).success, place).toBe(false)
  })
})
