import { expect, it, vi } from "vitest"
import { database } from "../../support/data/writable"
import { runOperation } from "@/lib/operations/operation"
import { createProposal } from "@/lib/operations/proposals/create"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone } from "../../support/data/people"
import { givenMemory, givenToken } from "../../support/proposals"

const PATH = memoryPath("billing")
const given = () => givenMemory({ [PATH]: memoryOf("billing", ["Invoices are rounded"]) })

it("a proposal that waits for a lock does not block other proposals, and is stored in the end", async () => {
  const [held, free] = await Promise.all([given(), given()])
  const propose = ({ team }: typeof held, number: number) =>
    runOperation(createProposal, givenToken(team), {
      team: team.slug,
      project: "ledger",
      file: PATH,
      content: `Carrier ${number} is asked before ${number * 7919} parcels`,
    })
  const stored = ({ team }: typeof held) => database().proposal.count({ where: { teamId: team.id } })
  const waiting: ReturnType<typeof propose>[] = []
  await database().$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT id FROM team WHERE id = ${held.team.id}::uuid FOR UPDATE`
      waiting.push(...[1, 2, 3, 4, 5].map((number) => propose(held, number)))
      for (const outcome of await Promise.all([6, 7, 8].map((number) => propose(free, number))))
        expectDone(outcome)
      expectDone(await propose(free, 9))
      expect([await stored(held), await stored(free)]).toEqual([0, 4])
    },
    { timeout: 60_000 },
  )
  for (const outcome of await Promise.all(waiting)) expectDone(outcome)
  expect(await stored(held)).toBe(5)
})

it("attributes a deferred comparison to the author of the proposal", async () => {
  const { team } = await given()
  const actors = ["billing", "shipping"].map((agent) => givenToken(team, { agent }))
  await Promise.all(
    Array.from({ length: 12 }, async (_, number) =>
      expectDone(
        await runOperation(createProposal, actors[number % 2] as (typeof actors)[0], {
          team: team.slug,
          project: "ledger",
          file: PATH,
          content: `Depot ${number} opens after ${number * 7919} parcels`,
        }),
      ),
    ),
  )
  await vi.waitFor(
    async () =>
      expect(await database().proposal.count({ where: { teamId: team.id, comparedAt: null } })).toBe(0),
    { timeout: 20_000, interval: 100 },
  )
  const events = await database().auditEvent.findMany({
    where: { teamId: team.id, kind: "proposal.compare" },
    select: { actorId: true, subject: true },
  })
  expect(new Set(events.map((one) => one.actorId))).toEqual(new Set(actors.map((one) => one.id)))
  for (const { id } of actors)
    expect(
      events
        .filter((one) => one.actorId === id)
        .reduce((sum, one) => sum + Number.parseInt(one.subject, 10), 0),
    ).toBeLessThanOrEqual(6)
})
