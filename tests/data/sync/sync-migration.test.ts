import { randomBytes } from "node:crypto"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { beforeEach, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { undoMigration } from "@/lib/operations/migration/migrations"
import { runOperation } from "@/lib/operations/operation"
import type { Team } from "../../support/imports/import-folder"
import { givenFolder, putFiles } from "../../support/imports/memory-folder"
import { migrateTo } from "../../support/data/migrations"
import { openedDoor } from "../../support/http/opened-door"
import { expectDone, givenTeam } from "../../support/data/people"
import { bytesBelow, givenMachine, type Machine } from "../../support/sync/sync"

const KAIZEN = ".kaizen/agents/structure-architect/memory.md"
const CLAUDE = ".claude/agent-memory/risk-architect/MEMORY.md"
const D = ".claude/agent-memory/architecture/MEMORY.md"
const FILES = {
  [KAIZEN]:
    "---\nagent: structure-architect\nproject: ledger\n---\n\n## Accumulated Findings\n- [2026-10-01] Said by both\n- Mine\n",
  [CLAUDE]: "# Risk\n\n- [2026-10-02] Said by both\n- Risky\n",
}
const NOTHING = { pushed: [], pulled: [], removed: [], conflicts: [], gone: [], left: [], failed: [] }
const token = `qd_${randomBytes(32).toString("base64url")}`

const door = openedDoor(token)
let team: Team
const given = (name: string, files: Record<string, string> = FILES, folder = givenFolder()) =>
  givenMachine(name, files, { url: door.url, token, team: team.slug, folder })
const migrate = (to: "A" | "D") => migrateTo({ team, project: "ledger", to })
const undo = async (migration: string) =>
  expectDone(await runOperation(undoMigration, systemActor(), { team: team.slug, migration }))
const statesOf = async () =>
  Object.fromEntries(
    (
      await database().memoryFile.findMany({
        where: { teamId: team.id },
        select: { path: true, state: true },
      })
    ).map(({ path, state }) => [path, state]),
  )
const inStep = async (...machines: Machine[]) => {
  for (const machine of machines)
    for (let again = 0; again < 2; again += 1) expect(await machine.sync()).toMatchObject(NOTHING)
}
beforeEach(async () => {
  team = await givenTeam()
})

it("applies a migration to two folders, removes its old files there, and reverses both byte for byte when it is undone or moved back", async () => {
  const here = given("mara")
  const before = bytesBelow(here.folder)
  await here.sync()
  const there = given("noah")
  await there.sync()
  const migration = await migrate("D")
  expect(await here.look()).toMatchObject({ ...NOTHING, pulled: [D], removed: [CLAUDE, KAIZEN] })
  expect(await here.sync()).toMatchObject({ ...NOTHING, pulled: [D], removed: [CLAUDE, KAIZEN] })
  expect(await there.sync({ push: false })).toMatchObject({
    ...NOTHING,
    pulled: [D],
    removed: [CLAUDE, KAIZEN],
  })
  expect(Object.keys(bytesBelow(there.folder))).toEqual([D])
  const late = given("ida")
  expect(await late.sync()).toMatchObject({ ...NOTHING, pulled: [D], removed: [CLAUDE, KAIZEN] })
  expect(here.on(D)).toContain("## Structure-Specific")
  await inStep(here, there)
  await undo(migration.migration)
  for (const machine of [here, there]) {
    expect(await machine.sync()).toMatchObject({
      ...NOTHING,
      pulled: [CLAUDE, KAIZEN].toSorted(),
      removed: [D],
    })
    expect(bytesBelow(machine.folder)).toEqual(before)
  }
  await migrate("D")
  await here.sync()
  await migrate("A")
  expect(await here.sync()).toMatchObject({ ...NOTHING, pulled: [CLAUDE, KAIZEN].toSorted(), removed: [D] })
  expect(await there.sync()).toMatchObject(NOTHING)
  await inStep(here, there)
  expect(bytesBelow(here.folder)).toEqual(before)
  expect(await statesOf()).toEqual({ [KAIZEN]: "present", [CLAUDE]: "present", [D]: "gone" })
})

it("keeps later changes in a folder and reports them: a pull leaves the file, and a push restores the file with that text", async () => {
  const here = given("mara")
  await here.sync()
  await migrate("D")
  const theirs = `${FILES[CLAUDE]}- Learnt here\n`
  putFiles(here.folder, { [CLAUDE]: theirs })
  expect(await here.sync({ push: false })).toMatchObject({
    ...NOTHING,
    pulled: [D],
    removed: [KAIZEN],
    left: [
      {
        path: CLAUDE,
        reason: expect.stringMatching(
          /was changed in this folder after a migration moved it .* Migrate again/,
        ) as string,
      },
    ],
  })
  expect(here.on(CLAUDE)).toBe(theirs)
  expect(await here.sync()).toMatchObject({
    ...NOTHING,
    pushed: [CLAUDE],
    notes: [expect.stringContaining("A push restores the file")],
  })
  await inStep(here)
  expect(await statesOf()).toMatchObject({ [CLAUDE]: "present", [KAIZEN]: "gone", [D]: "present" })
})

it("removes nothing if the replacement could not be written, or if a file changes during the sync", async () => {
  const here = given("mara")
  await here.sync()
  await migrate("D")
  putFiles(here.folder, { ".claude/agent-memory/architecture": "in the way" })
  expect(await here.sync({ push: false })).toMatchObject({
    pulled: [],
    removed: [],
    failed: [{ path: D }],
    left: [{ path: CLAUDE }, { path: KAIZEN }],
  })
  rmSync(join(here.folder, ".claude/agent-memory/architecture"))
  expect(await here.sync({ pull: false })).toMatchObject({
    pulled: [],
    removed: [],
    left: [
      { path: CLAUDE, reason: expect.stringContaining("To remove it here, run quarterdeck pull") as string },
      { path: KAIZEN },
    ],
  })
  const late = await here.sync({
    push: false,
    onStep: (step) => step === "taken" && putFiles(here.folder, { [KAIZEN]: "late" }),
  })
  expect(late).toMatchObject({
    pulled: [D],
    removed: [CLAUDE],
    conflicts: [
      {
        path: KAIZEN,
        reason: expect.stringContaining(
          "changed in the meantime and was not removed, although a migration moved it",
        ) as string,
      },
    ],
  })
  expect(here.on(KAIZEN)).toBe("late")
})

it("undoes a migration in a folder where a user removed the old files by hand, or whose sync was interrupted", async () => {
  const here = given("mara")
  const before = bytesBelow(here.folder)
  await here.sync()
  const { migration } = await migrate("D")
  rmSync(join(here.folder, KAIZEN))
  const cutOff = (asked: string) => ({
    onStep: (step: string) => {
      if (step === asked) throw new Error("cut off")
    },
  })
  expect((await here.sync(cutOff("compared")).catch((cause: Error) => cause)) instanceof Error).toBe(true)
  expect(await here.sync({ ...cutOff("taken away"), push: false })).toMatchObject({
    failed: [{ path: CLAUDE }],
  })
  expect([here.has(CLAUDE), here.has(KAIZEN), here.has(D)]).toEqual([false, false, true])
  await undo(migration)
  expect(await here.sync()).toMatchObject({ ...NOTHING, pulled: [CLAUDE, KAIZEN].toSorted(), removed: [D] })
  expect(bytesBelow(here.folder)).toEqual(before)
  expect(await statesOf()).toMatchObject({ [CLAUDE]: "present", [KAIZEN]: "present", [D]: "gone" })
})
