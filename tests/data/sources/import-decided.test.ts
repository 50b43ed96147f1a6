import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { createHash } from "node:crypto"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { beforeEach, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { commit } from "@/lib/db/infra/commit"
import { entriesAtHead, lockCurrentFile } from "@/lib/db/memory-files/current-revisions"
import { openImportRun, planImportRun, sendImportFiles } from "@/lib/operations/sources/imports"
import { readingOf, reviseHead } from "@/lib/operations/writing/revise-head"
import {
  importFolder,
  offerFiles,
  showRun,
  startAndWait,
  storedFile,
  type Team,
  writesOf,
} from "../../support/imports/import-folder"
import { givenFolder, memoryOf, memoryPath, putFiles } from "../../support/imports/memory-folder"
import { expectDone, givenTeam } from "../../support/data/people"

const ANN = memoryPath("ann")
const BEN = memoryPath("ben")
const FIRST = ["Ledger rounds to cents", "Retries are safe", "The nightly job runs at four"]

let team: Team
beforeEach(async () => {
  team = await givenTeam()
})

/** Replaces the text of a file, as a curator would. */
async function decide(path: string, text: string, base?: string): Promise<void> {
  const { id } = await storedFile(team, path)
  expectDone(
    await commit(systemActor(), { kind: "proposal.approve", teamId: team.id, subject: path }, async (tx) => {
      const head = await lockCurrentFile(tx, team.id, id)
      if (!head) throw new Error("there is no such file")
      const [entries, reading] = [
        await entriesAtHead(wholeTeamUnchecked(team.id), id, tx),
        await readingOf(wholeTeamUnchecked(team.id), head, tx),
      ]
      const by = { kind: "person", id: "cara", name: "Cara" }
      return reviseHead(
        tx,
        team.id,
        { head, entries, reading },
        { text, reason: "Approved", by, now: new Date(), ...(base === undefined ? {} : { base }) },
      )
    }),
  )
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex")
const baseOf = async (path: string) => Buffer.from((await storedFile(team, path)).base).toString("hex")
const idsOf = async (path: string) =>
  Object.fromEntries((await storedFile(team, path)).parts.map((entry) => [entry.text, entry.id]))

/** A folder that was imported, with a file that was changed in Quarterdeck afterwards. */
async function givenDecided(decided: string, { findings = FIRST } = {}): Promise<string> {
  const folder = givenFolder({ [ANN]: memoryOf("ann", findings), [BEN]: memoryOf("ben", ["Two"]) })
  await importFolder(team, folder, { project: "ledger" })
  await decide(ANN, decided)
  return folder
}

describe("an import of an unchanged source", () => {
  const decided = memoryOf("ann", [...FIRST, "Approved here"])

  it("keeps the decided text, and writes and sends nothing", async () => {
    const folder = await givenDecided(decided)
    const before = await writesOf(team)
    const { run, items } = await importFolder(team, folder, { project: "ledger" })
    expect(run.files).toMatchObject({ same: 2, changed: 0, setAside: 0, gone: 0 })
    expect(items[ANN]).toMatchObject({ status: "same", written: false, entries: 4 })
    expect(await writesOf(team)).toEqual(before)
    expect((await storedFile(team, ANN)).revisions.at(-1)?.text).toBe(decided)
    expect(
      (await offerFiles(team, folder, { [ANN]: memoryOf("ann", FIRST) }, { project: "ledger" })).wanted,
    ).toEqual([])
  })

  it("keeps the decided text also if the client sends the bytes because their hash is unknown", async () => {
    await givenDecided(decided)
    const before = await writesOf(team)
    const bytes = Buffer.from(memoryOf("ann", FIRST))
    const opened = expectDone(
      await openImportRun.run(systemActor(), {
        team: team.slug,
        project: "ledger",
        source: { kind: "client", name: "/x" },
        complete: false,
        refused: [],
        files: [{ path: ANN, size: bytes.length }],
      }),
    )
    expect(opened.wanted).toEqual([ANN])
    expectDone(
      await sendImportFiles.run(systemActor(), {
        team: team.slug,
        run: opened.run,
        files: [{ path: ANN, content: bytes.toString("base64") }],
      }),
    )
    const { items } = await startAndWait(team, opened.run)
    expect(items[ANN]).toMatchObject({ status: "same", written: false })
    expect(await writesOf(team)).toEqual(before)
  })

  it("restores a removed file with the text that was decided in Quarterdeck", async () => {
    const folder = await givenDecided(decided)
    rmSync(join(folder, ANN))
    await importFolder(team, folder, { project: "ledger" })
    expect(await storedFile(team, ANN)).toMatchObject({ state: "gone", head: 2 })
    putFiles(folder, { [ANN]: memoryOf("ann", FIRST) })
    await importFolder(team, folder, { project: "ledger" })
    expect(await storedFile(team, ANN)).toMatchObject({ state: "present", head: 2 })
    expect(Object.keys(await idsOf(ANN))).toContain("Approved here")
  })
})

describe("an import of an earlier export", () => {
  it("is unchanged and puts both sides in sync", async () => {
    const decided = memoryOf("ann", [...FIRST, "Approved here"])
    const folder = await givenDecided(decided)
    putFiles(folder, { [ANN]: decided })
    const { items } = await importFolder(team, folder, { project: "ledger" })
    expect(items[ANN]?.status).toBe("same")
    expect(await storedFile(team, ANN)).toMatchObject({ head: 2 })
    expect(await baseOf(ANN)).toBe(hashOf(decided))

    putFiles(folder, { [ANN]: memoryOf("ann", ["Quite another thing"]) })
    await importFolder(team, folder, { project: "ledger" })
    expect(await storedFile(team, ANN)).toMatchObject({ head: 3, entries: 1 })

    const before = await writesOf(team)
    await importFolder(team, folder, { project: "ledger" })
    expect(await writesOf(team)).toEqual(before)
  })

  it("assigns a file that was created in Quarterdeck to its source", async () => {
    const text = memoryOf("ann", FIRST)
    const folder = await givenMadeHere(text)
    putFiles(folder, { [ANN]: text })
    const { items } = await importFolder(team, folder, { project: "ledger" })
    expect(items[ANN]?.status).toBe("same")
    const stored = await storedFile(team, ANN)
    expect(stored).toMatchObject({ head: 1, sourceId: expect.any(String) as string })
    expect(await baseOf(ANN)).toBe(hashOf(text))
  })
})

describe("an import of a file that changed in Quarterdeck and in its source", () => {
  it("merges separate changes, and entries keep their ids", async () => {
    const folder = await givenDecided(memoryOf("ann", ["Ledger rounds to whole cents", ...FIRST.slice(1)]))
    const before = await idsOf(ANN)
    const theirs = memoryOf("ann", [...FIRST, "Learnt there"])
    putFiles(folder, { [ANN]: theirs })
    const { run, items } = await importFolder(team, folder, { project: "ledger" })
    expect(run.files).toMatchObject({ changed: 1, same: 1, setAside: 0 })
    expect(items[ANN]).toMatchObject({
      status: "changed",
      written: true,
      entries: 4,
      reason: expect.stringContaining("merged") as string,
    })
    const stored = await storedFile(team, ANN)
    expect(stored.revisions.map((one) => one.number)).toEqual([1, 2, 3])
    expect(stored.revisions[2]).toMatchObject({
      text: memoryOf("ann", ["Ledger rounds to whole cents", ...FIRST.slice(1), "Learnt there"]),
      reason: `Imported from ${folder}, merged with changes made in Quarterdeck`,
    })
    expect(await baseOf(ANN)).toBe(hashOf(theirs))
    expect(await idsOf(ANN)).toMatchObject(before)
  })

  it("merges repeatedly while the source changes and the decision was never exported", async () => {
    const folder = await givenDecided(memoryOf("ann", ["Ledger rounds to whole cents", ...FIRST.slice(1)]))
    for (const count of [1, 2, 3]) {
      const theirs = memoryOf("ann", [
        ...FIRST.slice(0, 2),
        `The nightly job runs at ${count}`,
        "Learnt there",
      ])
      putFiles(folder, { [ANN]: theirs })
      const { items } = await importFolder(team, folder, { project: "ledger" })
      expect(items[ANN]).toMatchObject({ status: "changed" })
      expect(Object.keys(await idsOf(ANN))).toEqual([
        "Ledger rounds to whole cents",
        "Retries are safe",
        `The nightly job runs at ${count}`,
        "Learnt there",
      ])
      const before = await writesOf(team)
      expect((await importFolder(team, folder, { project: "ledger" })).items[ANN]?.status).toBe("same")
      expect(await writesOf(team)).toEqual(before)
    }
  })

  it("merges additions at the end of one section", async () => {
    const folder = await givenDecided(memoryOf("ann", [...FIRST, "Approved here"]))
    putFiles(folder, { [ANN]: memoryOf("ann", [...FIRST, "Learnt there"]) })
    await importFolder(team, folder, { project: "ledger" })
    expect(Object.keys(await idsOf(ANN))).toEqual([...FIRST, "Learnt there", "Approved here"])
  })

  it("writes nothing if Quarterdeck already has all changes of the source", async () => {
    const theirs = memoryOf("ann", [...FIRST.slice(0, 2), "The nightly job runs at five"])
    const folder = await givenDecided(
      memoryOf("ann", [...FIRST.slice(0, 2), "The nightly job runs at five", "Approved here"]),
    )
    putFiles(folder, { [ANN]: theirs })
    const before = await writesOf(team)
    expect((await importFolder(team, folder, { project: "ledger" })).items[ANN]).toMatchObject({
      status: "same",
    })
    expect(await writesOf(team)).toEqual(before)
  })

  it("is quarantined if both sides changed one entry, before and after the write", async () => {
    const decided = memoryOf("ann", ["Ledger rounds to whole cents", ...FIRST.slice(1)])
    const folder = await givenDecided(decided)
    await decide(ANN, `${decided}- 2026-02-02 · decided · done\n`)
    const before = await writesOf(team)
    const theirs = memoryOf("ann", ["Ledger rounds half to even", ...FIRST.slice(1)])
    const { run } = await offerFiles(team, "/client", { [ANN]: theirs }, { project: "ledger" })
    expectDone(await planImportRun.run(systemActor(), { team: team.slug, run }))
    const planned = (await showRun(team, run)).items[ANN]
    expect(planned).toMatchObject({ status: "set-aside", written: false })
    expect(planned?.reason).toContain(ANN)
    expect(planned?.reason).toContain(
      "changed here (2 revisions since the last import or write-back) and in its source",
    )
    expect(planned?.reason).toContain("Nothing was overwritten")
    expect(planned?.reason).toContain("in the Inbox")
    const { items } = await startAndWait(team, run)
    expect(items[ANN]).toMatchObject({ status: "set-aside", reason: planned?.reason })
    expect(await writesOf(team)).toEqual(before)

    putFiles(folder, { [ANN]: theirs })
    expect((await importFolder(team, folder, { project: "ledger" })).items[ANN]).toMatchObject({
      status: "set-aside",
    })
    expect(await writesOf(team)).toEqual(before)

    putFiles(folder, { [ANN]: `${decided}- 2026-02-02 · decided · done\n` })
    expect((await importFolder(team, folder, { project: "ledger" })).items[ANN]).toMatchObject({
      status: "same",
    })
  })

  it("is quarantined if one side reworded an entry and the other removed it", async () => {
    const folder = await givenDecided(memoryOf("ann", FIRST.slice(1)))
    const before = await writesOf(team)
    putFiles(folder, { [ANN]: memoryOf("ann", ["Ledger rounds half to even", ...FIRST.slice(1)]) })
    expect((await importFolder(team, folder, { project: "ledger" })).items[ANN]).toMatchObject({
      status: "set-aside",
    })
    expect(await writesOf(team)).toEqual(before)
  })

  it("is quarantined if the lines merge but the merged entry matches neither side", async () => {
    const nested = (first: string, last: string) =>
      memoryOf("ann", [`Ledger rounds\n  - ${first}\n  - always\n  - ${last}`])
    const folder = await givenDecided(nested("down", "in cents"), {
      findings: [nested("up", "in cents")].map(() => "Ledger rounds\n  - up\n  - always\n  - in cents"),
    })
    putFiles(folder, { [ANN]: nested("up", "in euros") })
    expect((await importFolder(team, folder, { project: "ledger" })).items[ANN]).toMatchObject({
      status: "set-aside",
    })
    expect(await storedFile(team, ANN)).toMatchObject({ head: 2 })
  })

  it("is quarantined if the file was created in Quarterdeck", async () => {
    const folder = await givenMadeHere(memoryOf("ann", FIRST))
    putFiles(folder, { [ANN]: memoryOf("ann", ["Another beginning"]) })
    const { items } = await importFolder(team, folder, { project: "ledger" })
    expect(items[ANN]).toMatchObject({
      status: "set-aside",
      reason: expect.stringContaining(`${ANN} was created here`) as string,
    })
    expect(await storedFile(team, ANN)).toMatchObject({ head: 1, entries: 3 })
  })

  it("is merged in JSON stores too", async () => {
    const path = "memory/projects/ledger/memory.json"
    const store = (...contents: string[]) =>
      JSON.stringify(
        {
          version: "1.0",
          entries: contents.map((content, at) => ({
            id: `mem-00${at + 1}`,
            type: "pattern",
            content,
            accessed_count: 0,
          })),
        },
        null,
        2,
      )
    const folder = givenFolder({ [path]: store("One", "Two", "Three") })
    await importFolder(team, folder, { project: "ledger" })
    const before = await idsOf(path)
    await decide(path, store("One", "Two", "Three is three"))
    putFiles(folder, { [path]: store("One is one", "Two", "Three") })
    expect((await importFolder(team, folder, { project: "ledger" })).items[path]).toMatchObject({
      status: "changed",
    })
    expect((await storedFile(team, path)).revisions.at(-1)?.text).toBe(
      store("One is one", "Two", "Three is three"),
    )
    expect(Object.values(await idsOf(path))).toEqual(Object.values(before))
  })
})

/** A folder with one file, and a file that is only stored in Quarterdeck. */
async function givenMadeHere(text: string): Promise<string> {
  const folder = givenFolder({ [ANN]: text, [BEN]: memoryOf("ben", ["Two"]) })
  await importFolder(team, folder, { project: "ledger" })
  rmSync(join(folder, ANN))
  const { id } = await storedFile(team, ANN)
  await database().memoryFile.update({
    where: { teamId_id: { teamId: team.id, id } },
    data: { sourceId: null, base: createHash("sha256").digest() },
  })
  await database().sourceBase.deleteMany({ where: { teamId: team.id, fileId: id } })
  return folder
}
