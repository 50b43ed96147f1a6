import { expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import type { Tx } from "@/lib/db/infra/commit"
import { lockPlaces } from "@/lib/db/sources/running-imports"
import { lockSeedPlan } from "@/lib/db/seed/plans"
import { forgetEntry } from "@/lib/operations/forgetting/forget"
import { runOperation } from "@/lib/operations/operation"
import { changePolicy } from "@/lib/operations/policies/policies"
import { previewRevert } from "@/lib/operations/reverts/preview"
import { runRevert } from "@/lib/operations/reverts/run"
import { applySeed, undoSeed } from "@/lib/operations/seed/apply-and-undo"
import { listAgentsWithoutMemory } from "@/lib/operations/seed/agents-without-memory"
import { startEmpty } from "@/lib/operations/seed/start-empty"
import { moveSeed, showSeed } from "@/lib/operations/seed/seed-plans"
import { planSeeding } from "@/lib/operations/seed/plan-seeding"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { offerFiles, startAndWait } from "../../support/imports/import-folder"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone } from "../../support/data/people"
import { givenMemory, givenToken } from "../../support/proposals"

const [INWARDS, PLAN, MONEY] = [
  "Services depend inwards: api, core, store",
  "Every plan says how it is rolled back when it fails",
  "Money is an integer of minor units",
]
const given = (more: Record<string, string> = {}) =>
  givenMemory({
    [memoryPath("architect")]: memoryOf(
      "architect",
      [INWARDS, PLAN, MONEY].map((text) => `[2026-11-02] ${text}`),
    ),
    ...more,
  })
type Fleet = Awaited<ReturnType<typeof given>>
const wanted = ({ team }: Fleet) => ({
  team: team.slug,
  project: "ledger",
  agents: ["structure-architect"],
  from: [{ agent: "architect" }],
})
const planned = async (fleet: Fleet) =>
  expectDone(await runOperation(planSeeding, fleet.lead, wanted(fleet))).plans[0] ?? expect.fail("no plan")

/** Starts an action that is blocked by `hold`, runs `meanwhile` as soon as it waits, then releases it. */
async function meanwhile<T>(
  hold: (tx: Tx) => Promise<unknown>,
  begin: () => Promise<T>,
  work: (tx: Tx) => Promise<unknown>,
): Promise<T> {
  let going: Promise<T> | null = null
  await database().$transaction(
    async (client) => {
      await hold(client as Tx)
      going = begin()
      await expect
        .poll(
          async () =>
            (await database().$queryRaw<unknown[]>`SELECT 1 FROM pg_locks WHERE NOT granted`).length,
          { timeout: 60_000 },
        )
        .toBeGreaterThan(0)
      await work(client as Tx)
    },
    { timeout: 60_000 },
  )
  return going ?? expect.fail("nothing began")
}

const heldPlace = (fleet: Fleet, path: string) => (tx: Tx) =>
  lockPlaces(tx, fleet.team.id, [`ledger/${path}`])

it("does not write a predecessor's entry in its old text if it changes during the application", async () => {
  const fleet = await given()
  const plan = await planned(fleet)
  const { id, head, entries } = await fleet.file(memoryPath("architect"))
  const money = entries.find(({ text }) => text === MONEY)
  const outcome = await meanwhile(
    heldPlace(fleet, plan.path),
    () => runOperation(applySeed, fleet.lead, { plan: plan.id, version: plan.version }),
    async () => {
      expectDone(
        await runOperation(reviseFile, fleet.lead, {
          file: id,
          base: head,
          reason: "Wrong",
          changes: [{ kind: "edit", entry: money?.id, before: MONEY, text: "Money is a decimal string" }],
        }),
      )
    },
  )
  expect(outcome).toMatchObject({
    ok: false,
    reason: "stale",
    message: expect.stringContaining("has changed"),
  })
})

it("does not write an entry that is forgotten during the application", async () => {
  const fleet = await given({ [memoryPath("writer")]: memoryOf("writer", [`[2026-11-02] ${MONEY}`]) })
  const plan = await planned(fleet)
  const [money] = (await fleet.file(memoryPath("writer"))).entries
  const outcome = await meanwhile(
    heldPlace(fleet, plan.path),
    () => runOperation(applySeed, fleet.lead, { plan: plan.id, version: plan.version }),
    async () =>
      expectDone(await runOperation(forgetEntry, fleet.lead, { entry: money?.id, reason: "Wrong" })),
  )
  expect(outcome).toMatchObject({
    ok: false,
    reason: "stale",
    message: expect.stringContaining("one of the entries has since been forgotten"),
  })
})

