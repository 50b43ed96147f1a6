import { beforeAll, expect, it } from "vitest"
import { database } from "../../support/data/writable"
import type { Actor } from "@/lib/memory/teams/actor"
import { countInbox } from "@/lib/operations/inbox/inbox"
import { runOperation } from "@/lib/operations/operation"
import { listSeeds, showSeed, snoozeSeedPlans } from "@/lib/operations/seed/seed-plans"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { givenMemory, givenToken } from "../../support/proposals"
import { givenSeedPlan } from "../../support/coach/seed-plans"

const LATER = "2099-01-01T00:00:00Z"

let memory: Awaited<ReturnType<typeof givenMemory>>
let colleague: Actor
let [first, second] = ["", ""]
beforeAll(async () => {
  memory = await givenMemory({ [memoryPath("ann")]: memoryOf("ann", ["[2026-01-05] Retries are safe"]) })
  colleague = await actorOf(await givenPerson({ team: memory.team, role: "lead" }))
  const { id: projectId } = await database().project.findFirstOrThrow({ where: { teamId: memory.team.id } })
  first = await givenSeedPlan(memory.team.id, { projectId, agentName: "ben" })
  second = await givenSeedPlan(memory.team.id, { projectId, agentName: "cleo" })
  await givenSeedPlan(memory.team.id, { projectId, agentName: "dora", state: "applied" })
})

const counts = async (actor: Actor, more: object = {}) =>
  expectDone(await runOperation(countInbox, actor, { team: memory.team.slug, ...more }))

it("a seed plan counts in the inbox until it is decided, and is snoozed for one user only", async () => {
  expect([await counts(memory.lead), await counts(memory.lead, { project: "ledger" })]).toMatchObject([
    { seedPlans: 2, snoozed: 0 },
    { seedPlans: 2 },
  ])
  expect(
    expectDone(
      await runOperation(snoozeSeedPlans, memory.lead, { plans: [first, "nonsense"], until: LATER }),
    ),
  ).toEqual({ snoozed: 1 })
  expect([await counts(memory.lead), await counts(colleague)]).toMatchObject([
    { seedPlans: 1, snoozed: 1 },
    { seedPlans: 2, snoozed: 0 },
  ])
  await database().snooze.updateMany({
    where: { teamId: memory.team.id, itemId: first },
    data: { until: new Date(0) },
  })
  expect(await counts(memory.lead)).toMatchObject({ seedPlans: 2, snoozed: 0 })
  expectDone(await runOperation(snoozeSeedPlans, memory.lead, { plans: [second], until: LATER }))
  expectDone(await runOperation(snoozeSeedPlans, memory.lead, { plans: [second], until: null }))
  expect(await counts(memory.lead)).toMatchObject({ seedPlans: 2, snoozed: 0 })
})

it("is listed by target, and by whether it is snoozed or decided", async () => {
  const list = async (more: object) =>
    expectDone(await runOperation(listSeeds, memory.lead, { team: memory.team.slug, ...more }))
  const names = async (more: object) => (await list(more)).plans.map(({ agent }) => agent)
  expectDone(await runOperation(snoozeSeedPlans, memory.lead, { plans: [first], until: LATER }))
  expect([
    await names({}),
    await names({ snoozed: "0" }),
    await names({ snoozed: "1" }),
    await names({ state: "decided" }),
  ]).toEqual([["cleo", "ben"], ["cleo"], ["ben"], ["dora"]])
  expect([
    await names({ q: "CLEO" }),
    await names({ agent: "ben" }),
    await names({ project: "ledger", category: "testing" }),
  ]).toEqual([["cleo"], ["ben"], []])
  expect([
    (await list({ limit: 1 })).total,
    (await list({ agent: "ben" })).plans[0]?.snoozedUntil,
    expectDone(await runOperation(showSeed, memory.lead, { plan: first })).snoozedUntil,
  ]).toEqual([2, "2099-01-01T00:00:00.000Z", "2099-01-01T00:00:00.000Z"])
  expectDone(await runOperation(snoozeSeedPlans, memory.lead, { plans: [first], until: null }))
})

it("can be snoozed by users only, to a future time, and with access to it", async () => {
  expect(
    await runOperation(snoozeSeedPlans, givenToken(memory.team, { rights: ["read"] }), {
      plans: [first],
      until: LATER,
    }),
  ).toMatchObject({ ok: false, reason: "forbidden" })
  expect(
    await runOperation(snoozeSeedPlans, memory.lead, { plans: [first], until: "2020-01-01T00:00:00Z" }),
  ).toMatchObject({ ok: false, reason: "invalid" })
  const stranger = await actorOf(await givenPerson({ team: await givenTeam(), role: "owner" }))
  expect(await runOperation(snoozeSeedPlans, stranger, { plans: [first], until: LATER })).toMatchObject({
    ok: false,
    reason: "not-found",
  })
})
