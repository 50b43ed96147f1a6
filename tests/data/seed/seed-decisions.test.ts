import { expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { changePolicy } from "@/lib/operations/policies/policies"
import { runOperation } from "@/lib/operations/operation"
import { previewRevert } from "@/lib/operations/reverts/preview"
import { runRevert } from "@/lib/operations/reverts/run"
import { applySeed, undoSeed } from "@/lib/operations/seed/apply-and-undo"
import { showFirstContext } from "@/lib/operations/seed/text"
import { planSeeding, previewSeed } from "@/lib/operations/seed/plan-seeding"
import { listSeeds, showSeed } from "@/lib/operations/seed/seed-plans"
import { startSession } from "@/lib/operations/sessions/start"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { offerFiles, startAndWait } from "../../support/imports/import-folder"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { actorOf, expectDone, givenPerson } from "../../support/data/people"
import { decide, givenMemory, givenToken, textOf } from "../../support/proposals"

const FINDINGS = [
  "[2026-11-02] Services depend inwards: api, core, store",
  "[2026-11-04] Every plan says how it is rolled back when it fails",
  "[2026-11-05] Money is an integer of minor units",
]
const given = (more: Record<string, string> = {}) =>
  givenMemory({ [memoryPath("architect")]: memoryOf("architect", FINDINGS), ...more })
type Fleet = Awaited<ReturnType<typeof given>>
const planned = async ({ team, lead }: Fleet, agents: readonly string[], more: object = {}) => {
  const [plan] = expectDone(
    await runOperation(planSeeding, lead, {
      team: team.slug,
      project: "ledger",
      agents,
      from: [{ agent: "architect" }],
      ...more,
    }),
  ).plans
  return plan ?? expect.fail("no plan")
}
const applied = ({ lead }: Fleet, plan: { id: string; version: number }) =>
  runOperation(applySeed, lead, { plan: plan.id, version: plan.version })

it("concurrent applications and plans for one memory have one effect and create one plan", async () => {
  const fleet = await given()
  const plans = await Promise.all(Array.from({ length: 4 }, () => planned(fleet, ["structure-architect"])))
  expect(new Set(plans.map(({ id }) => id)).size).toBe(1)
  const { version, id } =
    expectDone(await runOperation(listSeeds, fleet.lead, { team: fleet.team.slug })).plans[0] ??
    expect.fail("no plan")
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => applied(fleet, { id, version })))
  expect(outcomes.map((one) => (one.ok ? "done" : one.reason)).toSorted()).toEqual([
    "conflict",
    "conflict",
    "conflict",
    "done",
  ])
  expect((await fleet.file(memoryPath("structure-architect"))).head).toBe(1)
})

it("writes to an existing empty memory and restores it on undo", async () => {
  const empty = memoryOf("risk-architect", [])
  const fleet = await given({ [memoryPath("risk-architect")]: empty })
  const plan = await planned(fleet, ["risk-architect"])
  expect(plan).toMatchObject({ target: "empty", file: { revision: 1 }, format: "kaizen" })
  expect(expectDone(await applied(fleet, plan))).toMatchObject({ state: "applied", revision: 2 })
  expect(await textOf(fleet, memoryPath("risk-architect"))).toMatch(
    /## Accumulated Findings\n\n?- \[2026-11-0\d\] /,
  )
  expectDone(await runOperation(undoSeed, fleet.lead, { plan: plan.id }))
  expect(await textOf(fleet, memoryPath("risk-architect"))).toBe(empty)
})

it("undo keeps later changes by others", async () => {
  const fleet = await given()
  const plan = await planned(fleet, ["structure-architect", "risk-architect"], { into: "category" })
  expectDone(await applied(fleet, plan))
  const path = plan.path
  const {
    id,
    head,
    entries: [first],
  } = await fleet.file(path)
  expectDone(
    await runOperation(reviseFile, fleet.lead, {
      file: id,
      base: head,
      reason: "Better",
      changes: [{ kind: "edit", entry: first?.id, before: first?.text, text: "Said otherwise by now" }],
    }),
  )
  expect(await runOperation(undoSeed, fleet.lead, { plan: plan.id })).toMatchObject({
    ok: false,
    reason: "conflict",
    message: expect.stringContaining("others have since changed part of"),
  })
})

