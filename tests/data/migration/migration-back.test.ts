import { expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { showEntryHistory } from "@/lib/operations/history/entry-history"
import { undoMigration } from "@/lib/operations/migration/migrations"
import { runOperation } from "@/lib/operations/operation"
import { placeInCategory } from "@/lib/operations/categories/category-assignment"
import { filesThere, migrateTo, previewTo } from "../../support/data/migrations"
import { expectDone } from "../../support/data/people"
import { givenMemory } from "../../support/proposals"

const own = (agent: string) => `.claude/agent-memory/${agent}/MEMORY.md`
const D = ".claude/agent-memory/architecture/MEMORY.md"
const textsOf = async (team: { id: string }) =>
  Object.fromEntries(
    Object.entries(await filesThere(team)).map(([path, { text }]) => [path.split("/").at(-2), text]),
  )

it("returns shared entries to every agent, including an entry that one agent also had before", async () => {
  const { team } = await givenMemory({
    [own("structure-architect")]: "# Structure\n\n- Known to all\n- Mine alone\n",
    [own("risk-architect")]: "# Risk\n\n- Risky\n",
    [D]: "# Architecture Category Memory\n\n## Shared Patterns\n- Known to all\n- [2026-10-01] Shared from the start\n\n## Coordinator Notes\n",
  })
  const before = await filesThere(team)
  const there = await migrateTo({ team, project: "ledger", to: "D" })
  const back = await migrateTo({ team, project: "ledger", to: "A" })
  expect(await textsOf(team)).toMatchObject({
    "structure-architect":
      "# Structure\n\n- Known to all\n- Mine alone\n- [2026-10-01] Shared from the start\n",
    "risk-architect": "# Risk\n\n- Risky\n- Known to all\n- [2026-10-01] Shared from the start\n",
    "interface-architect":
      "# interface-architect memory\n\n- Known to all\n- [2026-10-01] Shared from the start\n",
  })
  for (const { migration } of [back, there])
    expect(
      expectDone(await runOperation(undoMigration, systemActor(), { team: team.slug, migration })).left,
    ).toBe(0)
  expect(await filesThere(team)).toEqual(before)
})

it("keeps an agent's entries in the category file if the agent has moved to another category since", async () => {
  const { team } = await givenMemory({
    [own("structure-architect")]: "- Structure\n",
    [own("risk-architect")]: "- Risky\n",
    [own("code-reviewer")]: "- Reviewed\n",
  })
  await migrateTo({ team, project: "ledger", to: "D" })
  expectDone(
    await runOperation(placeInCategory, systemActor(), {
      team: team.slug,
      category: "review",
      agents: [{ project: "ledger", name: "risk-architect" }],
    }),
  )
  const review = await previewTo({ team, project: "ledger", to: "A", categories: ["review"] })
  expect(review).toMatchObject({ problems: [], left: [], totals: { made: 1, entries: 1 } })
  const architecture = await previewTo({ team, project: "ledger", to: "A", categories: ["architecture"] })
  expect(architecture.problems).toEqual([
    {
      path: D,
      message: expect.stringMatching(
        /^line \d+: no agent in Architecture matches the section for risk: add a matching agent under Settings > Categories/,
      ) as string,
    },
  ])
})

it("links an entry to its origin before the move and to its result", async () => {
  const world = await givenMemory({
    [own("structure-architect")]: "# Structure\n\n- Said by both\n",
    [own("risk-architect")]: "# Risk\n\n- Said by both\n- Risky\n",
  })
  const { team } = world
  const said = (await world.file(own("risk-architect"))).entries
  const migration = await migrateTo({ team, project: "ledger", to: "D" })
  const shared = (await world.file(D)).entries[0]?.id as string
  const history = async (entry: string) =>
    expectDone(await runOperation(showEntryHistory, systemActor(), { entry }))
  const [before, after] = [await history(said[0]?.id as string), await history(shared)]
  const by = { migration: migration.migration, by: "Quarterdeck", reason: "Migrated", undone: false }
  expect(before.moves).toMatchObject([
    { ...by, way: "to", entry: shared, path: D, line: 4, file: after.file.id },
  ])
  expect(after.moves).toMatchObject([
    { ...by, way: "from", path: own("risk-architect"), line: 3, file: before.file.id, entry: said[0]?.id },
    { ...by, way: "from", path: own("structure-architect"), line: 3 },
  ])
  const back = await migrateTo({ team, project: "ledger", to: "A" })
  expect((await history(shared)).moves.map(({ way, migration: one }) => [way, one])).toEqual([
    ["to", back.migration],
    ["to", back.migration],
    ["from", migration.migration],
    ["from", migration.migration],
  ])
  expectDone(await runOperation(undoMigration, systemActor(), { team: team.slug, migration: back.migration }))
  expect(
    (await history(said[1]?.id as string)).moves.map(({ way, path, undone }) => [way, path, undone]),
  ).toEqual([
    ["from", D, true],
    ["to", D, false],
  ])
})
