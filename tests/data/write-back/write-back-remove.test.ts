import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { beforeEach, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { commit } from "@/lib/db/infra/commit"
import { newId } from "@/lib/db/infra/identifiers"
import { markFilesRemoved, markPresent } from "@/lib/db/memory-files/store-files"
import { openArchive } from "@/lib/files/archive/open-archive"
import { bufferSource } from "@/lib/files/archive/archive-source"
import { done } from "@/lib/memory/inputs/outcome"
import { runOperation } from "@/lib/operations/operation"
import { FileWriting } from "@/lib/operations/proposals/file-writing"
import { previewRevert } from "@/lib/operations/reverts/preview"
import { runRevert } from "@/lib/operations/reverts/run"
import { downloadWriteBack } from "@/lib/operations/write-back/write-back"
import { importFolder, storedFile, type Team, writesOf } from "../../support/imports/import-folder"
import { givenFolder, memoryOf, memoryPath, putFiles } from "../../support/imports/memory-folder"
import { migrateTo, ownFiles } from "../../support/data/migrations"
import { expectDone, givenTeam } from "../../support/data/people"
import {
  git,
  givenRepository,
  previewOf,
  standingsOf,
  statusesOf,
  writeBack,
} from "../../support/sync/write-back"

const [ANN, BEN, EVE] = ["ann", "ben", "eve"].map(memoryPath) as [string, string, string]
const SHARED = ".kaizen/agents/architecture/MEMORY.md"
const FILES = {
  [ANN]: memoryOf("ann", ["Ledger rounds to cents", "Retries are safe"]),
  [BEN]: memoryOf("ben", ["The nightly job runs at four"]),
  [EVE]: memoryOf("eve", ["Never migrated"]),
}

let team: Team
beforeEach(async () => {
  team = await givenTeam()
})

async function givenImported(): Promise<string> {
  const folder = givenFolder(FILES)
  await importFolder(team, folder, { project: "ledger" })
  return folder
}

/** Migrates the memory of two agents to one file of their category, as one change. */
async function migrate(paths: readonly string[] = [ANN, BEN]): Promise<string> {
  const files = await Promise.all(paths.map((path) => storedFile(team, path)))
  const [{ projectId }] = files as [(typeof files)[number]]
  const id = newId()
  expectDone(
    await commit(systemActor(), { kind: "migration.run", teamId: team.id, subject: "ledger" }, async (tx) => {
      const now = new Date("2026-03-01T10:00:00Z")
      const stood = await tx.memoryFile.findFirst({
        where: { teamId: team.id, path: SHARED },
        select: { id: true },
      })
      if (stood)
        await markPresent(tx, team.id, [stood.id], {
          reason: "Migrated from A to D",
          runId: null,
          sourceId: null,
        })
      const made = stood
        ? null
        : await FileWriting.open(
            tx,
            team.id,
            {
              fileId: null,
              path: SHARED,
              format: "category-memory",
              scope: "project",
              agent: null,
              category: "architecture",
              project: "ledger",
              projectId,
            },
            now,
          )
      made?.write([
        {
          kind: "add",
          section: "Shared Patterns",
          text: "Ledger rounds to cents",
          date: null,
          type: null,
          confidence: null,
        },
      ] as never)
      const written = await made?.close(
        { kind: "person", id: "cara", name: "Cara" },
        "Migrated from A to D: One file for the category",
        now,
      )
      const revision = written?.ok ? (written.value?.revision ?? null) : null
      const writes = [
        ...[stood?.id, made?.head.id].flatMap((fileId) =>
          fileId ? [{ fileId, revision, present: true }] : [],
        ),
        ...files.map((file) => ({ fileId: file.id, revision: null, present: false })),
      ]
      await tx.migration.create({
        data: {
          teamId: team.id,
          id,
          projectId,
          from: "A",
          to: "D",
          categories: ["architecture"],
          counts: {},
          byKind: "person",
          byId: "cara",
          byName: "Cara",
          reason: "One file for the category",
          writes: { create: writes },
        },
      })
      await markFilesRemoved(
        tx,
        team.id,
        files.map((file) => file.id),
        { reason: "Migrated from A to D", runId: null },
      )
      return done(null)
    }),
  )
  return id
}

async function undo(migration: string): Promise<void> {
  const whose = { team: team.slug, of: { migration } }
  const seen = expectDone(await runOperation(previewRevert, systemActor(), whose)) as {
    shown: string
    totals: { left: number }
  }
  expect(seen.totals.left).toBe(0)
  expectDone(await runOperation(runRevert, systemActor(), { ...whose, shown: seen.shown, reason: "Undone" }))
}

const stateOf = async (path: string) => (await storedFile(team, path)).state
const waits = async (folder: string) => standingsOf(await previewOf(team, folder, { way: "patch" }))
const download = async (folder: string, way: "patch" | "zip") =>
  Buffer.from(
    (
      expectDone(
        await runOperation(downloadWriteBack, systemActor(), { team: team.slug, source: folder, way }),
      ) as {
        content: string
      }
    ).content,
    "base64",
  )

it("removes files of a migration from a directory once, and creates them again when the migration is undone", async () => {
  const folder = await givenImported()
  const migration = await migrate()
  // The file still exists, but that does not restore it.
  await importFolder(team, folder, { project: "ledger" })
  expect([await stateOf(ANN), await stateOf(BEN)]).toEqual(["gone", "gone"])
  const preview = await previewOf(team, folder)
  expect(standingsOf(preview)).toEqual({ [SHARED]: "make", [ANN]: "remove", [BEN]: "remove" })
  expect(preview.totals).toMatchObject({ files: 3, filesRemoved: 2 })
  const shown = preview.files.find((file) => file.path === ANN)
  expect(shown).toMatchObject({
    goes: true,
    decisions: [{ words: "Migrated from A to D: One file for the category", by: "Cara" }],
  })
  expect(shown?.hunks?.[0]?.lines.map((line) => line.kind)).toEqual(
    FILES[ANN]
      ?.trimEnd()
      .split("\n")
      .map(() => "cut"),
  )
  expect(statusesOf(await writeBack(team, folder))).toEqual({
    [SHARED]: "written",
    [ANN]: "removed",
    [BEN]: "removed",
  })
  expect([ANN, BEN, EVE].map((path) => existsSync(join(folder, path)))).toEqual([false, false, true])
  expect(await writeBack(team, folder)).toMatchObject({ id: null })

  const before = await writesOf(team)
  await importFolder(team, folder, { project: "ledger" })
  expect(await writesOf(team)).toEqual(before)
  expect(await waits(folder)).toEqual({})

  await undo(migration)
  await importFolder(team, folder, { project: "ledger" }) // The file does not exist yet, but it stays stored.
  expect([await stateOf(ANN), await stateOf(BEN)]).toEqual(["present", "present"])
  expect(statusesOf(await writeBack(team, folder))).toEqual({
    [ANN]: "written",
    [BEN]: "written",
    [SHARED]: "removed",
  })
  expect([ANN, BEN, EVE, SHARED].map((path) => existsSync(join(folder, path)))).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(readFileSync(join(folder, ANN), "utf8")).toBe(FILES[ANN])
  await importFolder(team, folder, { project: "ledger" })
  expect(await waits(folder)).toEqual({})
})

it("reports that a commit cannot remove ignored files, and removes them in the directory instead", async () => {
  const folder = await givenImported()
  git(folder, "init", "-q", "-b", "main")
  git(folder, "commit", "-q", "--allow-empty", "-m", "Begin")
  putFiles(folder, { ".gitignore": ".kaizen/agents/arch*/\n" })
  await migrate()
  const preview = await previewOf(team, folder)
  expect(preview.way).toBe("directory")
  expect(preview.ways.find(({ way }) => way === "branch")?.why).toContain("git tracks none of these files")
  expect(standingsOf(await previewOf(team, folder, { way: "patch" }))).toMatchObject({ [ANN]: "remove" })
  git(folder, "add", "-f", ANN, BEN)
  git(folder, "commit", "-q", "-m", "Keep these")
  expect((await previewOf(team, folder, { way: "branch" })).files).toMatchObject([
    { path: ANN, standing: "remove" },
    {
      path: SHARED,
      standing: "problem",
      reason: expect.stringContaining("git ignores this path") as string,
    },
    { path: BEN, standing: "remove" },
  ])
})

it("has nothing pending if the migration was undone before the write-back", async () => {
  const folder = await givenImported()
  await undo(await migrate())
  expect(await waits(folder)).toEqual({})
})

it("keeps files that have changed in the source, suggests a fix, and imports their text next time", async () => {
  const folder = await givenImported()
  await migrate()
  const theirs = memoryOf("ann", ["Ledger rounds to cents", "Retries are safe", "Learnt there"])
  putFiles(folder, { [ANN]: theirs })
  const preview = await previewOf(team, folder)
  expect(preview.files.find((file) => file.path === ANN)).toMatchObject({
    standing: "conflict",
    reason: expect.stringMatching(
      /has since been changed .* is kept there\. Import .* migrate again, or undo the migration/,
    ) as string,
  })
  expect(statusesOf(await writeBack(team, folder))).toEqual({
    [SHARED]: "written",
    [ANN]: "conflict",
    [BEN]: "removed",
  })
  expect(readFileSync(join(folder, ANN), "utf8")).toBe(theirs)
  expect(await database().conflict.count({ where: { teamId: team.id } })).toBe(0)
  await importFolder(team, folder, { project: "ledger" })
  expect(await storedFile(team, ANN)).toMatchObject({ state: "present", revisions: [{}, { text: theirs }] })
  expect(await waits(folder)).toEqual({})
})

it("removes nothing that another project of the same folder uses", async () => {
  const folder = await givenImported()
  await importFolder(team, folder, { project: "billing" })
  const twice = await database().memoryFile.findMany({
    where: { teamId: team.id, path: ANN },
    include: { project: true },
  })
  const ledger = twice.find((file) => file.project.name === "ledger")
  await database().migration.create({
    data: {
      teamId: team.id,
      id: newId(),
      projectId: ledger?.projectId ?? "",
      from: "A",
      to: "D",
      categories: [],
      counts: {},
      byKind: "person",
      byId: "cara",
      byName: "Cara",
      reason: "",
      writes: { create: [{ fileId: ledger?.id ?? "", present: false }] },
    },
  })
  await commit(systemActor(), { kind: "migration.run", teamId: team.id, subject: "ledger" }, async (tx) =>
    done(await markFilesRemoved(tx, team.id, [ledger?.id ?? ""], { reason: "Migrated", runId: null })),
  )
  expect((await previewOf(team, folder)).files).toMatchObject([
    {
      path: ANN,
      standing: "problem",
      reason: expect.stringContaining("billing also has this file") as string,
    },
  ])
})

it("is one commit of removed and added files on a branch, is reverted there, and completes with an imported merge", async () => {
  const folder = await givenImported()
  givenRepository(folder)
  const migration = await migrate()
  const run = await writeBack(team, folder, { way: "branch" })
  expect(statusesOf(run)).toEqual({ [SHARED]: "written", [ANN]: "removed", [BEN]: "removed" })
  const branch = run.branch as string
  expect(git(folder, "diff", "--no-renames", "--name-status", "main", branch).trim().split("\n")).toEqual([
    `D\t${ANN}`,
    `A\t${SHARED}`,
    `D\t${BEN}`,
  ])
  expect(git(folder, "diff", "--stat", "main", branch)).toMatch(
    /3 files changed, \d+ insertions?\(\+\), \d+ deletions?\(-\)/,
  )
  expect(git(folder, "log", "-1", "--format=%B", branch)).toContain(
    `- Migrated from A to D: One file for the category [${ANN}], by Cara`,
  )
  expect(git(folder, "status", "--porcelain")).toBe("")
  expect(standingsOf(await previewOf(team, folder, { way: "branch" }))).toEqual({
    [SHARED]: "on-branch",
    [ANN]: "on-branch",
    [BEN]: "on-branch",
  })

  await undo(migration)
  const back = await writeBack(team, folder, { way: "branch" })
  expect(back.branch).toBe(branch)
  expect(statusesOf(back)).toEqual({ [ANN]: "written", [BEN]: "written", [SHARED]: "removed" })
  expect(git(folder, "diff", "--stat", "main", branch)).toBe("")

  await migrate()
  const again = await writeBack(team, folder, { way: "branch" })
  expect(statusesOf(again)).toMatchObject({ [ANN]: "removed", [BEN]: "removed" })
  git(folder, "merge", "-q", "--ff-only", again.branch as string)
  await importFolder(team, folder, { project: "ledger" })
  expect(await waits(folder)).toEqual({})
  expect([await stateOf(ANN), await stateOf(SHARED), await stateOf(EVE)]).toEqual([
    "gone",
    "present",
    "present",
  ])
})

it("is a patch with deletions that git applies, and a zip with a list of files that it cannot remove", async () => {
  const folder = await givenImported()
  givenRepository(folder)
  await migrate()
  const patch = await download(folder, "patch")
  expect(patch.toString()).toContain(`deleted file mode 100644\n--- a/${ANN}\n+++ /dev/null\n@@ -1,`)
  execFileSync("git", ["-C", folder, "apply", "--index", "-"], { input: patch })
  expect(
    git(folder, "status", "--porcelain")
      .trim()
      .split("\n")
      .map((line) => line.slice(0, 1))
      .toSorted(),
  ).toEqual(["A", "D", "D"])
  git(folder, "reset", "-q", "--hard")
  const zip = await previewOf(team, folder, { way: "zip" })
  expect(zip.files.find((file) => file.path === BEN)).toMatchObject({
    standing: "remove",
    reason: "a zip file cannot remove files. Remove this file in the source yourself",
  })
  const packed = await openArchive(bufferSource(await download(folder, "zip")))
  expect(JSON.stringify(packed.files)).toContain("architecture")
  expect(JSON.stringify(packed.files)).not.toContain(ANN)
})

it("moves a fleet from a file for each agent to one for each category and back through git, byte for byte", async () => {
  const folder = givenFolder(Object.fromEntries(Object.entries(ownFiles()).slice(0, 16)))
  givenRepository(folder)
  await importFolder(team, folder, { project: "ledger" })
  const through = async (to: "A" | "D") => {
    const { preview } = await migrateTo({ team, project: "ledger", to })
    const { totals } = await previewOf(team, folder, { way: "branch" })
    const run = await writeBack(team, folder, { way: "branch" })
    const stat = git(folder, "diff", "--no-renames", "--shortstat", "main", run.branch as string)
    git(folder, "merge", "-q", "--ff-only", run.branch as string)
    await importFolder(team, folder, { project: "ledger" })
    expect(await waits(folder)).toEqual({})
    expect(totals).toMatchObject({
      files: preview.totals.made + preview.totals.removed + preview.totals.changed,
      filesRemoved: preview.totals.removed,
    })
    expect(stat).toContain(`${totals.files} files changed`)
    return preview.totals
  }
  const there = await through("D")
  expect(await through("A")).toMatchObject({
    made: there.removed,
    removed: there.made,
    restored: there.removed,
    lost: 0,
  })
  expect(git(folder, "diff", "--stat", "HEAD~2", "HEAD")).toBe("")
})