it("a policy with two approvals turns a seed into proposals, which reach their section once approved", async () => {
  const fleet = await given()
  expectDone(
    await runOperation(changePolicy, systemActor(), {
      team: fleet.team.slug,
      place: "team",
      settings: { approvals: 2 },
    }),
  )
  const plan = await planned(fleet, ["structure-architect", "risk-architect"], { into: "category" })
  expect(plan.may).toEqual({ decide: true, why: null, people: 2 })
  const { state, proposals } = expectDone(await applied(fleet, plan))
  expect(state).toBe("proposed")
  const second = await actorOf(await givenPerson({ team: fleet.team, role: "owner" }))
  const third = await actorOf(await givenPerson({ team: fleet.team, role: "owner" }))
  for (const id of proposals)
    for (const actor of [second, third]) expectDone(await decide(actor, id, { verdict: "approve" }))
  const text = await textOf(fleet, plan.path)
  for (const { text: said, place } of plan.placements)
    expect(text.includes(said), said).toBe(place !== "left-out")
})

it("seeds a whole category and gives each agent its part", async () => {
  const fleet = await given()
  const plan = await planned(fleet, ["structure-architect", "risk-architect"], { into: "category" })
  const told = async (agent: string) =>
    expectDone(await runOperation(showFirstContext, fleet.lead, { plan: plan.id, agent })).text
  const [structure, risk] = [await told("structure-architect"), await told("risk-architect")]
  expect([structure.includes("rolled back"), risk.includes("rolled back")]).toEqual([false, true])
  expect([structure.includes("depend inwards"), risk.includes("depend inwards")]).toEqual([true, false])
})

it("a project token seeds from its own project only, and sees no plan of another", async () => {
  const fleet = await given()
  await startAndWait(
    fleet.team,
    (
      await offerFiles(
        fleet.team,
        "/srv/else",
        { [memoryPath("tester")]: memoryOf("tester", ["[2026-11-02] Run one file at a time"]) },
        { project: "elsewhere" },
      )
    ).run,
  )
  const { id: projectId } = await database().project.findFirstOrThrow({
    where: { teamId: fleet.team.id, slug: "elsewhere" },
  })
  const bound = givenToken(fleet.team, { projectId })
  await planned(fleet, ["risk-architect"])
  expect(expectDone(await runOperation(listSeeds, bound, { team: fleet.team.slug })).plans).toEqual([])
  expect(
    await runOperation(planSeeding, bound, {
      team: fleet.team.slug,
      project: "elsewhere",
      agents: ["unit-tester"],
      from: [{ agent: "architect", project: "ledger" }],
    }),
  ).toMatchObject({ ok: false, reason: "not-found" })
  expect(
    await runOperation(planSeeding, bound, {
      team: fleet.team.slug,
      project: "elsewhere",
      agents: ["unit-tester"],
      from: [{ file: (await fleet.file(memoryPath("architect"))).id }],
    }),
  ).toMatchObject({ ok: false, reason: "not-found" })
})

const listed = async ({ team, lead }: Fleet) =>
  expectDone(await runOperation(listSeeds, lead, { team: team.slug })).plans
const asked = ({ team }: Fleet, agents: readonly string[], from: readonly string[] = ["architect"]) => ({
  team: team.slug,
  project: "ledger",
  agents,
  from: from.map((agent) => ({ agent })),
})

it("skips memories with entries, lists those entries, and plans the other agents", async () => {
  const fleet = await given()
  const plan = await planned(fleet, ["risk-architect"])
  const { entries } = expectDone(await applied(fleet, plan))
  const before = await database().auditEvent.count({ where: { teamId: fleet.team.id } })
  const again = expectDone(await runOperation(planSeeding, fleet.lead, asked(fleet, ["risk-architect"])))
  const left = plan.placements.length - entries
  expect(again).toMatchObject({
    plans: [],
    settled: [
      {
        agent: "risk-architect",
        nothingLeft: `nothing left to seed into ${plan.path}: of ${plan.placements.length} entries, ${entries} already ${entries === 1 ? "exists" : "exist"} and ${left} ${left === 1 ? "is" : "are"} left out for other reasons`,
      },
    ],
  })
  expect(await database().auditEvent.count({ where: { teamId: fleet.team.id } })).toBe(before)
  expect(await listed(fleet)).toEqual([])
  const both = expectDone(
    await runOperation(planSeeding, fleet.lead, asked(fleet, ["risk-architect", "structure-architect"])),
  )
  expect([both.plans.map(({ agent }) => agent), both.settled.map(({ agent }) => agent)]).toEqual([
    ["structure-architect"],
    ["risk-architect"],
  ])
  expect(
    expectDone(await runOperation(previewSeed, fleet.lead, asked(fleet, ["risk-architect"]))).plans[0]
      ?.nothingLeft,
  ).toBe(again.settled[0]?.nothingLeft)
})

