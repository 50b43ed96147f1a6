import { beforeEach, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { checkAgents } from "@/lib/operations/alerts/check-agents-and-projects"
import { runOperation } from "@/lib/operations/operation"
import { startSession } from "@/lib/operations/sessions/start"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone } from "../../support/data/people"
import { addition, givenMemory, givenProposal } from "../../support/proposals"
import { dayIn, givenSessions, inDays, notifyOf } from "../../support/alerts/watching"

type Given = Awaited<ReturnType<typeof givenMemory>>
let given: Given
beforeEach(async () => {
  given = await givenMemory({
    [memoryPath("ann")]: memoryOf("ann", ["Money is an integer"]),
    [memoryPath("ben")]: memoryOf("ben", ["Queues drain in order"]),
  })
})

const start = async (agent: string, harness?: string) =>
  expectDone(
    await runOperation(
      startSession,
      systemActor(),
      startSession.input.parse({
        team: given.team.slug,
        project: "ledger",
        agent,
        harness,
        session: `s-${agent}-${harness}`,
      }),
    ),
  )

const revise = async (agent: string, text: string) => {
  const { id, head } = await given.file(memoryPath(agent))
  expectDone(
    await runOperation(reviseFile, given.lead, {
      file: id,
      base: head,
      changes: [addition(text)],
      reason: "Learned",
    }),
  )
}

describe("memory that was never loaded", () => {
  it("is raised if a harness loads no memory in its sessions, follows their number, and resolves when a session loads it", async () => {
    await start("ben", "codex")
    await givenSessions(given, { agent: "ann", harness: "codex", days: [1, 2] })
    expect(await notifyOf(given, "never-loaded")).toEqual([
      "open ann codex 1: ann had 2 sessions in codex in the last 30 days, but none of them loaded its memory (1 entry)",
    ])
    await givenSessions(given, { agent: "ann", harness: "codex", days: [0] })
    expect(await notifyOf(given, "never-loaded")).toEqual([
      "open ann codex 1: ann had 3 sessions in codex in the last 30 days, but none of them loaded its memory (1 entry)",
    ])
    await start("ann", "codex")
    expect(await notifyOf(given, "never-loaded")).toEqual([expect.stringMatching(/^resolved ann codex 1/)])
  })

  it("is raised for an agent without deliveries while others in the project have them, and resolves with its first delivery", async () => {
    await start("ben", "codex")
    await givenSessions(given, { agent: "ann", harness: null, days: [0] })
    expect(await notifyOf(given, "never-loaded")).toEqual([])
    await givenSessions(given, { agent: "ann", harness: null, days: [-2] })
    const words =
      "but never loaded its memory (1 entry), although codex loads memory for other agents in the project"
    expect(await notifyOf(given, "never-loaded", inDays(3))).toEqual([
      `open ann  1: ann was active on ${dayIn(2)} ${words}`,
    ])
    await givenSessions(given, { agent: "ann", harness: null, days: [-3] })
    expect(await notifyOf(given, "never-loaded", inDays(3))).toEqual([
      `open ann  1: ann was active on ${dayIn(3)} ${words}`,
    ])
    await start("ann", "cursor")
    expect(await notifyOf(given, "never-loaded", inDays(3))).toEqual([expect.stringMatching(/^resolved ann/)])
  })

  it("is one alert for the project if no harness reports deliveries", async () => {
    await givenProposal(given.team, {
      project: "ledger",
      agent: "ann",
      author: "ann",
      content: "Rates are read once a day",
      reason: "Seen twice",
    })
    expect(await notifyOf(given, "never-loaded")).toEqual([
      "open   1: ann worked on ledger in the last 30 days, but no harness has reported loading memory",
    ])
    await start("ben")
    expect(await notifyOf(given, "never-loaded")).toEqual([expect.stringMatching(/^resolved/)])
  })
})

describe("an old revision", () => {
  it("is raised if an agent works with an old revision, follows the file, and resolves with the next load", async () => {
    await start("ann", "codex")
    await revise("ann", "Rates are read once a day")
    expect(await notifyOf(given, "old-revision-loaded", inDays(2))).toEqual([])
    await givenSessions(given, { agent: "ann", harness: "codex", days: [-2] })
    const [raised] = await notifyOf(given, "old-revision-loaded", inDays(3))
    expect(raised).toMatch(
      /^open ann codex 1: ann was active on .* using memory loaded in codex on .*: \.kaizen\/agents\/ann\/memory\.md changed on .* \(now revision 2, loaded revision 1\)$/,
    )
    await revise("ann", "Rates are kept for a week")
    expect(await notifyOf(given, "old-revision-loaded", inDays(3))).toEqual([
      raised?.replace("revision 2", "revision 3"),
    ])
    await start("ann", "codex")
    expect(await notifyOf(given, "old-revision-loaded", inDays(3))).toEqual([
      expect.stringMatching(/^resolved ann codex 1/),
    ])
  })
})

