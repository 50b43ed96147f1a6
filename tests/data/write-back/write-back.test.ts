import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { beforeEach, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { commit } from "@/lib/db/infra/commit"
import { openWriteBack } from "@/lib/db/sources/write-backs"
import { done } from "@/lib/memory/inputs/outcome"
import { runOperation } from "@/lib/operations/operation"
import { listSources } from "@/lib/operations/sources/sources-and-directories"
import { showWriteBack, writeSourceBack } from "@/lib/operations/write-back/write-back"
import { importFolder, storedFile, type Team, writesOf } from "../../support/imports/import-folder"
import { givenFolder, memoryOf, memoryPath, putFiles } from "../../support/imports/memory-folder"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { addition, decide, givenProposal } from "../../support/proposals"
import {
  baseOf,
  decideText,
  temporaryFilesIn,
  previewOf,
  sha256,
  standingsOf,
  statusesOf,
  writeBack,
  writeBacksOf,
  writeShown,
} from "../../support/sync/write-back"

const ANN = memoryPath("ann")
const BEN = memoryPath("ben")
const FIRST = ["Ledger rounds to cents", "Retries are safe", "The nightly job runs at four"]

let team: Team
beforeEach(async () => {
  team = await givenTeam()
})

const on = (folder: string, path: string): string => readFileSync(join(folder, path), "utf8")
const conflictsOf = () => database().conflict.findMany({ where: { teamId: team.id, kind: "file" } })

/** An imported folder with later decisions on one of its files. */
async function givenDecided(text: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = givenFolder({ [ANN]: memoryOf("ann", FIRST), [BEN]: memoryOf("ben", ["Two"]), ...more })
  await importFolder(team, folder, { project: "ledger" })
  await decideText(team, ANN, text)
  return folder
}

describe("a write-back into a directory", () => {
  const decided = memoryOf("ann", [...FIRST, "Approved here"])

  it("previews the lines and who decided them, and writes nothing", async () => {
    const folder = await givenDecided(decided)
    const before = await writesOf(team)
    const preview = await previewOf(team, folder)
    expect(preview).toMatchObject({
      way: "directory",
      totals: { files: 1, added: 1, removed: 0 },
      branch: null,
      source: { name: folder },
    })
    expect(preview.ways.find((one) => one.way === "branch")?.why).toContain("not in a git repository")
    expect(preview.files).toHaveLength(1)
    expect(preview.files[0]).toMatchObject({
      path: ANN,
      standing: "write",
      added: 1,
      removed: 0,
      decisions: [{ words: "Approved", by: "Cara" }],
      project: { name: "ledger" },
    })
    expect(
      preview.files[0]?.hunks?.flatMap((hunk) => hunk.lines.filter((line) => line.kind !== "same")),
    ).toEqual([{ kind: "add", text: "- Approved here" }])
    expect(on(folder, ANN)).toBe(memoryOf("ann", FIRST))
    expect(await writesOf(team)).toEqual(before)
    const { sources } = expectDone(await runOperation(listSources, systemActor(), { team: team.slug })) as {
      sources: { name: string; waiting: number }[]
    }
    expect(sources).toMatchObject([{ name: folder, waiting: 1 }])
  })

  it("writes exactly the decided lines once, and then both sides are in sync and an import writes nothing", async () => {
    const folder = await givenDecided(decided)
    chmodSync(join(folder, ANN), 0o640)
    const run = await writeBack(team, folder)
    expect(run).toMatchObject({
      state: "done",
      files: [{ path: ANN, status: "written", added: 1, removed: 0, revision: 2 }],
    })
    expect(on(folder, ANN)).toBe(decided)
    expect(statSync(join(folder, ANN)).mode & 0o777).toBe(0o640)
    expect(await baseOf(team, ANN)).toBe(sha256(decided))
    expect(temporaryFilesIn(folder)).toEqual([])

    const before = { ...((await writesOf(team)) as object), writeBacks: await writeBacksOf(team) }
    expect(await writeBack(team, folder)).toMatchObject({ id: null, files: [] })
    await importFolder(team, folder, { project: "ledger" })
    expect({ ...((await writesOf(team)) as object), writeBacks: await writeBacksOf(team) }).toEqual(before)
    const audit = await database().auditEvent.findMany({
      where: { teamId: team.id, kind: { startsWith: "write-back" } },
      orderBy: { number: "asc" },
    })
    expect(audit.map((one) => one.kind)).toEqual([
      "write-back.start",
      "write-back.write",
      "write-back.finish",
    ])
  })

  it("creates a file that was created in Quarterdeck, with its folders, and assigns it to the source", async () => {
    const folder = await givenDecided(memoryOf("ann", FIRST))
    const { id } = await givenProposal(team, {
      project: "ledger",
      agent: "dora",
      changes: [addition("Learnt by Dora", null)],
    })
    expectDone(await decide(systemActor(), id, { verdict: "approve" }))
    const made = memoryPath("dora")
    expect(standingsOf(await previewOf(team, folder))).toEqual({ [made]: "make" })
    expect(statusesOf(await writeBack(team, folder))).toEqual({ [made]: "written" })
    expect(on(folder, made)).toContain("Learnt by Dora")
    expect(statSync(join(folder, made)).mode & 0o111).toBe(0)
    const before = await writesOf(team)
    expect((await importFolder(team, folder, { project: "ledger" })).items[made]?.status).toBe("same")
    expect(await writesOf(team)).toEqual(before)
  })

  it("writes selected files only", async () => {
    const folder = await givenDecided(decided)
    await decideText(team, BEN, memoryOf("ben", ["Two", "Three"]))
    expect(statusesOf(await writeBack(team, folder, { paths: [BEN] }))).toEqual({ [BEN]: "written" })
    expect(on(folder, ANN)).toBe(memoryOf("ann", FIRST))
    expect(standingsOf(await previewOf(team, folder))).toEqual({ [ANN]: "write" })
  })

  it("counts as failed only if another process completed no step for a long time", async () => {
    const folder = await givenDecided(decided)
    const { id: sourceId } = await database().source.findFirstOrThrow({ where: { teamId: team.id } })
    const by = { kind: "system", id: "system", name: "system" }
    const writeBackId = expectDone(
      await commit(
        systemActor(),
        { kind: "write-back.start", teamId: team.id, subject: folder },
        async (tx) => {
          const id = await openWriteBack(tx, team.id, { sourceId, way: "directory", files: [], by })
          const createdAt = new Date(Date.now() - 60 * 60_000)
          await tx.writeBack.update({ where: { teamId_id: { teamId: team.id, id } }, data: { createdAt } })
          return done(id)
        },
      ),
    )
    const state = async () =>
      expectDone(
        await runOperation(showWriteBack, systemActor(), {
          team: team.slug,
          source: folder,
          writeBack: writeBackId,
        }),
      ).state
    expect(await state()).toBe("failed")
    const detail = { writeBack: writeBackId }
    await commit(
      systemActor(),
      { kind: "write-back.write", teamId: team.id, subject: ANN, detail },
      async () => done(null),
    )
    expect(await state()).toBe("running")
  })

  it("rejects files that were not in the preview", async () => {
    const folder = await givenDecided(decided)
    const { shown } = await previewOf(team, folder)
    await decideText(team, ANN, memoryOf("ann", [...FIRST, "Approved later"]))
    expect(
      await runOperation(writeSourceBack, systemActor(), {
        team: team.slug,
        source: folder,
        way: "directory",
        shown,
      }),
    ).toMatchObject({ ok: false, reason: "stale" })
    expect(on(folder, ANN)).toBe(memoryOf("ann", FIRST))
  })

  it("writes for a lead only to folders that the owner allowed", async () => {
    const folder = await givenDecided(decided)
    const lead = await actorOf(await givenPerson({ team, role: "lead" }))
    const preview = await previewOf(team, folder, { actor: lead })
    expect(preview.way).toBe("patch")
    expect(preview.ways.find((one) => one.way === "directory")?.why).toContain("not an allowed directory")
    expect(
      await runOperation(writeSourceBack, lead, {
        team: team.slug,
        source: folder,
        way: "directory",
        shown: preview.shown,
      }),
    ).toMatchObject({ ok: false })
    expect(on(folder, ANN)).toBe(memoryOf("ann", FIRST))
  })

  it("reports a missing source, and still offers a patch and the files", async () => {
    const folder = await givenDecided(decided)
    renameSync(folder, `${folder}-away`)
    const preview = await previewOf(team, folder)
    rmSync(`${folder}-away`, { recursive: true })
    expect(preview).toMatchObject({ way: "patch", totals: { files: 1, added: 1 } })
    expect(preview.ways.find((one) => one.way === "directory")?.why).toContain("does not exist")
  })
})

describe("a file that has changed in its source", () => {
  it("is merged if other entries changed in the source, and imports those changes", async () => {
    const folder = await givenDecided(memoryOf("ann", ["Ledger rounds to whole cents", ...FIRST.slice(1)]))
    putFiles(folder, { [ANN]: memoryOf("ann", [...FIRST, "Learnt there"]) })
    const both = memoryOf("ann", ["Ledger rounds to whole cents", ...FIRST.slice(1), "Learnt there"])
    const preview = await previewOf(team, folder)
    expect(preview.files).toMatchObject([{ path: ANN, standing: "merge", added: 1, removed: 1 }])
    expect(statusesOf(await writeShown(team, folder, { shown: preview.shown }))).toEqual({ [ANN]: "written" })
    expect(on(folder, ANN)).toBe(both)
    expect((await storedFile(team, ANN)).revisions.at(-1)).toMatchObject({
      text: both,
      reason: expect.stringContaining("merged") as string,
    })
    expect(await baseOf(team, ANN)).toBe(sha256(both))
    const before = await writesOf(team)
    await importFolder(team, folder, { project: "ledger" })
    expect(await writesOf(team)).toEqual(before)
    expect(await conflictsOf()).toEqual([])
  })

  it("is a conflict with three texts if the same entry changed, and is not written, while others are", async () => {
    const ours = memoryOf("ann", ["Ledger rounds to whole cents", ...FIRST.slice(1)])
    const theirs = memoryOf("ann", ["Ledger rounds half to even", ...FIRST.slice(1)])
    const folder = await givenDecided(ours)
    await decideText(team, BEN, memoryOf("ben", ["Two", "Three"]))
    putFiles(folder, { [ANN]: theirs })
    const run = await writeBack(team, folder)
    expect(statusesOf(run)).toEqual({ [ANN]: "conflict", [BEN]: "written" })
    expect(on(folder, ANN)).toBe(theirs)
    expect(on(folder, BEN)).toBe(memoryOf("ben", ["Two", "Three"]))
    expect(await conflictsOf()).toMatchObject([
      { state: "open", base: memoryOf("ann", FIRST), ours, theirs, foundBy: "write-back" },
    ])
    expect(run.files.find((file) => file.path === ANN)?.conflict).toBe((await conflictsOf())[0]?.id)
    expect(await writeBack(team, folder)).toMatchObject({ id: null })
    expect(await conflictsOf()).toHaveLength(1)
  })

  it("is not overwritten if it changes between preview and write", async () => {
    const folder = await givenDecided(memoryOf("ann", [...FIRST, "Approved here"]))
    const { shown } = await previewOf(team, folder)
    const theirs = memoryOf("ann", ["Quite another thing"])
    putFiles(folder, { [ANN]: theirs })
    expect(
      await runOperation(writeSourceBack, systemActor(), {
        team: team.slug,
        source: folder,
        way: "directory",
        shown,
      }),
    ).toMatchObject({ ok: false, reason: "stale" })
    expect(on(folder, ANN)).toBe(theirs)
  })

  it("is skipped if it was removed from the source or replaced by a folder", async () => {
    const folder = await givenDecided(memoryOf("ann", [...FIRST, "Approved here"]))
    await decideText(team, BEN, memoryOf("ben", ["Two", "Three"]))
    rmSync(join(folder, ANN))
    rmSync(join(folder, BEN))
    mkdirSync(join(folder, BEN))
    expect(standingsOf(await previewOf(team, folder))).toEqual({ [ANN]: "gone", [BEN]: "problem" })
    expect(await writeBack(team, folder)).toMatchObject({ id: null })
    expect(existsSync(join(folder, ANN))).toBe(false)
  })

  it("is in sync without a write if the source already has the decided text", async () => {
    const decided = memoryOf("ann", [...FIRST, "Approved here"])
    const folder = await givenDecided(decided)
    putFiles(folder, { [ANN]: decided })
    expect(statusesOf(await writeBack(team, folder))).toEqual({ [ANN]: "same" })
    expect(await baseOf(team, ANN)).toBe(sha256(decided))
  })
})

describe("links and names", () => {
  const decided = memoryOf("ann", [...FIRST, "Approved here"])

  it("writes through an inner link to the real file", async () => {
    const folder = await givenDecided(decided)
    mkdirSync(join(folder, "shared"))
    renameSync(join(folder, ANN), join(folder, "shared/ann.md"))
    symlinkSync(join(folder, "shared/ann.md"), join(folder, ANN))
    expect(statusesOf(await writeBack(team, folder))).toEqual({ [ANN]: "written" })
    expect(on(folder, "shared/ann.md")).toBe(decided)
    expect(statSync(join(folder, ANN)).isFile()).toBe(true)
    expect(temporaryFilesIn(folder)).toEqual([])
  })

  it("follows no file or folder link that leads outside", async () => {
    const outside = givenFolder({
      "ann.md": memoryOf("ann", FIRST),
      "ben/memory.md": memoryOf("ben", ["Two"]),
    })
    const folder = await givenDecided(decided)
    await decideText(team, BEN, memoryOf("ben", ["Two", "Three"]))
    rmSync(join(folder, ANN))
    symlinkSync(join(outside, "ann.md"), join(folder, ANN))
    rmSync(join(folder, BEN, ".."), { recursive: true })
    symlinkSync(join(outside, "ben"), join(folder, BEN, ".."))
    const preview = await previewOf(team, folder)
    expect(standingsOf(preview)).toEqual({ [ANN]: "problem", [BEN]: "problem" })
    expect(preview.files.map((file) => file.reason)).toEqual([
      expect.stringContaining("points outside"),
      expect.stringContaining("points outside"),
    ])
    expect(on(outside, "ann.md")).toBe(memoryOf("ann", FIRST))
    expect(on(outside, "ben/memory.md")).toBe(memoryOf("ben", ["Two"]))
  })

  it("creates no file whose name differs from another only in case or normalization", async () => {
    const folder = await givenDecided(memoryOf("ann", FIRST))
    const { id } = await givenProposal(team, {
      project: "ledger",
      agent: "dora",
      changes: [addition("Learnt by Dora", null)],
    })
    expectDone(await decide(systemActor(), id, { verdict: "approve" }))
    mkdirSync(join(folder, ".kaizen/agents/DORA"), { recursive: true })
    writeFileSync(join(folder, ".kaizen/agents/DORA/x.md"), "x")
    expect((await previewOf(team, folder)).files).toMatchObject([
      {
        path: memoryPath("dora"),
        standing: "problem",
        reason: expect.stringContaining("letter case or Unicode normalization") as string,
      },
    ])
  })
})

describe("written bytes", () => {
  const texts: Readonly<Record<string, string>> = {
    CRLF: memoryOf("ann", FIRST).replaceAll("\n", "\r\n"),
    "a byte order mark": `\uFEFF${memoryOf("ann", FIRST)}`,
    "no last line break": memoryOf("ann", FIRST).replace(/\n$/, ""),
    "tabs and blanks at the ends of lines": memoryOf(
      "ann",
      FIRST.map((line) => `${line}  `),
    ).replace("## Session Log", "\t\n## Session Log \t"),
  }

  it.each(Object.entries(texts))("stay unchanged around the decided line: %s", async (_, text) => {
    const folder = givenFolder({ [ANN]: text })
    await importFolder(team, folder, { project: "ledger" })
    const { id } = await givenProposal(team, {
      project: "ledger",
      file: ANN,
      changes: [addition("Approved here")],
    })
    expectDone(await decide(systemActor(), id, { verdict: "approve" }))
    const preview = await previewOf(team, folder)
    expect(preview.totals).toMatchObject({ files: 1, added: 1, removed: 0 })
    await writeShown(team, folder, { shown: preview.shown })
    const now = on(folder, ANN)
    const added = now.split("\n").filter((line) => line.includes("Approved here"))
    expect(added).toHaveLength(1)
    expect(now.replace(`${added[0]}\n`, "")).toBe(text)
  })
})
