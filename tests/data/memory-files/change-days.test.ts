import { expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { showAgent, showFleet } from "@/lib/operations/agents/fleet"
import { listMemoryFiles } from "@/lib/operations/memory-files/files"
import { runOperation } from "@/lib/operations/operation"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { offerFiles, startAndWait } from "../../support/imports/import-folder"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone } from "../../support/data/people"
import { addition, decide, givenMemory, givenProposal } from "../../support/proposals"

const [KAIZEN, TOPIC] = [memoryPath("ann"), ".claude/agent-memory/ann/queues.md"]
const FILES = {
  [KAIZEN]: memoryOf("ann", ["[2026-11-02] Queues are drained at night"]),
  [TOPIC]: "# Queues\n\n- [2026-11-03] The night queue is slow\n",
}
const today = () => new Date().toISOString().slice(0, 10)
type World = Awaited<ReturnType<typeof givenMemory>>

async function updatedIn({ team }: World): Promise<Record<string, string | null>> {
  const { files } = expectDone(await runOperation(listMemoryFiles, systemActor(), { team: team.slug }))
  return Object.fromEntries(files.map(({ path, updatedOn }) => [path, updatedOn]))
}

async function updatedAgent({ team }: World, agent: string): Promise<(string | null | undefined)[]> {
  const place = { team: team.slug, project: "ledger" }
  const fleet = expectDone(await runOperation(showFleet, systemActor(), place))
  const shown = expectDone(await runOperation(showAgent, systemActor(), { ...place, agent }))
  return [fleet.agents.find(({ name }) => name === agent)?.updatedOn, shown.agent.updatedOn]
}

it("dates a first import by its text, and a changed file by the day of the change", async () => {
  const world = await givenMemory(FILES)
  expect((await updatedIn(world))[TOPIC]).toBe("2026-11-03")
  const { id, head, text } = await world.file(TOPIC)
  expectDone(
    await runOperation(reviseFile, world.lead, {
      file: id,
      text: text.replace("slow", "fast"),
      base: head,
      reason: "measured again",
    }),
  )
  expect((await updatedIn(world))[TOPIC]).toBe(today())
  expect(await updatedAgent(world, "ann")).toEqual([today(), today()])
})

it("dates a file that an import changed by the day of the import", async () => {
  const world = await givenMemory(FILES)
  const changed = { ...FILES, [TOPIC]: "# Queues\n\n- [2026-11-04] The night queue is fast\n" }
  await startAndWait(
    world.team,
    (await offerFiles(world.team, "/srv/ledger", changed, { project: "ledger" })).run,
  )
  expect((await updatedIn(world))[TOPIC]).toBe(today())
})

it("dates a file that a decision created by the day of the decision", async () => {
  const world = await givenMemory(FILES)
  const { id } = await givenProposal(world.team, {
    project: "ledger",
    agent: "ben",
    changes: [addition("Restart the broker by hand")],
    reason: "seen twice",
  })
  expectDone(await decide(world.lead, id, { verdict: "approve" }))
  expect(await updatedAgent(world, "ben")).toEqual([today(), today()])
})