describe("a cold agent", () => {
  beforeEach(async () => {
    given = await givenMemory({
      [memoryPath("devils-advocate")]: memoryOf("devils-advocate", ["Asks who pays", "Asks what breaks"]),
      [memoryPath("robustness-challenger")]: memoryOf("robustness-challenger", []),
      [memoryPath("unit-tester")]: memoryOf("unit-tester", ["Clocks are frozen"]),
      [memoryPath("contract-tester")]: memoryOf("contract-tester", []),
    })
  })

  it("is raised with a suggested predecessor, follows the predecessor's memory, and resolves when the agent has its own", async () => {
    expect(await notifyOf(given, "cold-agent")).toEqual([
      "open contract-tester  1: contract-tester has no memory, but unit-tester in Testing does",
      "open robustness-challenger  1: robustness-challenger has no memory, but its predecessor devils-advocate has 15 lines in ledger",
    ])
    await revise("devils-advocate", "Asks who is called at night")
    expect((await notifyOf(given, "cold-agent"))[1]).toContain("has 16 lines in ledger")
    await revise("robustness-challenger", "Restarts the broker")
    await revise("contract-tester", "Replays contracts")
    expect(await notifyOf(given, "cold-agent")).toEqual([
      expect.stringMatching(/^resolved contract-tester/),
      expect.stringMatching(/^resolved robustness-challenger/),
    ])
  })
})

describe("proposals", () => {
  const propose = async (count: number, { daysAgo }: { daysAgo: number }) => {
    for (let left = count; left > 0; left -= 1) {
      const content = `The job ${"abcdefghijklmnopqrstuvwxyz"[left]}${daysAgo} of shift ${left * 7} writes ledger ${left + 100 * daysAgo}`
      const { id } = await givenProposal(given.team, {
        project: "ledger",
        agent: "ann",
        author: "ann",
        content,
        reason: "Seen twice",
      })
      await database().proposal.update({
        where: { teamId_id: { teamId: given.team.id, id } },
        data: { createdAt: inDays(-daysAgo) },
      })
    }
  }

  it("above the usual rate raise an alert that follows their number and resolves after the week", async () => {
    await propose(1, { daysAgo: 10 })
    await propose(20, { daysAgo: 0 })
    expect(await notifyOf(given, "flood")).toEqual([
      "open ann  1: ann made 20 proposals in 7 days, compared with 0 in a typical week",
    ])
    await propose(1, { daysAgo: 1 })
    expect(await notifyOf(given, "flood")).toEqual([
      "open ann  1: ann made 21 proposals in 7 days, compared with 0 in a typical week",
    ])
    expect(await notifyOf(given, "flood", inDays(7))).toEqual([expect.stringMatching(/^resolved ann/)])
  })

  it("that stop raise an alert while sessions continue, and the next proposal resolves it", async () => {
    for (const daysAgo of [15, 22, 29, 36]) await propose(1, { daysAgo })
    await givenSessions(given, { agent: "ann", harness: "codex", days: [1, 3, 5] })
    const [raised] = await notifyOf(given, "silence")
    expect(raised).toMatch(
      /^open ann {2}1: ann made proposals every week until .*, but none in the 3 sessions since then$/,
    )
    await givenSessions(given, { agent: "ann", harness: "codex", days: [0] })
    expect(await notifyOf(given, "silence")).toEqual([raised?.replace("3 sessions", "4 sessions")])
    await propose(1, { daysAgo: 0 })
    expect(await notifyOf(given, "silence")).toEqual([expect.stringMatching(/^resolved ann/)])
  })
})

it("evaluates all requested agents of one team and skips removed agents", async () => {
  const other = await givenMemory({ [memoryPath("ann")]: memoryOf("ann", ["Of another team"]) })
  const idsOf = async ({ team }: Given) =>
    (await database().agent.findMany({ where: { teamId: team.id }, select: { id: true } })).map(
      (one) => one.id,
    )
  const [mine, theirs] = [await idsOf(given), await idsOf(other)]
  const looked = await checkAgents(given.team.id, [...mine, ...theirs], { policies: [], now: new Date() })
  expect([...looked.keys()].toSorted()).toEqual(mine.toSorted())
  expect([...looked.values()].map(({ place }) => place.agentId).toSorted()).toEqual(mine.toSorted())
})
