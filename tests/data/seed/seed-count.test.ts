import { expect, it } from "vitest"
import { runOperation } from "@/lib/operations/operation"
import { countSeeding } from "@/lib/operations/seed/agents-without-memory"
import { startEmpty } from "@/lib/operations/seed/start-empty"
import { planSeeding } from "@/lib/operations/seed/plan-seeding"
import { undoSeed } from "@/lib/operations/seed/apply-and-undo"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone } from "../../support/data/people"
import { givenMemory } from "../../support/proposals"

it("counts a cold agent once: as cold, as planned, or not at all after it starts fresh", async () => {
  const { team, lead } = await givenMemory({
    [memoryPath("devils-advocate")]: memoryOf("devils-advocate", ["[2026-11-05] Asks who pays"]),
    [memoryPath("robustness-challenger")]: memoryOf("robustness-challenger", []),
    [memoryPath("newcomer")]: memoryOf("newcomer", []),
  })
  const counted = async () => expectDone(await runOperation(countSeeding, lead, { team: team.slug }))
  const of = { team: team.slug, project: "ledger" }
  expect(await counted()).toEqual({ cold: 2, plans: 0 })
  expectDone(
    await runOperation(planSeeding, lead, {
      ...of,
      agents: ["robustness-challenger"],
      from: [{ agent: "devils-advocate" }],
    }),
  )
  expect(await counted()).toEqual({ cold: 1, plans: 1 })
  const { plan } = expectDone(await runOperation(startEmpty, lead, { ...of, agent: "newcomer" }))
  expect(await counted()).toEqual({ cold: 0, plans: 1 })
  expectDone(await runOperation(undoSeed, lead, { plan: plan.id }))
  expect(await counted()).toEqual({ cold: 1, plans: 1 })
  expect(await runOperation(countSeeding, lead, { ...of, project: "nowhere" })).toMatchObject({
    ok: false,
    reason: "not-found",
  })
})
