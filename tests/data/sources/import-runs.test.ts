import { setTimeout as pause } from "node:timers/promises"
import { beforeEach, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { acquireLease } from "@/lib/db/leases"
import { database } from "../../support/data/writable"
import { importUnderWay, resumeImports } from "@/lib/operations/import/background"
import {
  cancelImportRun,
  openImportRun,
  placeImportItems,
  planImportRun,
  sendImportFiles,
  startImportRun,
} from "@/lib/operations/sources/imports"
import {
  contentOf,
  importFolder,
  offerFiles,
  showRun,
  startAndWait,
  storedFile,
  type Team,
  writesOf,
} from "../../support/imports/import-folder"
import { fleetOf, givenFolder, memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone, givenTeam } from "../../support/data/people"
import { expireLeases } from "../../support/jobs/leases"

const ANN = memoryPath("ann")
const BEN = memoryPath("ben")

let team: Team
beforeEach(async () => {
  team = await givenTeam()
})

const plan = (run: string) => planImportRun.run(systemActor(), { team: team.slug, run })
const cancel = (run: string) => cancelImportRun.run(systemActor(), { team: team.slug, run })

it("each of several concurrent runs of an unknown source starts", async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const offer = {
      source: { kind: "client" as const, name: `/srv/new-${turn}` },
      complete: true,
      files: [],
      refused: [],
    }
    const open = () => openImportRun.run(systemActor(), { team: team.slug, ...offer })
    for (const opened of await Promise.all(Array.from({ length: 6 }, open))) expectDone(opened)
    expect(await database().source.count({ where: { teamId: team.id, name: `/srv/new-${turn}` } })).toBe(1)
  }
})

describe("a plan", () => {
  it("previews a run and writes nothing to memory", async () => {
    await startAndWait(
      team,
      (
        await offerFiles(
          team,
          "/fleet",
          { [ANN]: memoryOf("ann", ["One"]), [BEN]: memoryOf("ben", ["Two"]) },
          { project: "p" },
        )
      ).run,
    )
    const before = await writesOf(team)
    const { run } = await offerFiles(
      team,
      "/fleet",
      { [ANN]: memoryOf("ann", ["One", "More"]), [memoryPath("cid")]: memoryOf("cid", ["Three"]) },
      { project: "p" },
    )
    const planned = expectDone(await plan(run))
    expect(planned).toMatchObject({ state: "planned", files: { new: 1, changed: 1, same: 0, gone: 1 } })
    expect((await showRun(team, run)).items[ANN]).toMatchObject({
      status: "changed",
      written: false,
      entries: 2,
    })
    expect(await writesOf(team)).toEqual(before)
    const { run: ended } = await startAndWait(team, run)
    expect(ended).toMatchObject({
      state: "done",
      files: { new: 1, changed: 1, gone: 1 },
      stored: { files: 2, entries: 3 },
    })
  })

  it("quarantines files that were offered and never sent", async () => {
    const { openImportRun } = await import("@/lib/operations/sources/imports")
    const opened = expectDone(
      await openImportRun.run(systemActor(), {
        team: team.slug,
        source: { kind: "client", name: "/x" },
        complete: true,
        refused: [],
        files: [{ path: ANN, size: 3, sha256: "0".repeat(64) }],
      }),
    )
    expectDone(await plan(opened.run))
    expect((await showRun(team, opened.run)).items[ANN]).toMatchObject({
      status: "set-aside",
      reason: expect.stringContaining("was not received") as string,
    })
  })

  it("can be changed: another project, another agent, or excluded files", async () => {
    const cid = memoryPath("cid")
    const { run } = await offerFiles(
      team,
      "/fleet",
      { [ANN]: memoryOf("ann", ["One"]), [BEN]: memoryOf("ben", ["Two"]), [cid]: memoryOf("cid", ["Three"]) },
      { project: "p" },
    )
    expectDone(await plan(run))
    const place = (what: object) =>
      placeImportItems.run(systemActor(), { team: team.slug, run, ...what } as Parameters<
        typeof placeImportItems.run
      >[1])
    expect(expectDone(await place({ paths: [ANN], project: "other", agent: "someone" }))).toEqual({
      placed: 1,
    })
    expect(expectDone(await place({ paths: [BEN], leaveOut: true }))).toEqual({ placed: 1 })
    const { run: ended, items } = await startAndWait(team, run)
    expect(ended.files).toMatchObject({ new: 2, leftAlone: 1 })
    expect(items[BEN]).toMatchObject({
      status: "left-alone",
      reason: expect.stringContaining("left out by") as string,
    })
    expect(await storedFile(team, ANN)).toMatchObject({
      project: { name: "other" },
      agent: { name: "someone" },
    })
    expect(await storedFile(team, cid)).toMatchObject({ project: { name: "p" }, agent: { name: "cid" } })

    const again = await startAndWait(
      team,
      (
        await offerFiles(team, "/fleet", {
          [ANN]: memoryOf("ann", ["One", "More"]),
          [cid]: memoryOf("cid", ["Three"]),
        })
      ).run,
    )
    expect(again.run.files).toMatchObject({ new: 0, changed: 1, same: 1, gone: 0 })
    expect(await storedFile(team, ANN)).toMatchObject({
      project: { name: "other" },
      agent: { name: "someone" },
      head: 2,
    })
    expect(await place({ paths: [ANN], agent: "x" })).toMatchObject({ ok: false, reason: "conflict" })
  })

  it("moves a file to a project that already has it as a change of that file", async () => {
    await startAndWait(
      team,
      (await offerFiles(team, "/one", { [ANN]: memoryOf("ann", ["One"]) }, { project: "p" })).run,
    )
    const { run } = await offerFiles(team, "/two", { [ANN]: memoryOf("ann", ["Two"]) }, { project: "q" })
    expectDone(await plan(run))
    expectDone(
      await placeImportItems.run(systemActor(), { team: team.slug, run, paths: [ANN], project: "p" }),
    )
    expect((await showRun(team, run)).items[ANN]?.status).toBe("changed")
    await startAndWait(team, run)
    expect(await storedFile(team, ANN)).toMatchObject({ project: { name: "p" }, head: 2 })
  })
})

