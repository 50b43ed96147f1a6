import { beforeEach, describe, expect, it } from "vitest"
import { database } from "../../support/data/writable"
import { showProposalFlow } from "@/lib/operations/proposals/flow"
import { runOperation } from "@/lib/operations/operation"
import { undoReview } from "@/lib/operations/proposals/decisions/review"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone } from "../../support/data/people"
import { addition, decide, givenMemory, givenProposal } from "../../support/proposals"

const DAY_MS = 86_400_000

let memory: Awaited<ReturnType<typeof givenMemory>>
beforeEach(async () => {
  memory = await givenMemory({ [memoryPath("ann")]: memoryOf("ann", ["The heron rounds up"]) })
})

const proposed = async (text: string, daysAgo = 0) => {
  const { id } = await givenProposal(memory.team, {
    project: memory.project,
    file: memoryPath("ann"),
    changes: [addition(text)],
    reason: "seen",
  })
  if (daysAgo > 0) {
    await database().proposal.update({
      where: { teamId_id: { teamId: memory.team.id, id } },
      data: { createdAt: new Date(Date.now() - daysAgo * DAY_MS) },
    })
  }
  return id
}

const flow = async (more: { project?: string } = {}) =>
  expectDone(await runOperation(showProposalFlow, memory.lead, { team: memory.team.slug, ...more }))

describe("proposal statistics", () => {
  it("count submissions and decisions by week and decision", async () => {
    const [kept, refused, waiting, old] = [
      await proposed("Consumers read each message twice"),
      await proposed("Friday is a holiday"),
      await proposed("Retries back off with jitter"),
      await proposed("Ports are listed in ports.txt", 14),
    ]
    expectDone(await decide(memory.lead, kept, { verdict: "approve" }))
    expectDone(await decide(memory.lead, refused, { verdict: "reject", reason: "It is wrong" }))
    expectDone(
      await decide(memory.lead, old, { verdict: "edit", text: "Ports are listed in docs/ports.txt" }),
    )
    const { weeks, waiting: number, medianHours } = await flow()
    // Two were decided at once and one after two weeks.
    expect(medianHours).toBeLessThan(24)
    expect(weeks).toHaveLength(12)
    expect(weeks.at(-1)).toMatchObject({ in: 3, out: 3, approved: 2, rejected: 1, merged: 0, withdrawn: 0 })
    expect(weeks.at(-3)).toMatchObject({ in: 1, out: 0 })
    expect([number, waiting.length > 0]).toEqual([1, true])
  })

  it("do not count an undone decision", async () => {
    const id = await proposed("Consumers read each message twice")
    expectDone(await decide(memory.lead, id, { verdict: "approve" }))
    expectDone(await runOperation(undoReview, memory.lead, { proposal: id }))
    const { weeks, waiting } = await flow()
    expect([weeks.at(-1)?.out, waiting]).toEqual([0, 1])
  })

  it("show how long pending proposals have been waiting", async () => {
    for (const [place, days] of [0, 1, 2, 8, 20].entries())
      await proposed(`Fact number ${place} about the queue`, days)
    const { ages, oldestDays, waiting } = await flow()
    expect(ages.map(({ days, count }) => [days, count])).toEqual([
      ["less than 1", 1],
      ["1–2", 2],
      ["3–6", 0],
      ["7–13", 1],
      ["14–29", 1],
      ["30 or more", 0],
    ])
    expect([waiting, oldestDays]).toEqual([5, 20])
  })

  it("can be limited to one project, and are empty without proposals", async () => {
    await proposed("Consumers read each message twice")
    expect((await flow({ project: memory.project })).waiting).toBe(1)
    expect(
      (await runOperation(showProposalFlow, memory.lead, { team: memory.team.slug, project: "nowhere" })).ok,
    ).toBe(false)
    const empty = await givenMemory({ [memoryPath("ben")]: memoryOf("ben", ["The heron rounds down"]) })
    expect(
      expectDone(await runOperation(showProposalFlow, empty.lead, { team: empty.team.slug })),
    ).toMatchObject({
      waiting: 0,
      oldestDays: null,
      medianHours: null,
    })
  })

  it("are not available to other teams", async () => {
    const other = await givenMemory({ [memoryPath("ben")]: memoryOf("ben", ["The heron rounds down"]) })
    expect(await runOperation(showProposalFlow, other.lead, { team: memory.team.slug })).toMatchObject({
      ok: false,
      reason: "not-found",
    })
  })
})
