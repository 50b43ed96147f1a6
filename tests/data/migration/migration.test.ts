import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { assembleContext } from "@/lib/operations/context/assemble"
import { listLayouts } from "@/lib/operations/migration/layouts"
import { listMigrations, showMigration, undoMigration } from "@/lib/operations/migration/migrations"
import { runOperation } from "@/lib/operations/operation"
import { importFolder } from "../../support/imports/import-folder"
import { filesThere, migrateTo, nameFleet, ownFiles, sharedFiles } from "../../support/data/migrations"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { givenMemory } from "../../support/proposals"

const sample = async (path: string, project: string) => {
  const team = await givenTeam()
  await importFolder(team, join(process.cwd(), "samples", path), { project })
  return { team, project }
}
const statements = async (team: { id: string }): Promise<string[]> => {
  const rows = await database().$queryRaw<
    { said: string }[]
  >`SELECT DISTINCT e.state || ' ' || e.text AS said FROM entry e JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id WHERE e.team_id = ${team.id}::uuid AND f.state <> 'gone' ORDER BY said`
  return rows.map(({ said }) => said)
}
const given = async (team: { slug: string }, project: string, agent: string) => {
  const { entries } = expectDone(
    await assembleContext(
      systemActor(),
      { team: team.slug, project, agent, limit: 500, budget: 100_000 },
      { now: new Date("2026-11-22T12:00:00Z"), delivers: false },
    ),
  )
  return entries.map(({ text }) => text).toSorted()
}
const undo = (team: { slug: string }, migration: string) =>
  runOperation(undoMigration, systemActor(), { team: team.slug, migration })

describe("the sample fleet", () => {
  it("moves from a file for each agent to one for each category and back, byte for byte", async () => {
    const { team, project } = await sample("platform/dispatch", "dispatch")
    const [before, said] = [await filesThere(team), await statements(team)]
    const heard = await given(team, project, "structure-architect")
    const there = await migrateTo({ team, project, to: "D" })
    expect(there.preview.problems).toEqual([])
    expect(there.preview.totals).toMatchObject({ lost: 0, removed: 14 })
    expect(await statements(team)).toEqual(said)
    expect(
      Object.keys(await filesThere(team))
        .filter((path) => path.includes("agent-memory"))
        .map((path) => path.split("/").at(-2)),
    ).toEqual([
      "architecture",
      "implementation",
      "infra-impl",
      "monitoring",
      "research",
      "review",
      "testing",
      "validation",
    ])
    expect(await given(team, project, "structure-architect")).toEqual(heard)
    const back = await migrateTo({ team, project, to: "A" })
    expect(back.preview.totals).toMatchObject({ lost: 0, restored: 14, removed: 8 })
    expect(await filesThere(team)).toEqual(before)
  })

  it("moves shared files with role files, and agent files beside a category file, to one file for each category", async () => {
    const { team, project } = await sample("platform/ledger", "ledger")
    const said = await statements(team)
    const { categories } = expectDone(
      await runOperation(listLayouts, systemActor(), { team: team.slug, project }),
    )
    expect(
      Object.fromEntries(categories.map(({ slug, layout, may }) => [slug, `${layout} ${may.join()}`])),
    ).toMatchObject({ planning: "mixed D", validation: "mixed A,D", architecture: "mixed A,D" })
    const there = await migrateTo({ team, project, to: "D" })
    expect(there.preview).toMatchObject({
      problems: [],
      from: "mixed",
      totals: { lost: 0, made: 1, changed: 2 },
    })
    expect(await statements(team)).toEqual(said)
    expect((await filesThere(team))["ledger/.claude/agent-memory/planning/MEMORY.md"]?.text).toMatch(
      /^# Planning Category Memory\n\n## Shared Patterns\n- \[2026-08-20\][^#]+## Decomposition-Specific\n- [^#]+## Interface-Specific\n- [^#]+## Strategy-Specific\n- [^#]+## Plan-Specific\n- Retired in September[^#]+### Cutting work\n[\s\S]+## Coordinator Notes\n- \[2026-11-07\] Planners disagree[^\n]+\n$/,
    )
    expect((await undo(team, there.migration)).ok).toBe(true)
    const list = expectDone(await runOperation(listMigrations, systemActor(), { team: team.slug, project }))
    expect(list.migrations.map(({ from, to, undone }) => [from, to, undone !== null])).toEqual([
      ["mixed", "D", true],
    ])
  })

  it("moves category files to a file for each agent and back", async () => {
    const { team, project } = await sample("platform/ledger", "ledger")
    const said = await statements(team)
    const agents = await database().agent.count({
      where: { teamId: team.id, category: { isNot: null }, optedOut: false },
    })
    const before = Object.keys(await filesThere(team)).filter((path) => path.includes("agent-memory"))
    await migrateTo({ team, project, to: "D" })
    const there = await migrateTo({ team, project, to: "A" })
    expect(there.preview.problems).toEqual([])
    expect(there.preview.totals).toMatchObject({ lost: 0, removed: 13, made: agents })
    expect(await statements(team)).toEqual(said)
    const again = await migrateTo({ team, project, to: "D" })
    expect(again.preview.totals).toMatchObject({
      lost: 0,
      removed: agents,
      made: 13,
      merged: expect.any(Number),
    })
    expect(await statements(team)).toEqual(said)
    expect(Object.keys(await filesThere(team)).filter((path) => path.includes("agent-memory"))).toHaveLength(
      13,
    )
    for (const { migration } of [again, there]) expect(expectDone(await undo(team, migration)).left).toBe(0)
    expect(before.length).toBeGreaterThan(13)
  })
})

