import { beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { database } from "../../support/data/writable"
import type { Actor } from "@/lib/memory/teams/actor"
import { runOperation } from "@/lib/operations/operation"
import {
  changePolicy,
  changePolicySettings,
  listPolicies,
  showPolicy,
} from "@/lib/operations/policies/policies"
import { createProposal } from "@/lib/operations/proposals/create"
import { listProposals, showProposal } from "@/lib/operations/proposals/proposals"
import { reviewProposals, undoReview } from "@/lib/operations/proposals/decisions/review"
import { setCategory } from "@/lib/operations/categories/categories"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { actorOf, expectDone, givenPerson } from "../../support/data/people"
import { decide, givenMemory, givenProposal, givenToken } from "../../support/proposals"

const ANN = memoryPath("ann")
const TESTING = ".claude/agent-memory/testing/MEMORY.md"
const CATEGORY =
  "# Testing Category Memory\n\n## Shared Patterns\n\n- Fixtures are frozen\n\n## Unit-Specific\n\n## Contract-Specific\n\n## Coordinator Notes\n"

let memory: Awaited<ReturnType<typeof givenMemory>>
let lead: Actor
let second: Actor
let owner: Actor

beforeEach(async () => {
  memory = await givenMemory({
    [ANN]: memoryOf("ann", ["Invoices are rounded to cents"]),
    [TESTING]: CATEGORY,
  })
  lead = memory.lead
  second = await actorOf(await givenPerson({ team: memory.team, role: "lead" }))
  owner = await actorOf(await givenPerson({ team: memory.team, role: "owner" }))
})

const set = async (place: string, settings: object, unset: string[] = []) =>
  expectDone(
    await runOperation(changePolicySettings, lead, { team: memory.team.slug, place, set: settings, unset }),
  )
const propose = (content: string, more: object = {}) =>
  givenProposal(
    memory.team,
    { project: "ledger", agent: "ann", content, ...more },
    givenToken(memory.team, { agent: "ann" }),
  )
const tryPropose = (content: string, more: object = {}, actor = givenToken(memory.team, { agent: "ann" })) =>
  runOperation(createProposal, actor, {
    team: memory.team.slug,
    project: "ledger",
    agent: "ann",
    content,
    ...more,
  })

describe("setting a policy", () => {
  it("keeps other settings of the same scope, and resets named ones", async () => {
    await Promise.all([
      set("team", { days: 7 }),
      set("team", { approvals: 2 }),
      set("team", { waitingPerAgent: 5 }),
    ])
    expect(await set("team", { decider: "owner" }, ["days"])).toEqual({
      place: "team",
      settings: { approvals: 2, waitingPerAgent: 5, decider: "owner" },
    })
    expect(
      await runOperation(changePolicySettings, lead, {
        team: memory.team.slug,
        place: "scope:project",
        set: { decider: "lead" },
      }),
    ).toMatchObject({ ok: false, reason: "forbidden", message: expect.stringContaining("owner") as string })
    expectDone(
      await runOperation(changePolicySettings, owner, {
        team: memory.team.slug,
        place: "team",
        set: {},
        unset: ["approvals", "waitingPerAgent", "decider"],
      }),
    )
    expect(expectDone(await runOperation(listPolicies, lead, { team: memory.team.slug })).policies).toEqual(
      [],
    )
  })

  it("requires the right to manage the team, and is recorded in its log", async () => {
    const member = await actorOf(await givenPerson({ team: memory.team, role: "member" }))
    expect(
      await runOperation(changePolicySettings, member, {
        team: memory.team.slug,
        place: "team",
        set: { days: 7 },
      }),
    ).toMatchObject({ ok: false, reason: "forbidden" })
    expect(await runOperation(listPolicies, member, { team: memory.team.slug })).toMatchObject({ ok: true })
    await set("scope:global", { approvals: 2 })
    expect(
      await database().auditEvent.findFirst({
        where: { teamId: memory.team.id },
        orderBy: { number: "desc" },
      }),
    ).toMatchObject({
      kind: "policy.change",
      subject: "scope:global",
      detail: { set: { approvals: 2 }, unset: [] },
    })
  })

  it("rejects unknown values and scopes by name", async () => {
    const change = (place: string, settings: object) =>
      runOperation(changePolicySettings, lead, { team: memory.team.slug, place, set: settings })
    expect(await change("team", { days: 0 })).toMatchObject({
      ok: false,
      reason: "invalid",
      message: "set.days: must be a whole number from 1 to 365",
    })
    expect(await change("team", { colour: "red" })).toMatchObject({ ok: false, reason: "invalid" })
    expect(await change("category:tseting", { days: 7 })).toMatchObject({
      ok: false,
      reason: "not-found",
      message: expect.stringContaining("tseting") as string,
    })
    expect(
      await runOperation(changePolicy, lead, {
        team: memory.team.slug,
        place: "category:tseting",
        settings: { days: 7 },
      }),
    ).toMatchObject({ ok: false, reason: "not-found" })
    expect(await change("scope:galaxy", { days: 7 })).toMatchObject({ ok: false, reason: "invalid" })
  })
})

describe("a policy scope", () => {
  const show = async (place: string) =>
    expectDone(await runOperation(showPolicy, lead, { team: memory.team.slug, place }))

  it("shows each effective value and its origin, down to an agent by its category", async () => {
    const root = await actorOf(await givenPerson({ owner: true }))
    expectDone(
      await runOperation(changePolicySettings, root, {
        team: memory.team.slug,
        place: "deployment",
        set: { staleDays: 90, coachDays: 14 },
      }),
    )
    onTestFinished(async () => void (await database().deploymentPolicy.deleteMany()))
    await set("team", { coachDays: 21 })
    await set("category:testing", { budgetLines: 120 })
    await givenProposal(memory.team, {
      project: "ledger",
      agent: "unit-tester",
      content: "Clocks are frozen",
    })
      .then(({ id }) => decide(lead, id, { verdict: "approve" }))
      .then(expectDone)
    await set("agent:ledger/unit-tester", { approvals: 2 })
    expect((await show("agent:ledger/unit-tester")).settings).toMatchObject({
      staleDays: { value: 90, from: "deployment" },
      coachDays: { value: 21, from: "team" },
      budgetLines: { value: 120, from: "category:testing" },
      approvals: { value: 2, from: "agent:ledger/unit-tester" },
      days: { value: 30, from: "built-in" },
    })
    const { policies, version } = expectDone(
      await runOperation(listPolicies, lead, { team: memory.team.slug }),
    )
    expect(policies[0]).toEqual({ place: "deployment", settings: { staleDays: 90, coachDays: 14 } })
    expect((await show("team")).version).toBe(version)
    expect(
      await runOperation(changePolicySettings, lead, {
        team: memory.team.slug,
        place: "project:ledger",
        set: { days: 9 },
        base: "0123456789abcdef",
      }),
    ).toMatchObject({ ok: false, reason: "stale" })
  })

  it("of the deployment is visible to its owner only, and logged in no team", async () => {
    const change = (actor: Actor) =>
      runOperation(changePolicySettings, actor, {
        team: memory.team.slug,
        place: "deployment",
        set: { staleDays: 90 },
      })
    expect(await change(owner)).toMatchObject({
      ok: false,
      reason: "forbidden",
      message: expect.stringContaining("the owner of the deployment") as string,
    })
    const root = await actorOf(await givenPerson({ owner: true }))
    onTestFinished(async () => void (await database().deploymentPolicy.deleteMany()))
    expectDone(await change(root))
    expect(
      await database().auditEvent.findFirst({
        where: { kind: "policy.change", subject: "deployment" },
        orderBy: { number: "desc" },
      }),
    ).toMatchObject({ teamId: null })
    expectDone(
      await runOperation(changePolicy, root, { team: memory.team.slug, place: "deployment", settings: null }),
    )
    expect(await database().deploymentPolicy.count()).toBe(0)
  })

  it("is rejected by name if it does not exist, and can still be reset", async () => {
    const change = (place: string, settings: object = { days: 7 }) =>
      runOperation(changePolicySettings, lead, { team: memory.team.slug, place, set: settings })
    expect(await change("project:legder")).toMatchObject({
      ok: false,
      reason: "not-found",
      message: "place: project not found in this team: legder",
    })
    expect(await change("agent:ledger/anm")).toMatchObject({
      ok: false,
      reason: "not-found",
      message: "place: agent not found in ledger: anm",
    })
    expect(await change("agent:ann")).toMatchObject({ ok: false, reason: "invalid" })
    expect(await change("team", { alertOwner: "stranger@example.com" })).toMatchObject({
      ok: false,
      reason: "invalid",
      message: expect.stringContaining(
        "no member of this team uses the email address stranger@example.com",
      ) as string,
    })
    expect(await change("team", { limits: { kaizen: { lines: 0 } } })).toMatchObject({
      ok: false,
      reason: "invalid",
      message: "set.limits.kaizen.lines: must be a whole number from 1 to 100,000",
    })
    expect(
      await runOperation(showPolicy, lead, { team: memory.team.slug, place: "agent:ledger/anm" }),
    ).toMatchObject({
      ok: false,
      reason: "not-found",
    })
    expectDone(
      await runOperation(changePolicy, lead, {
        team: memory.team.slug,
        place: "project:legder",
        settings: null,
      }),
    )
  })

  it("with owner approval cannot be relaxed by a lead through a project or an agent", async () => {
    expectDone(
      await runOperation(changePolicySettings, owner, {
        team: memory.team.slug,
        place: "scope:project",
        set: { decider: "owner", approvals: 2 },
      }),
    )
    for (const place of ["project:ledger", "agent:ledger/ann"]) {
      for (const settings of [{ decider: "lead" }, { approvals: 1 }, { rule: { kinds: ["add"] } }]) {
        expect(
          await runOperation(changePolicySettings, lead, { team: memory.team.slug, place, set: settings }),
          place,
        ).toMatchObject({
          ok: false,
          reason: "forbidden",
          message: expect.stringContaining("only a team owner can change") as string,
        })
      }
      await set(place, { budgetLines: 50 })
    }
    expectDone(
      await runOperation(changePolicySettings, owner, {
        team: memory.team.slug,
        place: "agent:ledger/ann",
        set: { decider: "lead", approvals: 1 },
      }),
    )
    const { id } = await propose("Batches hold 500 rows")
    expect(expectDone(await decide(lead, id, { verdict: "approve" })), "as the owner has it").toMatchObject({
      state: "approved",
    })
  })

  it("can require two approvals for one agent's memory", async () => {
    await set("agent:ledger/ann", { approvals: 2 })
    const [one, other] = [
      await propose("Batches hold 500 rows"),
      await givenProposal(memory.team, {
        project: "ledger",
        category: "testing",
        content: "Clocks are frozen",
      }),
    ]
    expect(expectDone(await decide(lead, one.id, { verdict: "approve" }))).toMatchObject({ state: "waiting" })
    expect(expectDone(await decide(lead, other.id, { verdict: "approve" }))).toMatchObject({
      state: "approved",
    })
  })
})

describe("two approvals", () => {
  it("need two users, and the first cannot be the second", async () => {
    await set("scope:project", { approvals: 2 })
    const { id } = await propose("Batches hold 500 rows")
    expect(expectDone(await decide(lead, id, { verdict: "approve" }))).toMatchObject({
      state: "waiting",
      revision: null,
      proposal: { approvals: { given: 1, needed: 2 } },
    })
    expect(await decide(lead, id, { verdict: "approve" })).toMatchObject({
      ok: false,
      reason: "conflict",
      message: expect.stringContaining("second curator") as string,
    })
    expect((await memory.file(ANN)).head).toBe(1)
    expect(expectDone(await decide(second, id, { verdict: "approve" }))).toMatchObject({
      state: "approved",
      revision: 2,
    })
  })

  it("do not prevent one user from rejecting", async () => {
    await set("team", { approvals: 2 })
    const { id } = await propose("Batches hold 500 rows")
    expect(expectDone(await decide(second, id, { verdict: "reject", reason: "Noise" }))).toMatchObject({
      state: "rejected",
    })
  })

  it("are required for one category if only its policy says so", async () => {
    await set("category:testing", { approvals: 2 })
    const one = await propose("Batches hold 500 rows")
    const other = await givenProposal(memory.team, {
      project: "ledger",
      category: "testing",
      content: "Clocks are frozen",
    })
    expect(expectDone(await decide(lead, one.id, { verdict: "approve" }))).toMatchObject({
      state: "approved",
    })
    expect(expectDone(await decide(lead, other.id, { verdict: "approve" }))).toMatchObject({
      state: "waiting",
    })
  })
})

describe("owner approval", () => {
  it("is required if the policy says so", async () => {
    await set("scope:project", { decider: "owner" })
    const { id } = await propose("Batches hold 500 rows")
    expect(await decide(lead, id, { verdict: "approve" })).toMatchObject({
      ok: false,
      reason: "forbidden",
      message: expect.stringContaining("review by a team owner") as string,
    })
    expect(await decide(lead, id, { verdict: "reject", reason: "No" })).toMatchObject({
      ok: false,
      reason: "forbidden",
    })
    expect(expectDone(await decide(owner, id, { verdict: "approve" }))).toMatchObject({ state: "approved" })
  })
})

describe("the minimum confidence", () => {
  it("rejects proposals below it by name, and proposals without a confidence", async () => {
    await set("scope:project", { leastConfidence: 0.7 })
    expect(await tryPropose("Batches hold 500 rows", { confidence: 0.6 })).toMatchObject({
      ok: false,
      reason: "invalid",
      message:
        "confidence: project memory requires a confidence of at least 0.7. The proposal has a confidence of 0.6",
    })
    expect(await tryPropose("Batches hold 500 rows")).toMatchObject({
      ok: false,
      message: expect.stringContaining("No confidence was given, which counts as 0.5") as string,
    })
    expect(await tryPropose("Batches hold 500 rows", { confidence: 0.7 })).toMatchObject({ ok: true })
  })
})

describe("the limit of pending proposals", () => {
  it("applies to each agent, and rejects further proposals", async () => {
    await set("team", { waitingPerAgent: 2 })
    const ann = givenToken(memory.team, { agent: "ann" })
    expectDone(await tryPropose("Batches hold 500 rows", {}, ann))
    const { id } = expectDone(await tryPropose("Ledgers close at midnight", {}, ann))
    expect(await tryPropose("Taxes are computed last", {}, ann)).toMatchObject({
      ok: false,
      reason: "too-many",
      message: expect.stringContaining("2 proposals by ann are pending") as string,
      details: { waiting: 2 },
    })
    expect(
      await tryPropose("Taxes are computed last", {}, givenToken(memory.team, { agent: "ben" })),
    ).toMatchObject({ ok: true })
    expectDone(await decide(lead, id, { verdict: "reject", reason: "Noise" }))
    expect(await tryPropose("Refunds are entries of their own", {}, ann)).toMatchObject({ ok: true })
  })
})

describe("the expiry of pending proposals", () => {
  it("counts from the submission, and expires the proposal", async () => {
    await set("team", { days: 3 })
    const { id } = await propose("Batches hold 500 rows")
    const row = await database().proposal.findFirstOrThrow({ where: { id } })
    expect(row.expiresAt.getTime() - row.createdAt.getTime()).toBeCloseTo(3 * 86_400_000, -5)
    await database().proposal.updateMany({ where: { id }, data: { expiresAt: new Date(Date.now() - 1_000) } })
    expect(expectDone(await runOperation(showProposal, lead, { proposal: id })).state).toBe("expired")
    expect(await decide(lead, id, { verdict: "approve" })).toMatchObject({
      ok: false,
      reason: "conflict",
      message: expect.stringContaining("expired") as string,
    })
    expect(expectDone(await runOperation(listProposals, lead, { team: memory.team.slug })).proposals).toEqual(
      [],
    )
    expect(
      expectDone(
        await runOperation(listProposals, lead, { team: memory.team.slug, state: "expired" }),
      ).proposals.map((one) => one.id),
    ).toEqual([id])
  })
})

describe("approval by rule", () => {
  const rule = { kinds: ["add"], types: [], agents: [], leastConfidence: 0.9 }

  it("approves matching proposals, marks them, and can be undone", async () => {
    await set("team", { rule })
    const { id, state } = await propose("Batches hold 500 rows", { confidence: 0.95 })
    expect(state).toBe("approved")
    expect((await memory.file(ANN)).text).toContain("Batches hold 500 rows")
    expect(expectDone(await runOperation(showProposal, lead, { proposal: id })).decided).toMatchObject({
      verdict: "approved",
      by: "A rule",
      rule: "add with a confidence of at least 0.9",
      revision: 2,
    })
    expect(expectDone(await runOperation(undoReview, lead, { proposal: id }))).toMatchObject({
      state: "waiting",
    })
    expect((await memory.file(ANN)).text).not.toContain("Batches hold 500 rows")
  })

  it("leaves proposals of lower confidence, or of another kind, agent or type, to curators", async () => {
    await set("team", { rule: { ...rule, agents: ["ann"], types: ["decision"] } })
    const stateOf = async (content: string, more: object, actor?: Actor) =>
      expectDone(await tryPropose(content, more, actor)).state
    expect(await stateOf("Batches hold 500 rows", { confidence: 0.89, type: "decision" })).toBe("waiting")
    expect(await stateOf("Ledgers close at midnight", { type: "decision" })).toBe("waiting")
    expect(await stateOf("Taxes are computed last", { confidence: 1, type: "pattern" })).toBe("waiting")
    expect(
      await stateOf(
        "Refunds have entries of their own",
        { confidence: 1, type: "decision" },
        givenToken(memory.team, { agent: "ben" }),
      ),
    ).toBe("waiting")
    expect(await stateOf("Payouts run on Mondays", { confidence: 1, type: "decision" })).toBe("approved")
    const [entry] = (await memory.file(ANN)).entries
    expectDone(
      await runOperation(changePolicySettings, lead, {
        team: memory.team.slug,
        place: "scope:project",
        set: { rule },
      }),
    )
    expect(await stateOf("People are not agents", { confidence: 1 }, lead), "a person's own").toBe("waiting")
    const retire = {
      content: undefined,
      agent: undefined,
      file: ANN,
      changes: [{ kind: "retire", entry: entry?.id, before: entry?.text, why: "Old" }],
      confidence: 1,
      type: "decision",
    }
    expect(
      expectDone(
        await runOperation(createProposal, givenToken(memory.team, { agent: "ann" }), {
          team: memory.team.slug,
          project: "ledger",
          ...retire,
        }),
      ).state,
    ).toBe("waiting")
  })

  it("applies to an access token without an agent, unless the rule names agents", async () => {
    const token = givenToken(memory.team)
    const unnamed = { agent: undefined, file: ANN, confidence: 1 }
    await set("team", { rule: { ...rule, agents: ["ann"] } })
    expect(expectDone(await tryPropose("Batches hold 500 rows", unnamed, token)).state).toBe("waiting")
    await set("team", { rule })
    expect(expectDone(await tryPropose("Ledgers close at midnight", unnamed, token)).state).toBe("approved")
  })

  it("never approves flagged proposals or proposals similar to an existing entry", async () => {
    await set("team", { rule: { ...rule, leastConfidence: 0 } })
    const flagged = await propose("Batches hold\u202E 005 rows\u200B", { confidence: 1 })
    const like = await propose("Invoices are rounded to cents.", { confidence: 1 })
    expect([flagged.state, like.state]).toEqual(["waiting", "waiting"])
    const { proposals } = expectDone(
      await runOperation(listProposals, lead, { team: memory.team.slug, flagged: "1" }),
    )
    expect(proposals.map((one) => one.id)).toEqual([flagged.id])
    const other = await propose("Ledgers close at midnight sharp")
    const items = await Promise.all(
      [flagged.id, other.id].map(async (id) => ({
        proposal: id,
        shown: expectDone(await runOperation(showProposal, lead, { proposal: id })).shown,
      })),
    )
    const bulk = expectDone(await runOperation(reviewProposals, lead, { items, verdict: "approve" }))
    expect(bulk.outcomes[0]).toMatchObject({ id: flagged.id, ok: false })
  })

  it("is off while two approvals are required", async () => {
    await set("team", { rule, approvals: 2 })
    expect((await propose("Batches hold 500 rows", { confidence: 1 })).state).toBe("waiting")
  })
})

describe("the write policy of a category", () => {
  const write = (input: object, actor = lead) =>
    runOperation(setCategory, actor, { team: memory.team.slug, category: "testing", ...input })
  const toCategory = (agent: string, section: string) =>
    runOperation(createProposal, givenToken(memory.team, { agent }), {
      team: memory.team.slug,
      project: "ledger",
      category: "testing",
      section,
      content: `${agent} writes to ${section}`,
    })

  it("requires the right to manage the team, and is logged", async () => {
    expect(
      expectDone(await write({ writePolicy: "append-only", coordinator: "  test-lead " })),
    ).toMatchObject({ slug: "testing", writePolicy: "append-only", coordinator: "test-lead" })
    expect(
      await database().category.findFirst({ where: { teamId: memory.team.id, slug: "testing" } }),
    ).toMatchObject({ writePolicy: "append-only", coordinator: "test-lead" })
    expect(
      await database().auditEvent.findFirst({
        where: { teamId: memory.team.id },
        orderBy: { number: "desc" },
      }),
    ).toMatchObject({
      kind: "taxonomy.set",
      subject: "Testing",
      detail: { category: "testing", writePolicy: "append-only", coordinator: "test-lead" },
    })
    expect(
      await write(
        { writePolicy: "direct", coordinator: null },
        await actorOf(await givenPerson({ team: memory.team, role: "member" })),
      ),
    ).toMatchObject({ ok: false, reason: "forbidden" })
  })

  it("rejects unknown values by name", async () => {
    expect(await write({ writePolicy: "anyhow", coordinator: null })).toMatchObject({
      ok: false,
      message: "writePolicy: must be coordinated, direct or append-only",
    })
    expect(await write({ writePolicy: "direct", coordinator: "two words" })).toMatchObject({
      ok: false,
      message: expect.stringContaining("coordinator: an agent's name") as string,
    })
  })

  it("applies to new proposals at once", async () => {
    expectDone(await write({ writePolicy: "coordinated", coordinator: "test-lead" }))
    expect(await toCategory("unit-tester", "Coordinator Notes")).toMatchObject({
      ok: false,
      message: expect.stringContaining("only test-lead can write to") as string,
    })
    expect(await toCategory("test-lead", "Coordinator Notes")).toMatchObject({ ok: true })
    expect(await toCategory("unit-tester", "Contract-Specific")).toMatchObject({ ok: false })
    expectDone(await write({ writePolicy: "direct", coordinator: null }))
    expect(await toCategory("unit-tester", "Contract-Specific")).toMatchObject({ ok: true })
  })
})