it("does not propose pending entries again, and may propose rejected ones", async () => {
  const fleet = await given({
    [memoryPath("risk-architect")]: memoryOf("risk-architect", [
      "[2026-11-05] Deploys wait for a green build",
    ]),
  })
  const { proposals } = expectDone(await applied(fleet, await planned(fleet, ["risk-architect"])))
  const again = expectDone(await runOperation(planSeeding, fleet.lead, asked(fleet, ["risk-architect"])))
  expect(again).toMatchObject({
    plans: [],
    settled: [
      {
        nothingLeft: expect.stringContaining(
          `${proposals.length} ${proposals.length === 1 ? "is" : "are"} already proposed`,
        ),
      },
    ],
  })
  expect(again.settled[0]?.placements.map(({ reason }) => reason)).toContainEqual(
    expect.stringMatching(/^already proposed: “/),
  )
  for (const id of proposals)
    expectDone(await decide(fleet.lead, id, { verdict: "reject", reason: "Not for it" }))
  expect(
    expectDone(await runOperation(planSeeding, fleet.lead, asked(fleet, ["risk-architect"]))).plans,
  ).toHaveLength(1)
})

it("creates an empty plan for an empty memory, so that a user can move excluded entries in", async () => {
  const fleet = await given({
    [memoryPath("historian")]: memoryOf("historian", [
      "[2026-11-05] ~~Express serves the API~~ ← STALE (moved to Fastify)",
    ]),
  })
  const { plans, settled } = expectDone(
    await runOperation(planSeeding, fleet.lead, asked(fleet, ["risk-architect"], ["historian"])),
  )
  expect([plans.length, settled.length]).toEqual([1, 0])
})

it("lists each plan with the number of entries and the predecessors, without the text", async () => {
  const fleet = await given({
    [memoryPath("plan-writer")]: memoryOf("plan-writer", [
      "[2026-11-01] Split a plan so that each part can be reviewed in an hour",
    ]),
  })
  const [plan] = expectDone(
    await runOperation(
      planSeeding,
      fleet.lead,
      asked(fleet, ["risk-architect"], ["plan-writer", "architect"]),
    ),
  ).plans
  const placed = plan?.placements.filter(({ place }) => place !== "left-out").length ?? 0
  expect(await listed(fleet)).toMatchObject([
    {
      id: plan?.id,
      placed,
      leftOut: (plan?.placements.length ?? 0) - placed,
      from: ["plan-writer", "architect"],
      version: 1,
    },
  ])
  expect(expectDone(await runOperation(showSeed, fleet.lead, { plan: plan?.id }))).toEqual(plan)
})

const agents = async ({ team }: Fleet) =>
  (await database().agent.findMany({ where: { teamId: team.id }, orderBy: { name: "asc" } })).map(
    ({ name }) => name,
  )

it("removes an agent that the seed created on undo, and restores it with its file", async () => {
  const fleet = await given()
  const plan = await planned(fleet, ["risk-architect"])
  const { file } = expectDone(await applied(fleet, plan))
  expect(await agents(fleet)).toEqual(["architect", "risk-architect"])
  expect(expectDone(await runOperation(undoSeed, fleet.lead, { plan: plan.id })).stays).toBeNull()
  expect(await agents(fleet)).toEqual(["architect"])
  const { id: revert } = await database().revert.findFirstOrThrow({ where: { teamId: fleet.team.id } })
  const whose = { team: fleet.team.slug, of: { revert } }
  const { shown } = expectDone(await runOperation(previewRevert, fleet.lead, whose))
  expectDone(await runOperation(runRevert, fleet.lead, { ...whose, shown, reason: "It was right" }))
  expect(await agents(fleet)).toEqual(["architect", "risk-architect"])
  const back = await database().memoryFile.findFirstOrThrow({
    where: { teamId: fleet.team.id, id: file ?? "" },
    include: { agent: { include: { category: true } } },
  })
  expect(back).toMatchObject({
    state: "present",
    agent: { name: "risk-architect", category: { slug: "architecture" } },
  })
  expect(
    await database().entry.count({
      where: { teamId: fleet.team.id, fileId: back.id, NOT: { agentId: back.agentId } },
    }),
  ).toBe(0)
})

it("keeps an agent that is referenced elsewhere when a seed is undone, and names the reference", async () => {
  const fleet = await given()
  const plan = await planned(fleet, ["risk-architect"])
  expectDone(await applied(fleet, plan))
  expectDone(
    await runOperation(startSession, fleet.lead, {
      team: fleet.team.slug,
      project: "ledger",
      agent: "risk-architect",
      session: "s-1",
    }),
  )
  expect(expectDone(await runOperation(undoSeed, fleet.lead, { plan: plan.id })).stays).toBe(
    "agent risk-architect was kept: it has had sessions",
  )
  expect(await agents(fleet)).toEqual(["architect", "risk-architect"])
})
