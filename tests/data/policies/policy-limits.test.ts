import { beforeEach, describe, expect, it } from "vitest"
import { database } from "@/lib/db/infra/client"
import type { Actor } from "@/lib/memory/teams/actor"
import { runOperation } from "@/lib/operations/operation"
import { appendRun } from "@/lib/operations/sessions/flush-and-run-cache"
import { changePolicySettings } from "@/lib/operations/policies/policies"
import { showProposal } from "@/lib/operations/proposals/proposals"
import { offerFiles, startAndWait } from "../../support/imports/import-folder"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { actorOf, expectDone, givenPerson } from "../../support/data/people"
import { decide, givenMemory, givenProposal } from "../../support/proposals"

const ANN = memoryPath("ann")
const TESTER = memoryPath("unit-tester")
const INDEX = ".claude/agent-memory/ben/MEMORY.md"
const TOPIC = ".claude/agent-memory/ben/money.md"
const CATEGORY = ".claude/agent-memory/testing/MEMORY.md"
const lines = (count: number) =>
  Array.from({ length: count }, (_, place) => `Statement ${place} about invoices`)

let memory: Awaited<ReturnType<typeof givenMemory>>
let lead: Actor

beforeEach(async () => {
  memory = await givenMemory({
    [ANN]: memoryOf("ann", lines(10)),
    [TESTER]: memoryOf("unit-tester", lines(10)),
    [TOPIC]: "# Money\n\n- Cents\n",
    [INDEX]: `# ben\n\n${lines(30)
      .map((line) => `- ${line}\n`)
      .join("")}`,
    [CATEGORY]:
      "# Testing Category Memory\n\n## Shared Patterns\n\n- Fixtures are frozen\n\n## Coordinator Notes\n",
  })
  lead = memory.lead
})

const set = async (place: string, settings: object, unset: string[] = []) =>
  expectDone(
    await runOperation(changePolicySettings, lead, { team: memory.team.slug, place, set: settings, unset }),
  )
const stored = async (path: string) => {
  const { limits, cut } = await database().memoryFile.findFirstOrThrow({
    where: { teamId: memory.team.id, path },
  })
  return { ...(limits as { budget: number | null; lines: number | null; bytes: number | null }), cut }
}

describe("a budget setting", () => {
  it("applies to all files in its scope, with the most specific scope first, until it is reset", async () => {
    expect(await stored(ANN)).toMatchObject({ budget: 100, lines: null, cut: null })
    await set("team", { budgetLines: 60 })
    await set("category:testing", { budgetLines: 70 })
    await set("agent:ledger/ann", { budgetLines: 80 })
    expect(
      (await Promise.all([ANN, TESTER, INDEX, TOPIC, CATEGORY].map(stored))).map((one) => one.budget),
    ).toEqual([80, 70, 60, null, 70])
    await set("agent:ledger/ann", {}, ["budgetLines"])
    await set("category:testing", {}, ["budgetLines"])
    expect((await Promise.all([ANN, TESTER, CATEGORY].map(stored))).map((one) => one.budget)).toEqual([
      60, 60, 60,
    ])
    await set("team", {}, ["budgetLines"])
    expect((await Promise.all([ANN, TESTER, INDEX, CATEGORY].map(stored))).map((one) => one.budget)).toEqual([
      100,
      100,
      null,
      100,
    ])
  })

  it("applies to later writes and imports", async () => {
    await set("project:ledger", { budgetLines: 20 })
    const { id } = await givenProposal(memory.team, {
      project: "ledger",
      agent: "ann",
      content: "Batches hold 500 rows",
    })
    expect(expectDone(await runOperation(showProposal, lead, { proposal: id })).budget).toMatchObject({
      budget: 20,
    })
    expectDone(await decide(lead, id, { verdict: "approve" }))
    const made = await givenProposal(memory.team, {
      project: "ledger",
      agent: "cleo",
      content: "Ledgers close at midnight",
    })
    expect(
      expectDone(await runOperation(showProposal, lead, { proposal: made.id })).budget,
      "of a file that is not there yet",
    ).toMatchObject({ budget: 20 })
    expectDone(await decide(lead, made.id, { verdict: "approve" }))
    await startAndWait(
      memory.team,
      (
        await offerFiles(
          memory.team,
          "/srv/ledger",
          { [memoryPath("dan")]: memoryOf("dan", lines(3)) },
          { project: "ledger" },
        )
      ).run,
    )
    expect(
      (await Promise.all([ANN, memoryPath("cleo"), memoryPath("dan")].map(stored))).map((one) => one.budget),
    ).toEqual([20, 20, 20])
  })
})

describe("harness limit settings", () => {
  it("keep the given number of runs", async () => {
    const append = (goal: string) =>
      runOperation(appendRun, lead, {
        team: memory.team.slug,
        project: "ledger",
        goal,
        outcome: "success",
        lesson: "Round last",
      }).then(expectDone)
    for (const goal of ["one", "two", "three"]) await append(goal)
    await set("project:ledger", { limits: { "run-cache": { runs: 2 } } })
    expect(await append("four")).toMatchObject({ runs: 2 })
  })

  it("truncate files of their format, but not topic files that are opened on demand", async () => {
    await set("project:ledger", { limits: { "claude-agent-memory": { lines: 12 } } })
    expect(await stored(INDEX)).toMatchObject({ lines: 12, cut: 13, bytes: 25_600 })
    expect((await Promise.all([TOPIC, ANN].map(stored))).map((one) => one.lines)).toEqual([null, null])
    await set("agent:ledger/ben", { limits: { "claude-agent-memory": { lines: null, bytes: 200 } } })
    expect(await stored(INDEX)).toMatchObject({ lines: null, bytes: 200, cut: 9 })
    await set("agent:ledger/ben", {}, ["limits"])
    await set("project:ledger", {}, ["limits"])
    expect(await stored(INDEX)).toMatchObject({ lines: 200, bytes: 25_600, cut: null })
  })

  it("do not affect other files", async () => {
    const versions = async () =>
      (
        await database().$queryRaw<
          { path: string; xmin: string }[]
        >`SELECT path, xmin::text FROM memory_file WHERE team_id = ${memory.team.id}::uuid AND path <> ${INDEX} ORDER BY path`
      ).map((row) => `${row.path} ${row.xmin}`)
    const before = await versions()
    await set("team", { limits: { "claude-agent-memory": { lines: 12 } }, staleDays: 30 })
    expect(await versions()).toEqual(before)
  })

  it("of the deployment apply to all teams", async () => {
    const root = await actorOf(await givenPerson({ owner: true }))
    const change = async (settings: object, unset: string[] = []) =>
      expectDone(
        await runOperation(changePolicySettings, root, {
          team: memory.team.slug,
          place: "deployment",
          set: settings,
          unset,
        }),
      )
    const other = await givenMemory({ [ANN]: memoryOf("ann", lines(5)) })
    await change({ budgetLines: 44 })
    const budgets = await database().memoryFile.findMany({
      where: { teamId: { in: [memory.team.id, other.team.id] }, path: ANN },
      select: { limits: true },
    })
    await change({}, ["budgetLines"])
    expect(budgets.map((one) => (one.limits as { budget: number }).budget)).toEqual([44, 44])
    expect(await stored(ANN)).toMatchObject({ budget: 100 })
  })
})
