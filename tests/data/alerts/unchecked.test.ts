import { beforeEach, expect, it, onTestFinished, vi } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { evaluateTeam, type Evaluation } from "@/lib/operations/alerts/evaluate"
import { checkAgents, checkProjects } from "@/lib/operations/alerts/check-agents-and-projects"
import { checkFiles } from "@/lib/operations/alerts/check-files"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { useMisbehavingUnits } from "../../support/isolated/misbehaving-units"
import { givenMemory } from "../../support/proposals"

const LOOKS = { file: checkFiles, agent: checkAgents, project: checkProjects }

/** A file with more entries than its budget. */
const tooLong = (name: string, more = "") =>
  memoryOf(
    name,
    Array.from({ length: 120 }, (_, n) => `Rate ${n} is read by ${name}${more}`),
  )

const givenFleet = (names: readonly string[], texts: Readonly<Record<string, string>> = {}) =>
  givenMemory(Object.fromEntries(names.map((name) => [memoryPath(name), texts[name] ?? tooLong(name)])))

const evaluate = (teamId: string, more: Partial<Evaluation> = {}) =>
  evaluateTeam(systemActor(), teamId, { now: new Date(), ...more })

const openOf = async (teamId: string, kind: string) =>
  (
    await database().alert.findMany({
      where: { teamId, kind, state: { not: "resolved" } },
      orderBy: { path: "asc" },
    })
  ).map((one) => `${one.path}: ${one.message}`)

const overBudget = async (teamId: string) => (await openOf(teamId, "over-budget")).length

beforeEach(() => {
  const silenced = vi.spyOn(console, "error").mockImplementation(() => undefined)
  onTestFinished(() => silenced.mockRestore())
})

it("reports only the file as unchecked if its rule never finishes or exhausts memory", async () => {
  await useMisbehavingUnits()
  const { team } = await givenFleet(["ann", "ben", "cleo", "dora"], {
    ben: tooLong("ben", " LOOK-LOOP"),
    cleo: tooLong("cleo", " LOOK-EXIT"),
  })
  await evaluate(team.id)
  expect(await openOf(team.id, "unchecked")).toEqual([
    `${memoryPath("ben")}: Could not be checked: it took more than 60 seconds`,
    `${memoryPath("cleo")}: Could not be checked: the analysis crashed or exceeded its memory limit`,
  ])
  expect(await overBudget(team.id)).toBe(2)
  expect(await evaluate(team.id)).toMatchObject({ evaluated: 0, unchecked: 0 })
})

it("reports only the file as unchecked if the database rejects its alerts, and keeps its earlier alerts", async () => {
  const names = Array.from({ length: 12 }, (_, n) => `agent-${n}`)
  const { team, file } = await givenFleet(names)
  await evaluate(team.id)
  expect(await overBudget(team.id)).toBe(12)
  const sick = (await file(memoryPath("agent-5"))).id
  const refused: typeof checkFiles = async (...asked) =>
    new Map(
      [...(await checkFiles(...asked))].map(([id, one]) => [
        id,
        id === sick ? { ...one, stale: { stale: 1, till: "-271821-04-20" } } : one,
      ]),
    )
  const looks = { ...LOOKS, file: refused }
  expect(await evaluate(team.id, { looks, everything: true })).toMatchObject({ unchecked: 1 })
  expect(await openOf(team.id, "unchecked")).toEqual([
    expect.stringMatching(/agent-5.*: Could not be checked: [a-z]/) as string,
  ])
  expect(await overBudget(team.id)).toBe(12)
  expect(await evaluate(team.id, { everything: true })).toMatchObject({ unchecked: 0 })
  expect(await openOf(team.id, "unchecked")).toEqual([])
})

it("forty failing files do not block the evaluation of others", async () => {
  const names = Array.from({ length: 44 }, (_, n) => `agent-${n}`)
  const { team } = await givenFleet(names)
  const healthy = await database().memoryFile.findMany({
    where: { teamId: team.id, path: { in: ["agent-7", "agent-15", "agent-31", "agent-43"].map(memoryPath) } },
  })
  const well = new Set(healthy.map((one) => one.id))
  const failing: typeof checkFiles = async (teamId, ids, asked) =>
    ids.every((id) => well.has(id))
      ? checkFiles(teamId, ids, asked)
      : Promise.reject(new RangeError("Invalid time value"))
  await evaluate(team.id, { looks: { ...LOOKS, file: failing } })
  expect(await overBudget(team.id)).toBe(4)
  expect(await openOf(team.id, "unchecked")).toHaveLength(40)
})
