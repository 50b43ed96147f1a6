import { expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { datePlusDays } from "@/lib/memory/policies/effective-settings"
import { evaluateTeam } from "@/lib/operations/alerts/evaluate"
import { showFleet } from "@/lib/operations/agents/fleet"
import { runOperation } from "@/lib/operations/operation"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { changePolicySettings } from "@/lib/operations/policies/policies"
import { numbers } from "../../bench/generated-fleet"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone } from "../../support/data/people"
import { givenMemory } from "../../support/proposals"

it("entries are stale by the policy of each memory, and by type if the policy names one", async () => {
  const ago = (days: number) => `[${datePlusDays(new Date().toISOString(), -days)}]`
  const entries = [
    `${ago(40)} Invoices are rounded`,
    `${ago(100)} Batches hold 500 rows`,
    `${ago(300)} Ledgers close at midnight`,
  ]
  const memory = await givenMemory({
    [memoryPath("ann")]: memoryOf("ann", entries),
    [memoryPath("ben")]: memoryOf("ben", entries),
    [memoryPath("unit-tester")]: memoryOf("unit-tester", entries),
  })
  const set = async (place: string, settings: object, unset: string[] = []) =>
    expectDone(
      await runOperation(changePolicySettings, memory.lead, {
        team: memory.team.slug,
        place,
        set: settings,
        unset,
      }),
    )
  const stale = async () => {
    const { agents, totals } = expectDone(
      await runOperation(showFleet, memory.lead, { team: memory.team.slug }),
    )
    return { ...Object.fromEntries(agents.map((agent) => [agent.name, agent.stale])), all: totals.stale }
  }
  expect(await stale(), "built in").toEqual({ ann: 1, ben: 1, "unit-tester": 1, all: 3 })
  await set("team", { staleDays: 90 })
  expect(await stale(), "alike for all").toEqual({ ann: 2, ben: 2, "unit-tester": 2, all: 6 })
  await set("category:testing", { staleDays: 30 })
  await set("agent:ledger/ann", { staleDays: null })
  expect(await stale(), "each by its place").toEqual({ ann: 0, ben: 2, "unit-tester": 3, all: 5 })
  await database().entry.updateMany({
    where: { teamId: memory.team.id, text: { contains: "Ledgers" } },
    data: { type: "decision" },
  })
  await set("project:ledger", { staleDaysByType: { decision: null, other: 10 } })
  expect(await stale(), "and by type").toEqual({ ann: 0, ben: 1, "unit-tester": 2, all: 3 })
  await set("agent:ledger/ann", { staleDaysByType: { decision: 200 } })
  expect(await stale()).toMatchObject({ ann: 1 })
})

it("stored counts stay valid until the file, its policy or the day changes", async () => {
  const today = new Date().toISOString()
  const chance = numbers(11)
  const dates = () =>
    Array.from({ length: 12 }, (_, at) =>
      chance() < 0.3 ? `Undated ${at}` : `[${datePlusDays(today, -Math.floor(chance() * 400))}] Dated ${at}`,
    )
  const names = ["ann", "ben", "unit-tester", "eve"]
  const memory = await givenMemory(
    Object.fromEntries(names.map((name) => [memoryPath(name), memoryOf(name, dates())])),
  )
  const teamId = memory.team.id
  const figures = async () => {
    const { agents, totals } = expectDone(
      await runOperation(showFleet, memory.lead, { team: memory.team.slug }),
    )
    return [totals.stale, ...agents.map((agent) => agent.stale)]
  }
  const look = () => evaluateTeam(systemActor(), teamId, { now: new Date() })
  const set = async (place: string, settings: object) =>
    expectDone(
      await runOperation(changePolicySettings, memory.lead, {
        team: memory.team.slug,
        place,
        set: settings,
        unset: [],
      }),
    )
  const isStillSo = async (why: string) => {
    const counted = await figures()
    await look()
    const { count } = await database().watched.updateMany({
      where: { teamId, unit: "file", stale: { gt: 0 } },
      data: { stale: { increment: 1000 } },
    })
    expect((await figures())[0], `${why}: it is what was kept that is read`).toBe(
      (counted[0] ?? 0) + count * 1000,
    )
    await database().watched.updateMany({
      where: { teamId, unit: "file", stale: { gt: 0 } },
      data: { stale: { decrement: 1000 } },
    })
    expect(await figures(), why).toEqual(counted)
    return counted
  }
  const first = await isStillSo("built in")
  await set("team", { staleDays: 90 })
  expect(await figures(), "a policy holds at once").not.toEqual(first)
  await isStillSo("one policy for all")
  await set("agent:ledger/ann", { staleDays: 10 })
  await set("category:testing", { staleDays: 300 })
  const placed = await isStillSo("policies by place")
  const [file] = await database().memoryFile.findMany({ where: { teamId, path: memoryPath("eve") } })
  expectDone(
    await runOperation(reviseFile, memory.lead, {
      file: file?.id ?? "",
      base: file?.head ?? 0,
      text: memoryOf("eve", dates()),
      reason: "anew",
    }),
  )
  expect(await figures(), "an edit holds at once").not.toEqual(placed)
  await isStillSo("after an edit")
  await database().watched.updateMany({
    where: { teamId, unit: "file" },
    data: { stale: 0, staleTill: new Date(today.slice(0, 10)) },
  })
  expect((await figures())[0], "a day after which time makes it more").toBeGreaterThan(0)
})