describe("the fleet of 42 agents in 13 categories", () => {
  it("moves to a file for each category and back, twice, byte for byte, and an earlier move can be undone after later ones", async () => {
    const { team } = await givenMemory(ownFiles((_, place) => (place % 2 === 0 ? "kaizen" : "claude")))
    await nameFleet(team)
    const lead = await actorOf(await givenPerson({ team, role: "lead" }))
    const [before, said] = [await filesThere(team), await statements(team)]
    const first = await migrateTo({ team, project: "ledger", to: "D" }, lead)
    expect(first.preview.totals).toMatchObject({ lost: 0, removed: 42, made: 13 })
    expect(
      (await filesThere(team))[".claude/agent-memory/review/MEMORY.md".replace(/^/, "ledger/")]?.text,
    ).toMatch(/## Coordinator Notes\n[\s\S]*review-coordinator alone found/)
    expect(await statements(team)).toEqual(said)
    const second = await migrateTo({ team, project: "ledger", to: "A" }, lead)
    expect(await filesThere(team)).toEqual(before)
    const third = await migrateTo({ team, project: "ledger", to: "D" }, lead)
    const inD = await filesThere(team)
    expect(await undo(team, first.migration)).toMatchObject({
      ok: false,
      reason: "conflict",
      message: expect.stringContaining("Undo that migration first"),
    })
    expect(await undo(team, second.migration)).toMatchObject({
      ok: false,
      message: expect.stringContaining(third.migration),
    })
    expect(expectDone(await undo(team, third.migration)).left).toBe(0)
    expect(await filesThere(team)).toEqual(before)
    expect(expectDone(await undo(team, second.migration)).left).toBe(0)
    expect(await filesThere(team)).toEqual(
      Object.fromEntries(Object.entries(inD).map(([path]) => [path, expect.anything()])),
    )
    expect(await statements(team)).toEqual(said)
    expect(expectDone(await undo(team, first.migration)).left).toBe(0)
    expect(await filesThere(team)).toEqual(before)
    const shown = expectDone(
      await runOperation(showMigration, lead, { team: team.slug, migration: first.migration }),
    )
    expect([shown.undone?.by, shown.writes.length]).toEqual(["Quarterdeck", 42 + 13])
  })

  it("moves from shared files with role files to category files and then to agent files, and each move can be undone", async () => {
    const { team } = await givenMemory(sharedFiles())
    await nameFleet(team)
    const [before, said] = [await filesThere(team), await statements(team)]
    expect(Object.keys(before)).toHaveLength(42 + 13)
    const there = await migrateTo({ team, project: "ledger", to: "D" })
    expect(there.preview).toMatchObject({
      problems: [],
      from: "C",
      totals: { lost: 0, made: 13, removed: 42 + 13 },
    })
    expect(await statements(team)).toEqual(said)
    const inD = await filesThere(team)
    const back = await migrateTo({ team, project: "ledger", to: "A" })
    expect(back.preview).toMatchObject({ problems: [], totals: { lost: 0, made: 42, removed: 13 } })
    expect(Object.keys(await filesThere(team))).toHaveLength(42)
    expect(await statements(team)).toEqual(said)
    expect(expectDone(await undo(team, back.migration)).left).toBe(0)
    expect(await filesThere(team)).toEqual(inD)
    expect(expectDone(await undo(team, there.migration)).left).toBe(0)
    expect(await filesThere(team)).toEqual(before)
  })
})
