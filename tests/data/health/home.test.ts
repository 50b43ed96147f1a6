import { expect, it } from "vitest"
import { database } from "@/lib/db/infra/client"
import { listNextSteps, showSetup } from "@/lib/operations/home/setup-and-next-steps"
import { runOperation } from "@/lib/operations/operation"
import { givenAlert } from "../../support/alerts/alerts"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { addition, decide, givenMemory, givenProposal } from "../../support/proposals"

it("ranks a team's next steps by effect, and shows completed setup steps", async () => {
  const memory = await givenMemory({ [memoryPath("ann")]: memoryOf("ann", ["The heron rounds up"]) })
  const on = { team: memory.team.slug }
  const { id } = await givenProposal(memory.team, {
    project: memory.project,
    file: memoryPath("ann"),
    changes: [addition("Consumers read each message twice")],
    reason: "seen",
  })
  const { id: agentId, projectId } = await database().agent.findFirstOrThrow({
    where: { teamId: memory.team.id, name: "ann" },
  })
  await givenAlert(memory.team, { projectId, agentId, message: "ann loads nothing", severity: "error" })

  const { steps } = expectDone(await runOperation(listNextSteps, memory.lead, on))
  expect(steps.map(({ kind, effect }) => [kind, effect])).toEqual([
    ["alert", 3],
    ["proposals", 0.5],
  ])
  expect(expectDone(await runOperation(showSetup, memory.lead, on))).toMatchObject({
    files: true,
    decided: false,
  })

  expectDone(await decide(memory.lead, id, { verdict: "approve" }))
  expect(expectDone(await runOperation(showSetup, memory.lead, on))).toMatchObject({ decided: true })
})

it("shows no steps and no completed setup for an empty team, and nothing to other teams", async () => {
  const team = await givenTeam()
  const lead = await actorOf(await givenPerson({ team, role: "lead" }))
  expect(expectDone(await runOperation(listNextSteps, lead, { team: team.slug })).steps).toEqual([])
  expect(Object.values(expectDone(await runOperation(showSetup, lead, { team: team.slug })))).toEqual(
    Array.from({ length: 5 }, () => false),
  )
  const stranger = await actorOf(await givenPerson({ team: await givenTeam(), role: "lead" }))
  expect((await runOperation(showSetup, stranger, { team: team.slug })).ok).toBe(false)
})
