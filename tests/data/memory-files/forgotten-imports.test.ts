import { createHash } from "node:crypto"
import { rmSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { beforeEach, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import type { Actor } from "@/lib/memory/teams/actor"
import { forgetEntry } from "@/lib/operations/forgetting/forget"
import { restoreEntry } from "@/lib/operations/forgetting/restore"
import { importArchive, planImportRun } from "@/lib/operations/sources/imports"
import { runOperation } from "@/lib/operations/operation"
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
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { zipOf } from "../../support/imports/zip"

const ANN = memoryPath("ann")
const BEN = memoryPath("ben")
const FIRST = ["Ledger rounds to cents", "Retries are safe", "The nightly job runs at four"]
const TEXT = memoryOf("ann", FIRST)

let team: Team
let lead: Actor
beforeEach(async () => {
  team = await givenTeam()
  lead = await actorOf(await givenPerson({ team, role: "lead" }))
})

const sourceOf = (text: string) => createHash("sha256").update(text).digest("hex")
const stored = async (path: string) => {
  const file = await storedFile(team, path)
  return {
    text: file.revisions.at(-1)?.text ?? "",
    head: file.head,
    base: Buffer.from(file.base).toString("hex"),
    entries: file.parts,
  }
}
const forget = async (path: string, words: string, nth = 0) => {
  const entry = (await stored(path)).entries.filter((one) => one.text.includes(words))[nth]
  expectDone(await runOperation(forgetEntry, lead, { entry: entry?.id ?? "", reason: "Not since May" }))
  return entry?.id ?? ""
}
const without = (text: string, words: string) =>
  text
    .split("\n")
    .filter((line) => !line.includes(words))
    .join("\n")
/** An imported folder with an entry that was forgotten afterwards. */
const givenForgotten = async (files: Record<string, string> = { [ANN]: TEXT }, path = ANN) => {
  const folder = givenFolder(files)
  await importFolder(team, folder, { project: "ledger" })
  const id = await forget(path, "Retries")
  return { folder, id }
}
const again = async (folder: string, files: Record<string, string>) => {
  putFiles(folder, files)
  return importFolder(team, folder, { project: "ledger" })
}
const leftOut = () => ({
  line: 12,
  column: 1,
  severity: "info",
  code: "forgotten",
  message: expect.stringMatching(
    new RegExp(`^left out: forgotten on \\d{4}-\\d{2}-\\d{2} by ${lead.name}: Not since May$`),
  ) as string,
})

describe("an import leaves out forgotten entries and takes all else byte for byte,", () => {
  it("if its source is unchanged: nothing is written", async () => {
    const { folder } = await givenForgotten()
    const before = await writesOf(team)
    const { items } = await importFolder(team, folder, { project: "ledger" })
    expect(items[ANN]).toMatchObject({ status: "same", written: false })
    expect(await writesOf(team)).toEqual(before)
    expect((await stored(ANN)).text).toBe(without(TEXT, "Retries"))
  })

  it("if the source changed elsewhere", async () => {
    const { folder } = await givenForgotten()
    const theirs = memoryOf("ann", [...FIRST, "Learnt there"])
    expect((await again(folder, { [ANN]: theirs })).items[ANN]?.status).toBe("changed")
    expect(await stored(ANN)).toMatchObject({ text: without(theirs, "Retries"), base: sourceOf(theirs) })
    const before = await writesOf(team)
    expect((await importFolder(team, folder, { project: "ledger" })).items[ANN]?.status).toBe("same")
    expect(await writesOf(team)).toEqual(before)
  })

  it("if the source moved the line or struck it through", async () => {
    const { folder } = await givenForgotten()
    for (const theirs of [
      memoryOf("ann", ["retries are **safe**.", "First of all", FIRST[0] ?? "", FIRST[2] ?? ""]),
      memoryOf("ann", [
        FIRST[0] ?? "",
        "~~Retries are safe~~ ← STALE (we think)",
        FIRST[2] ?? "",
        "Last of all",
      ]),
    ]) {
      const { items } = await again(folder, { [ANN]: theirs })
      expect(items[ANN]).toMatchObject({ status: "changed", written: true })
      expect(items[ANN]?.reason).toContain("1 line left out (forgotten here)")
      expect(await stored(ANN)).toMatchObject({ text: without(theirs, "etries are"), base: sourceOf(theirs) })
    }
  })

  it("if the line was written again after a sync", async () => {
    const { folder } = await givenForgotten()
    await again(folder, { [ANN]: without(TEXT, "Retries") })
    const head = (await stored(ANN)).head
    const { items } = await again(folder, { [ANN]: TEXT })
    expect(items[ANN]).toMatchObject({
      status: "changed",
      entries: 2,
      reason: "1 line left out (forgotten here)",
      diagnostics: expect.arrayContaining([leftOut()]) as unknown,
    })
    expect(await stored(ANN)).toMatchObject({ text: without(TEXT, "Retries"), head, base: sourceOf(TEXT) })
    const before = await writesOf(team)
    expect((await importFolder(team, folder, { project: "ledger" })).items[ANN]?.status).toBe("same")
    expect(await writesOf(team)).toEqual(before)

    const theirs = memoryOf("ann", ["Written later", ...FIRST])
    await again(folder, { [ANN]: theirs })
    expect(await stored(ANN)).toMatchObject({ text: without(theirs, "Retries"), base: sourceOf(theirs) })
  })

  it("if the text is in a new file, another source or another path, before and after the write", async () => {
    await givenForgotten()
    const theirs = memoryOf("ben", ["One of Ben's", "- not a bullet", ...FIRST])
    const { run } = await offerFiles(team, "/elsewhere", { [BEN]: theirs }, { project: "ledger" })
    expectDone(await planImportRun.run(systemActor(), { team: team.slug, run }))
    expect((await showRun(team, run)).items[BEN]).toMatchObject({
      status: "new",
      entries: 4,
      reason: "1 line left out (forgotten here)",
      diagnostics: expect.arrayContaining([
        expect.objectContaining({ code: "forgotten", line: 14 }),
      ]) as unknown,
    })
    expect((await startAndWait(team, run)).items[BEN]).toMatchObject({
      status: "new",
      reason: "1 line left out (forgotten here)",
    })
    expect(await stored(BEN)).toMatchObject({
      text: without(theirs, "Retries"),
      base: sourceOf(theirs),
      head: 1,
    })
    expect((await storedFile(team, BEN)).revisions[0]?.reason).toBe(
      "Imported from /elsewhere, without forgotten entries",
    )
  })

  it("if its file moved", async () => {
    const { folder } = await givenForgotten()
    rmSync(join(folder, ANN))
    const moved = memoryPath("anne")
    const { items } = await again(folder, { [moved]: TEXT })
    expect([items[ANN]?.status, items[moved]?.status]).toEqual(["gone", "new"])
    expect((await stored(moved)).text).toBe(without(TEXT, "Retries"))
  })

  it("if it is in an archive", async () => {
    await givenForgotten()
    const opened = expectDone(
      await runOperation(importArchive, systemActor(), {
        team: team.slug,
        project: "ledger",
        name: "a.zip",
        archive: new Uint8Array(zipOf([{ name: ANN, content: memoryOf("ann", [...FIRST, "Packed"]) }])),
      }),
    )
    await startAndWait(team, opened.run)
    expect((await stored(ANN)).text).toBe(without(memoryOf("ann", [...FIRST, "Packed"]), "Retries"))
  })

  it("if its file was removed and returned", async () => {
    const { folder } = await givenForgotten({ [ANN]: TEXT, [BEN]: memoryOf("ben", ["Two"]) })
    rmSync(join(folder, ANN))
    await importFolder(team, folder, { project: "ledger" })
    await again(folder, { [ANN]: TEXT })
    expect(await storedFile(team, ANN)).toMatchObject({ state: "present" })
    expect((await stored(ANN)).text).toBe(without(TEXT, "Retries"))
  })

  it("in JSON stores with any order of members", async () => {
    const path = "memory/projects/ledger/memory.json"
    const store = (...contents: string[]) =>
      `{\r\n\t"version": "1.0",\r\n\t"entries": [\r\n${contents.map((content) => `\t\t{ "content": ${JSON.stringify(content)}, "id": "mem-${content.length}", "type": "pattern" , "more": [1,  2] }`).join(",\r\n")}\r\n\t]\r\n}`
    const { folder } = await givenForgotten({ [path]: store(...FIRST) }, path)
    const theirs = store("Another", ...FIRST, "Last")
    const { items } = await again(folder, { [path]: theirs })
    expect(items[path]).toMatchObject({ status: "changed" })
    expect((await stored(path)).text).toBe(
      store("Another", ...FIRST.filter((one) => !one.includes("Retries")), "Last"),
    )
  })
})

describe("an entry that is forgotten in one place", () => {
  it("stays in other files that already have it", async () => {
    const { folder } = await givenForgotten({
      [ANN]: TEXT,
      [BEN]: memoryOf("ben", ["Retries are safe", "Two"]),
    })
    const theirs = memoryOf("ben", ["Zero", "Retries are safe", "Two"])
    const { items } = await again(folder, { [BEN]: theirs })
    expect(items[BEN]).toMatchObject({ status: "changed", reason: null })
    expect((await stored(BEN)).text).toBe(theirs)
  })

  it("keeps its count in a file that has it twice", async () => {
    const twice = memoryOf("ann", ["Retries are safe", "Between", "Retries are safe"])
    const { folder } = await givenForgotten({ [ANN]: twice })
    expect((await stored(ANN)).entries.map((one) => one.text)).toEqual(["Between", "Retries are safe"])
    await again(folder, {
      [ANN]: memoryOf("ann", ["Retries are safe", "Between", "Retries are safe", "Last"]),
    })
    expect((await stored(ANN)).entries.map((one) => one.text)).toEqual([
      "Between",
      "Retries are safe",
      "Last",
    ])
  })

  it("can be imported into other projects, and into its own after it is restored", async () => {
    const { folder, id } = await givenForgotten()
    const elsewhere = await importFolder(team, folder, { project: "billing" })
    expect(elsewhere.items[ANN]).toMatchObject({ status: "new", entries: 3 })
    expectDone(await runOperation(restoreEntry, lead, { entry: id }))
    const theirs = memoryOf("ann", ["Retries are safe", "Quite new"])
    await offerFiles(team, "/client", { [BEN]: theirs }, { project: "ledger" }).then(({ run }) =>
      startAndWait(team, run),
    )
    expect((await stored(BEN)).text).toBe(theirs)
  })

  it("does not block similar entries", async () => {
    const { folder } = await givenForgotten()
    const theirs = memoryOf("ann", [
      ...FIRST.filter((one) => !one.includes("Retries")),
      "Retries are safe for reads",
    ])
    const { items } = await again(folder, { [BEN]: theirs })
    expect(items[BEN]?.reason).toBeNull()
    expect((await stored(BEN)).text).toBe(theirs)
  })
})

it("after any number of imports, the file equals the source without the forgotten entry", async () => {
  const { folder } = await givenForgotten()
  const statement = fc.constantFrom(...FIRST, "Learnt there", "Another thing", "A third, at last")
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(statement, { minLength: 1 }), async (findings) => {
      const theirs = memoryOf("ann", findings)
      await again(folder, { [ANN]: theirs })
      if (!findings.some((one) => !one.includes("Retries"))) return
      expect(await stored(ANN)).toMatchObject({ text: without(theirs, "Retries"), base: sourceOf(theirs) })
      const before = await writesOf(team)
      await importFolder(team, folder, { project: "ledger" })
      expect(await writesOf(team)).toEqual(before)
    }),
    { numRuns: 12 },
  )
})