describe("a run", () => {
  it("is started once by concurrent requests", async () => {
    const { run } = await offerFiles(team, "/fleet", fleetOf(40))
    const asked = await Promise.all(
      [1, 2, 3, 4].map(() => startImportRun.run(systemActor(), { team: team.slug, run })),
    )
    expect(asked.filter((one) => one.ok)).toHaveLength(1)
    await importUnderWay(run)
    expect((await showRun(team, run)).run).toMatchObject({
      state: "done",
      files: { new: 36 },
      stored: { files: 36 },
    })
  })

  it("stays cancelled, accepts no more files and cannot be planned after a cancellation", async () => {
    const { run } = await offerFiles(team, "/fleet", { [ANN]: memoryOf("ann", ["One"]) })
    expectDone(await cancel(run))
    expect(await plan(run)).toMatchObject({ ok: false, reason: "conflict" })
    expect(
      await sendImportFiles.run(systemActor(), { team: team.slug, run, files: [{ path: ANN, content: "" }] }),
    ).toMatchObject({ ok: false, reason: "conflict" })
    expect(await startImportRun.run(systemActor(), { team: team.slug, run })).toMatchObject({
      ok: false,
      reason: "conflict",
    })
    expect(await cancel(run)).toMatchObject({ ok: false, reason: "conflict" })
    expect(await database().memoryFile.count({ where: { teamId: team.id } })).toBe(0)
  })

  it("that is cancelled during planning stays cancelled, and stores no bytes", async () => {
    const { run } = await offerFiles(team, "/fleet", fleetOf(700))
    const planning = plan(run)
    await pause(150)
    expectDone(await cancel(run))
    expect(await planning).toMatchObject({ ok: false, reason: "conflict" })
    expect((await showRun(team, run)).run.state).toBe("cancelled")
    expect(
      await database().importItem.count({ where: { teamId: team.id, runId: run, content: { not: null } } }),
    ).toBe(0)
  })

  it("that is cancelled while it is running keeps complete batches and skips the rest", async () => {
    const files = fleetOf(900)
    const { run } = await offerFiles(team, "/fleet", files)
    expectDone(await startImportRun.run(systemActor(), { team: team.slug, run }))
    while ((await database().memoryFile.count({ where: { teamId: team.id } })) === 0) await pause(5)
    expectDone(await cancel(run))
    await importUnderWay(run)
    const ended = await showRun(team, run)
    expect(ended.run.state).toBe("cancelled")
    const stored = await database().memoryFile.count({ where: { teamId: team.id } })
    expect(stored).toBe(ended.run.stored.files)
    expect(stored).toBeGreaterThan(0)
    expect(stored).toBeLessThan(810)
    const entries = await database().memoryFile.aggregate({
      where: { teamId: team.id },
      _sum: { entries: true },
    })
    expect(await database().entry.count({ where: { teamId: team.id } })).toBe(entries._sum.entries)

    await startAndWait(team, (await offerFiles(team, "/fleet", files)).run)
    expect(await contentOf(team)).toEqual(await undisturbed(files))
  })

  it("resumes after its process died, and ends as if undisturbed", async () => {
    const files = fleetOf(900)
    const { run } = await offerFiles(team, "/fleet", files)
    await dieOnTheWay(run)
    expect(await resumeImports(systemActor())).toBe(0)
    await expireLeases(`import ${run}`)
    expect(await resumeImports(systemActor())).toBe(1)
    await importUnderWay(run)
    expect((await showRun(team, run)).run).toMatchObject({
      state: "done",
      stored: { files: 810 },
      files: { new: 810 },
    })
    expect(await contentOf(team)).toEqual(await undisturbed(files))
  })

  it("of a dead process is also completed by the next import", async () => {
    const files = fleetOf(900)
    await dieOnTheWay((await offerFiles(team, "/fleet", files)).run)
    const { run } = await startAndWait(team, (await offerFiles(team, "/fleet", files)).run)
    expect(run.files.same).toBeGreaterThan(0)
    expect(run.files.same + run.files.new).toBe(810)
    expect(await contentOf(team)).toEqual(await undisturbed(files))
  })

  it("cannot be resumed by the process that is running it", async () => {
    const { run } = await offerFiles(team, "/fleet", fleetOf(300))
    expectDone(await startImportRun.run(systemActor(), { team: team.slug, run }))
    await expireLeases(`import ${run}`)
    expect(await resumeImports(systemActor())).toBe(0)
    await importUnderWay(run)
    expect((await showRun(team, run)).run).toMatchObject({ state: "done", stored: { files: 270 } })
  })

  it("of the same source replaces an earlier one", async () => {
    const first = await offerFiles(team, "/fleet", { [ANN]: memoryOf("ann", ["One"]) })
    const second = await offerFiles(team, "/fleet", { [ANN]: memoryOf("ann", ["Two"]) })
    expect((await showRun(team, first.run)).run).toMatchObject({
      state: "cancelled",
      error: expect.stringContaining("newer import") as string,
    })
    await startAndWait(team, second.run)
    expect((await storedFile(team, ANN)).revisions.map((one) => one.text)).toEqual([memoryOf("ann", ["Two"])])
  })
})

