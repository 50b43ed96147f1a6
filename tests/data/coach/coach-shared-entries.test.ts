import { beforeAll, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { previewPublish, publishSynthesis } from "@/lib/operations/coach/publish/publish"
import { withdrawSynthesis } from "@/lib/operations/coach/publish/withdraw"
import { submitSynthesis } from "@/lib/operations/coach/submit"
import { runOperation } from "@/lib/operations/operation"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone } from "../../support/data/people"
import { givenMemory, textOf } from "../../support/proposals"
import { givenSynthesis } from "../../support/coach/syntheses"

let world: Awaited<ReturnType<typeof givenMemory>>
let entry: string
beforeAll(async () => {
  world = await givenMemory({
    [memoryPath("unit-tester")]: memoryOf("unit-tester", ["[2026-11-20] Run one file at a time"]),
  })
  entry = (await database().entry.findFirstOrThrow({ where: { teamId: world.team.id } })).id
})

const given = (texts: readonly string[], project?: string) =>
  givenSynthesis(world.team, {
    claims: texts.map((text) => ({ text, cites: [entry] })),
    ...(project === undefined ? {} : { project }),
  })
const publish = async (synthesis: string) =>
  expectDone(await runOperation(publishSynthesis, world.lead, { synthesis }))
const published = async (texts: readonly string[], project?: string) => {
  const id = await given(texts, project)
  await publish(id)
  return id
}
const coachSays = async (text: string) => (await textOf(world, memoryPath("coach"))).includes(text)

const BOTH = "Both briefs say so"

describe("an entry in both a project brief and a team brief", () => {
  it("stays while one of the briefs is published, and is removed with the last", async () => {
    const team = await published([BOTH, "Only the team's"])
    const project = await published([BOTH, "Only the project's"], "ledger")
    const next = await given(["The team's next"])
    expect(expectDone(await runOperation(previewPublish, world.lead, { synthesis: next }))).toMatchObject({
      adds: 1,
      removes: 1,
      keeps: 0,
    })
    expect(await publish(next)).toMatchObject({ replaced: team })
    expect([await coachSays(BOTH), await coachSays("Only the team's")]).toEqual([true, false])
    const [shared] = await database().claim.findMany({
      where: { teamId: world.team.id, synthesisId: project, position: 0 },
    })
    expect(
      await database().entry.findFirst({ where: { teamId: world.team.id, id: shared?.entryId ?? "" } }),
    ).toMatchObject({ state: "current", text: expect.stringContaining(BOTH) })
    const last = await published(["The project's next"], "ledger")
    expect([await coachSays(BOTH), await coachSays("Only the project's")]).toEqual([false, false])
    expectDone(await runOperation(withdrawSynthesis, world.lead, { synthesis: last }))
    expect(await coachSays(BOTH)).toBe(true)
  })
})

describe("a withdrawn synthesis", () => {
  it("is pending again, and an identical submission does not duplicate it", async () => {
    const id = await given(["Comes in again"], "ledger")
    await publish(id)
    expectDone(await runOperation(withdrawSynthesis, world.lead, { synthesis: id }))
    const { title } = await database().synthesis.findUniqueOrThrow({
      where: { teamId_id: { teamId: world.team.id, id } },
    })
    const again = await runOperation(submitSynthesis, systemActor(), {
      team: world.team.slug,
      project: "ledger",
      kind: "brief",
      title,
      claims: [{ text: "Comes in again", kind: "observation", confidence: 0.8, citations: [{ entry }] }],
    })
    expect(expectDone(again)).toMatchObject({ id, already: true })
  })
})
