import { describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { forgetEntry } from "@/lib/operations/forgetting/forget"
import { listMigrations, undoMigration } from "@/lib/operations/migration/migrations"
import { runMigration } from "@/lib/operations/migration/run"
import { runOperation } from "@/lib/operations/operation"
import { changePolicy } from "@/lib/operations/policies/policies"
import { previewRevert } from "@/lib/operations/reverts/preview"
import { runRevert } from "@/lib/operations/reverts/run"
import { vouchForEntry } from "@/lib/operations/verification/verify-entries"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { offerFiles, startAndWait } from "../../support/imports/import-folder"
import { rejectRows } from "../../support/data/rejected-rows"
import { filesThere, migrateTo, ownFiles, previewTo } from "../../support/data/migrations"
import { actorOf, expectDone, givenPerson } from "../../support/data/people"
import { addition, givenMemory, givenProposal } from "../../support/proposals"

const own = (agent: string) => `.claude/agent-memory/${agent}/MEMORY.md`
const FILES = {
  [own("structure-architect")]: "# Structure\n\n- [2026-10-01] Said by both\n- Mine alone\n",
  [own("risk-architect")]: "# Risk\n\n- [2026-10-02] Said by both\n- Risky\n",
}
const D = ".claude/agent-memory/architecture/MEMORY.md"
const undo = (team: { slug: string }, migration: string) =>
  runOperation(undoMigration, systemActor(), { team: team.slug, migration })

/** Edits a file as a person. */
async function edit(
  { file, lead }: Awaited<ReturnType<typeof givenMemory>>,
  path: string,
  change: (text: string) => string,
) {
  const { id, head, text } = await file(path)
  expectDone(
    await runOperation(reviseFile, lead, { file: id, text: change(text), base: head, reason: "by hand" }),
  )
}

it("warns of a new file by the line budget that its policy sets", async () => {
  const world = await givenMemory(FILES)
  const wanted = { team: world.team, project: "ledger", to: "D" as const }
  expect((await previewTo(wanted)).totals.over).toEqual([])
  expectDone(
    await runOperation(changePolicy, systemActor(), {
      team: world.team.slug,
      place: "category:architecture",
      settings: { budgetLines: 10 },
    }),
  )
  expect((await previewTo(wanted)).totals.over).toEqual([D])
})

describe("a migration with concurrent changes", () => {
  it("is rejected if a file has changed since the preview, and writes nothing", async () => {
    const world = await givenMemory(FILES)
    const wanted = { team: world.team, project: "ledger", to: "D" as const }
    const { shown } = await previewTo(wanted)
    await edit(world, own("risk-architect"), (text) => text.replace("Risky", "Riskier"))
    const before = await filesThere(world.team)
    expect(
      await runOperation(runMigration, world.lead, { ...wanted, team: world.team.slug, shown }),
    ).toMatchObject({
      ok: false,
      reason: "stale",
    })
    expect(await filesThere(world.team)).toEqual(before)
    expect(
      expectDone(await runOperation(listMigrations, world.lead, { team: world.team.slug })).migrations,
    ).toEqual([])
  })

  it("leaves no trace if it is interrupted", async () => {
    const world = await givenMemory(FILES)
    const before = await filesThere(world.team)
    const accept = await rejectRows("migration_write")
    await expect(migrateTo({ team: world.team, project: "ledger", to: "D" })).rejects.toThrow(
      "rejected by the test",
    )
    await accept()
    expect(await filesThere(world.team)).toEqual(before)
    expect(await database().migration.count({ where: { teamId: world.team.id } })).toBe(0)
  })

  it("carries edits of the category's file back, and nothing else", async () => {
    const world = await givenMemory(FILES)
    await migrateTo({ team: world.team, project: "ledger", to: "D" })
    await edit(world, D, (text) =>
      text
        .replace("- Mine alone", "- Mine alone, edited")
        .replace("- Risky\n", "")
        .replace("Said by both", "Said by both\n- New for all"),
    )
    const back = await migrateTo({ team: world.team, project: "ledger", to: "A" })
    const there = await filesThere(world.team)
    expect(Object.entries(there).map(([path, { text }]) => [path.split("/").at(-2), text])).toEqual([
      ["risk-architect", "# Risk\n\n- [2026-10-02] Said by both\n- New for all\n"],
      [
        "structure-architect",
        "# Structure\n\n- [2026-10-01] Said by both\n- Mine alone, edited\n- New for all\n",
      ],
    ])
    expect(back.preview.left.map(({ why }) => why)).toEqual([
      `1 entry has since been removed from ${D} and was removed here too`,
    ])
    expect(expectDone(await undo(world.team, back.migration)).left).toBe(0)
    expect(Object.keys(await filesThere(world.team))).toEqual([`ledger/${D}`])
  })

  it("keeps later writes when it is undone, and counts them", async () => {
    const world = await givenMemory(FILES)
    const there = await migrateTo({ team: world.team, project: "ledger", to: "D" })
    await edit(world, D, (text) => text.replace("- Mine alone", "- Mine alone, edited\n- Written since"))
    const undone = expectDone(await undo(world.team, there.migration))
    expect(undone.left).toBeGreaterThan(0)
    const files = await filesThere(world.team)
    expect(
      Object.entries(files).map(([path, { text }]) => [
        path.split("/").at(-2),
        text.includes("Written since"),
        text.includes("Risky"),
      ]),
    ).toEqual([
      ["architecture", true, false],
      ["risk-architect", false, true],
      ["structure-architect", false, false],
    ])
  })

  it("leaves out entries that were forgotten in the category file when it is undone, reports them, and supports redo and undo", async () => {
    const world = await givenMemory(FILES)
    const there = await migrateTo({ team: world.team, project: "ledger", to: "D" })
    for (const text of ["Risky", "Said by both"]) {
      const entry = (await world.file(D)).entries.find((one) => one.text === text)
      expectDone(await runOperation(forgetEntry, world.lead, { entry: entry?.id ?? "", reason: "no more" }))
    }
    const expected = {
      [`ledger/${own("risk-architect")}`]: "# Risk\n",
      [`ledger/${own("structure-architect")}`]: "# Structure\n\n- Mine alone\n",
    }
    const texts = async () =>
      Object.fromEntries(
        Object.entries(await filesThere(world.team)).flatMap(([path, { text }]) =>
          path.includes("-architect/") ? [[path, text]] : [],
        ),
      )
    const undone = expectDone(await undo(world.team, there.migration))
    expect(undone.left).toBeGreaterThanOrEqual(3)
    expect(await texts()).toEqual(expected)
    const seen = expectDone(
      await runOperation(previewRevert, world.lead, { team: world.team.slug, of: { revert: undone.revert } }),
    )
    expectDone(
      await runOperation(runRevert, world.lead, {
        team: world.team.slug,
        of: { revert: undone.revert },
        shown: seen.shown,
        reason: "again",
      }),
    )
    expect(JSON.stringify(await filesThere(world.team))).not.toMatch(/Risky|Said by both/)
    expectDone(await undo(world.team, there.migration))
    expect(await texts()).toEqual(expected)
  })

  it("keeps an agent's file that was written after it returned", async () => {
    const world = await givenMemory(FILES)
    await migrateTo({ team: world.team, project: "ledger", to: "D" })
    const back = await migrateTo({ team: world.team, project: "ledger", to: "A" })
    await edit(world, own("risk-architect"), (text) => `${text}- Written since\n`)
    expect(expectDone(await undo(world.team, back.migration))).toMatchObject({ left: 1 })
    expect(
      Object.entries(await filesThere(world.team)).map(([path, { text }]) => [
        path.split("/").at(-2),
        text.includes("Written since"),
      ]),
    ).toEqual([
      ["architecture", false],
      ["risk-architect", true],
    ])
  })

  it("is blocked by memory that needs two approvals and by malformed files, with a suggested fix", async () => {
    const world = await givenMemory({
      ...FILES,
      ".kaizen/agents/unit-tester/memory.md": "---\nagent: [unit-tester\n---\n",
    })
    expectDone(
      await runOperation(changePolicy, systemActor(), {
        team: world.team.slug,
        place: "category:architecture",
        settings: { approvals: 2 },
      }),
    )
    const broken = await previewTo({ team: world.team, project: "ledger", to: "D", categories: ["testing"] })
    expect(broken.problems).toEqual([
      {
        path: ".kaizen/agents/unit-tester/memory.md",
        message:
          "the file cannot be parsed. Fix it at its source and import it again, or exclude its category",
      },
    ])
    const preview = await previewTo({
      team: world.team,
      project: "ledger",
      to: "D",
      categories: ["architecture"],
    })
    expect(preview.problems[0]?.message).toMatch(/2 approvals are required .* Exclude the category/)
    expect(
      await runOperation(runMigration, world.lead, {
        team: world.team.slug,
        project: "ledger",
        to: "D",
        categories: ["architecture"],
        shown: preview.shown,
      }),
    ).toMatchObject({ ok: false, reason: "conflict" })
  })

  it("leaves out agents that opted out, and reports pending proposals for removed files", async () => {
    const world = await givenMemory({
      ...FILES,
      ".kaizen/agents/interface-architect/memory.md":
        "---\nagent: interface-architect\nproject: ledger\nmemory: disabled\n---\n",
    })
    await givenProposal(world.team, {
      project: "ledger",
      file: own("risk-architect"),
      changes: [addition("Proposed", null)],
      reason: "seen",
    })
    const { preview } = await migrateTo({ team: world.team, project: "ledger", to: "D" })
    expect(preview.left.map(({ path, why }) => [path.split("/").at(-2), why.split(":")[0]])).toEqual([
      ["structure-architect", "its title “Structure”"],
      ["risk-architect", "its title “Risk”"],
      ["interface-architect", "interface-architect has opted out of memory, so its file is not changed"],
      [
        "risk-architect",
        "1 proposal is pending for the file and cannot be approved once the file is removed. Approve or reject it first, or create a new proposal for .claude/agent-memory/architecture/MEMORY.md",
      ],
    ])
    expect(Object.keys(await filesThere(world.team)).map((path) => path.split("/").at(-2))).toEqual([
      "architecture",
      "interface-architect",
    ])
  })

  it("keeps verifications", async () => {
    const world = await givenMemory(FILES)
    const entry = (await world.file(own("risk-architect"))).entries.find(({ text }) => text === "Risky")
    expectDone(await runOperation(vouchForEntry, world.lead, { entry: entry?.id, before: "Risky" }))
    await migrateTo({ team: world.team, project: "ledger", to: "D" })
    const moved = (await world.file(D)).entries.find(({ text }) => text === "Risky")
    expect(await database().vouch.count({ where: { teamId: world.team.id, entryId: moved?.id ?? "" } })).toBe(
      1,
    )
  })

  it("restores no old files when an unchanged source is imported again", async () => {
    const world = await givenMemory(FILES)
    await migrateTo({ team: world.team, project: "ledger", to: "D" })
    const before = await filesThere(world.team)
    await startAndWait(
      world.team,
      (await offerFiles(world.team, "/srv/ledger", FILES, { project: "ledger" })).run,
    )
    expect(await filesThere(world.team)).toEqual(before)
  })

  it("requires a lead", async () => {
    const world = await givenMemory(FILES)
    const member = await actorOf(await givenPerson({ team: world.team }))
    expect(
      await runOperation(runMigration, member, {
        team: world.team.slug,
        project: "ledger",
        to: "D",
        shown: "0".repeat(64),
      }),
    ).toMatchObject({ ok: false, reason: "forbidden" })
  })
})

// FLEET_SIZE=2000 npx vitest run --project data tests/data/migration/migration-edges.test.ts -t "bounded time"
describe("a larger fleet than usual", () => {
  it("is previewed, moved and undone in bounded time", async () => {
    const all = Object.entries(ownFiles())
    const files = Object.fromEntries(
      Array.from({ length: Number(process.env.FLEET_SIZE ?? 126) }, (_, at): [string, string] => {
        const [path = "", text = ""] = all[at % all.length] ?? []
        const agent = path.split("/").at(-2) ?? ""
        return [
          own(at < all.length ? agent : `extra-${at}-${agent}`),
          text.replaceAll(agent, `${agent} ${at}`),
        ]
      }),
    )
    const world = await givenMemory(files)
    await database().$executeRaw`
      UPDATE agent x SET category_id = a.category_id FROM agent a WHERE x.team_id = ${world.team.id}::uuid AND a.team_id = x.team_id AND x.category_id IS NULL AND a.category_id IS NOT NULL AND x.name LIKE 'extra-%-' || a.name`
    const before = await filesThere(world.team)
    const started = performance.now()
    const preview = await previewTo({ team: world.team, project: "ledger", to: "D" })
    const seen = performance.now()
    expect(preview.problems).toEqual([])
    await migrateTo({ team: world.team, project: "ledger", to: "D" })
    const moved = performance.now()
    await migrateTo({ team: world.team, project: "ledger", to: "A" })
    console.info(
      `${Object.keys(files).length} agents: preview ${Math.round(seen - started)} ms, preview and move ${Math.round(moved - seen)} ms, back ${Math.round(performance.now() - moved)} ms`,
    )
    expect(await filesThere(world.team)).toEqual(before)
  }, 300_000)
})