describe("concurrent imports", () => {
  it("of one directory end in one state with at most one run that imports everything", async () => {
    const files = fleetOf(300)
    const folder = givenFolder(files)
    await Promise.allSettled(Array.from({ length: 4 }, () => importFolder(team, folder, { project: "p" })))
    const runs = await database().importRun.findMany({ where: { teamId: team.id }, select: { state: true } })
    expect(runs.filter((one) => !["done", "cancelled"].includes(one.state))).toEqual([])
    await importFolder(team, folder, { project: "p" })
    const other = await givenTeam()
    await importFolder(other, folder, { project: "p" })
    expect(await contentOf(team)).toEqual(await contentOf(other))
  })

  it("of two directories with the same paths in one project keep every revision", async () => {
    const files = fleetOf(120)
    const changed = Object.fromEntries(
      Object.entries(files).map(([path, text]) => [path, `${text}- one more\n`]),
    )
    const [one, two] = [
      await offerFiles(team, "/one", files, { project: "p" }),
      await offerFiles(team, "/two", changed, { project: "p" }),
    ]
    const ended = await Promise.all([startAndWait(team, one.run), startAndWait(team, two.run)])
    expect(ended.map(({ run }) => run.state)).toEqual(["done", "done"])
    const stored = await database().memoryFile.findMany({
      where: { teamId: team.id },
      select: { head: true, _count: { select: { revisions: true } } },
    })
    expect(stored).toHaveLength(108)
    expect(stored.every((file) => file.head === 2 && file._count.revisions === 2)).toBe(true)
  })
})

/**
 * Leaves the store like a process killed between two batches: some are stored and the run is still running.
 */
async function dieOnTheWay(run: string): Promise<void> {
  const set = (data: { state: string }) =>
    database().importRun.update({ where: { teamId_id: { teamId: team.id, id: run } }, data })
  expectDone(await startImportRun.run(systemActor(), { team: team.slug, run }))
  while ((await database().memoryFile.count({ where: { teamId: team.id } })) === 0) await pause(5)
  await set({ state: "cancelled" })
  await importUnderWay(run)
  await set({ state: "running" })
  await acquireLease(`import ${run}`)
  expect(await database().memoryFile.count({ where: { teamId: team.id } })).toBeLessThan(810)
}

async function undisturbed(files: Record<string, string>): Promise<unknown> {
  const other = await givenTeam()
  await startAndWait(other, (await offerFiles(other, "/fleet", files)).run)
  return contentOf(other)
}