it("follows a policy that requires two approvals since the application began", async () => {
  const fleet = await given()
  const plan = await planned(fleet)
  const outcome = await meanwhile(
    heldPlace(fleet, plan.path),
    () => runOperation(applySeed, fleet.lead, { plan: plan.id, version: plan.version }),
    async () =>
      expectDone(
        await runOperation(changePolicy, systemActor(), {
          team: fleet.team.slug,
          place: "team",
          settings: { approvals: 2 },
        }),
      ),
  )
  expect(outcome).toMatchObject({
    ok: false,
    reason: "stale",
    message: expect.stringContaining("2 approvals are required"),
  })
})

it("keeps a manual move when the plan is rebuilt at the same time", async () => {
  const fleet = await given()
  const plan = await planned(fleet)
  const outcome = await meanwhile(
    (tx) => lockSeedPlan(tx, fleet.team.id, plan.id),
    () => runOperation(planSeeding, fleet.lead, wanted(fleet)),
    async (tx) => {
      const { placements } = await tx.seedPlan.findFirstOrThrow({
        where: { teamId: fleet.team.id, id: plan.id },
      })
      await tx.seedPlan.update({
        where: { teamId_id: { teamId: fleet.team.id, id: plan.id } },
        data: {
          version: { increment: 1 },
          placements: (placements as { reason: string }[]).map((one) => ({
            ...one,
            reason: "moved by a person",
          })),
        },
      })
    },
  )
  expect(outcome).toMatchObject({
    ok: false,
    reason: "conflict",
    message: expect.stringContaining("moved its entries"),
  })
})

it("completes an interrupted undo on the next request, and undoes once for concurrent requests", async () => {
  const fleet = await given()
  const plan = await planned(fleet)
  expectDone(await runOperation(applySeed, fleet.lead, { plan: plan.id, version: plan.version }))
  const whose = { team: fleet.team.slug, of: { seed: plan.id } }
  const { shown } = expectDone(await runOperation(previewRevert, fleet.lead, whose))
  expectDone(await runOperation(runRevert, fleet.lead, { ...whose, shown, reason: "Undone" }))
  expect(expectDone(await runOperation(showSeed, fleet.lead, { plan: plan.id })).state).toBe("applied")
  const both = await Promise.all([
    runOperation(undoSeed, fleet.lead, { plan: plan.id }),
    runOperation(undoSeed, fleet.lead, { plan: plan.id }),
  ])
  expect(both.map((one) => (one.ok ? one.value.state : one.reason)).toSorted()).toEqual(["stale", "undone"])
  expect(await runOperation(undoSeed, fleet.lead, { plan: plan.id })).toMatchObject({
    ok: false,
    reason: "conflict",
  })
})

it("one of two concurrent decisions to start fresh succeeds", async () => {
  const fleet = await given({ [memoryPath("scout")]: memoryOf("scout", []) })
  await Promise.all(
    [1, 2].map(() =>
      runOperation(startEmpty, fleet.lead, { team: fleet.team.slug, project: "ledger", agent: "scout" }),
    ),
  )
  expect(await database().seedPlan.count({ where: { teamId: fleet.team.id, state: "fresh" } })).toBe(1)
})

it("hides predecessors in other projects from a project token, and lets no agent make a move that a user has to confirm", async () => {
  const fleet = await given()
  await startAndWait(
    fleet.team,
    (
      await offerFiles(
        fleet.team,
        "/srv/else",
        { [memoryPath("structure-architect")]: memoryOf("structure-architect", []) },
        { project: "elsewhere" },
      )
    ).run,
  )
  const { id: projectId } = await database().project.findFirstOrThrow({
    where: { teamId: fleet.team.id, slug: "elsewhere" },
  })
  const asked = { team: fleet.team.slug, project: "elsewhere" }
  expect(
    expectDone(await runOperation(listAgentsWithoutMemory, fleet.lead, asked)).agents[0]?.predecessors,
  ).toMatchObject([{ agent: "architect", project: "ledger" }])
  expect(
    expectDone(await runOperation(listAgentsWithoutMemory, givenToken(fleet.team, { projectId }), asked))
      .agents[0]?.predecessors,
  ).toEqual([])
  const plan = await planned(fleet)
  expect(
    await runOperation(moveSeed, givenToken(fleet.team), {
      plan: plan.id,
      version: plan.version,
      moves: [{ entry: plan.placements[0]?.entry, place: "left-out" }],
    }),
  ).toMatchObject({ ok: false, reason: "forbidden" })
})
