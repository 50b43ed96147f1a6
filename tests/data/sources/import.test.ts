import { rmSync } from "node:fs"
import { join } from "node:path"
import { beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { database } from "@/lib/db/infra/client"
import { contentOf, importFolder, storedFile, writesOf, type Team } from "../../support/imports/import-folder"
import { givenFolder, memoryOf, memoryPath, putFiles } from "../../support/imports/memory-folder"
import { rejectRows } from "../../support/data/rejected-rows"
import { givenTeam } from "../../support/data/people"

const ANN = memoryPath("ann")
const BEN = memoryPath("ben")

let team: Team
beforeEach(async () => {
  team = await givenTeam()
})

describe("an import", () => {
  it("stores new files with their entries, agents and project", async () => {
    const { run, items } = await importFolder(
      team,
      givenFolder({
        [ANN]: memoryOf("ann", ["Ledger rounds to cents", "Retries are safe"]),
        "notes.txt": "no memory",
      }),
      { project: "ledger" },
    )
    expect(run).toMatchObject({
      state: "done",
      files: { new: 1, changed: 0, same: 0, gone: 0, leftAlone: 1, setAside: 0 },
      byFormat: { kaizen: 1 },
    })
    expect(items[ANN]).toMatchObject({
      status: "new",
      written: true,
      format: "kaizen",
      agent: "ann",
      project: "ledger",
      scope: "project",
      entries: 2,
    })
    expect(items["notes.txt"]).toMatchObject({
      status: "left-alone",
      reason: expect.stringContaining("no memory format") as string,
    })
    const stored = await storedFile(team, ANN)
    expect(stored).toMatchObject({
      head: 1,
      entries: 2,
      state: "present",
      agent: { name: "ann" },
      project: { name: "ledger" },
    })
    expect(stored.parts.map((entry) => entry.text)).toEqual(["Ledger rounds to cents", "Retries are safe"])
  })

  it("writes nothing to memory if nothing has changed", async () => {
    const folder = givenFolder({ [ANN]: memoryOf("ann", ["One"]), [BEN]: memoryOf("ben", ["Two"]) })
    await importFolder(team, folder)
    const before = await writesOf(team)
    const { run } = await importFolder(team, folder)
    expect(run.files).toMatchObject({ new: 0, changed: 0, same: 2, gone: 0 })
    expect(await writesOf(team)).toEqual(before)
  })

  it("creates a revision for changed files only", async () => {
    const folder = givenFolder({ [ANN]: memoryOf("ann", ["One"]), [BEN]: memoryOf("ben", ["Two"]) })
    await importFolder(team, folder)
    putFiles(folder, { [ANN]: memoryOf("ann", ["One", "Three"]) })
    const { run, items } = await importFolder(team, folder)
    expect(run.files).toMatchObject({ new: 0, changed: 1, same: 1 })
    expect(items[BEN]?.status).toBe("same")
    const stored = await storedFile(team, ANN)
    expect(stored.revisions.map((one) => [one.number, one.text])).toEqual([
      [1, memoryOf("ann", ["One"])],
      [2, memoryOf("ann", ["One", "Three"])],
    ])
    expect((await storedFile(team, BEN)).head).toBe(1)
  })

  it("marks a removed file, keeps it, and restores it when it returns", async () => {
    const folder = givenFolder({ [ANN]: memoryOf("ann", ["One"]), [BEN]: memoryOf("ben", ["Two"]) })
    await importFolder(team, folder)
    const original = await storedFile(team, BEN)
    rmSync(join(folder, BEN))
    const { run, items } = await importFolder(team, folder)
    expect(run.files).toMatchObject({ same: 1, gone: 1 })
    expect(items[BEN]).toMatchObject({ status: "gone", agent: "ben" })
    expect(await storedFile(team, BEN)).toMatchObject({ state: "gone", parts: original.parts })

    expect((await importFolder(team, folder)).run.files).toMatchObject({ same: 1, gone: 0 })
    putFiles(folder, { [BEN]: memoryOf("ben", ["Two"]) })
    await importFolder(team, folder)
    expect(await storedFile(team, BEN)).toMatchObject({
      state: "present",
      head: 1,
      id: original.id,
      parts: original.parts,
    })
  })

  it("restores a malformed file as malformed", async () => {
    const path = "memory/teams/core/memory.json"
    const folder = givenFolder({ [path]: '{"memory": [', [ANN]: memoryOf("ann", ["One"]) })
    await importFolder(team, folder)
    expect(await storedFile(team, path)).toMatchObject({ state: "broken" })
    rmSync(join(folder, path))
    await importFolder(team, folder)
    putFiles(folder, { [path]: '{"memory": [' })
    await importFolder(team, folder)
    expect(await storedFile(team, path)).toMatchObject({ state: "broken", head: 1 })
  })

  it("does not mark files as removed in a folder that could not be read", async () => {
    const folder = givenFolder({ [ANN]: memoryOf("ann", ["One"]), [`deep/${BEN}`]: memoryOf("ben", ["Two"]) })
    await importFolder(team, folder, { project: "p" })
    const { offerFiles, startAndWait } = await import("../../support/imports/import-folder")
    const { openImportRun } = await import("@/lib/operations/sources/imports")
    const { systemActor } = await import("@/lib/auth/create-actor")
    await startAndWait(
      team,
      (
        await offerFiles(
          team,
          "/client",
          { [ANN]: memoryOf("ann", ["One"]), [`deep/${BEN}`]: memoryOf("ben", ["Two"]) },
          { project: "q" },
        )
      ).run,
    )
    const opened = await openImportRun.run(systemActor(), {
      team: team.slug,
      project: "q",
      source: { kind: "client", name: "/client" },
      complete: true,
      files: [{ path: ANN, size: 1 }],
      refused: [
        { path: "deep/", size: 0, status: "set-aside", reason: "the folder cannot be read (EACCES)" },
      ],
    })
    if (!opened.ok) throw new Error(opened.message)
    const { run } = await startAndWait(team, opened.value.run)
    expect(run.files.gone).toBe(0)
  })

  it("stores a malformed file as malformed, with line and column, and continues", async () => {
    const path = "memory/teams/core/memory.json"
    const { run, items } = await importFolder(
      team,
      givenFolder({ [path]: '{\n  "memory": [\n    {"id": "a", }\n', [ANN]: memoryOf("ann", ["One"]) }),
    )
    expect(run.files).toMatchObject({ new: 2, setAside: 0 })
    expect(items[path]?.diagnostics[0]).toMatchObject({ severity: "error", line: 3 })
    expect(await storedFile(team, path)).toMatchObject({ state: "broken" })
    expect(await storedFile(team, ANN)).toMatchObject({ state: "present" })
  })

  it("repeats the problems of an unchanged file", async () => {
    const path = "memory/teams/core/memory.json"
    const folder = givenFolder({ [path]: '{\n  "memory": [\n    {"id": "a", }\n' })
    const first = await importFolder(team, folder)
    const again = await importFolder(team, folder)
    expect(again.items[path]).toMatchObject({ status: "same", diagnostics: first.items[path]?.diagnostics })
  })

  it("quarantines a binary file, names it, and continues", async () => {
    const { run, items } = await importFolder(
      team,
      givenFolder({
        [ANN]: Buffer.from([0x23, 0x20, 0x61, 0x0a, 0x62, 0xff, 0x63]),
        [BEN]: memoryOf("ben", ["Two"]),
      }),
    )
    expect(run.files).toMatchObject({ new: 1, setAside: 1 })
    expect(items[ANN]).toMatchObject({
      status: "set-aside",
      diagnostics: [{ line: 2, column: 2, code: "encoding-invalid" }],
    })
  })

  it("keeps two agents with similar-looking names apart, and warns about both files", async () => {
    const disguised = memoryPath("\u0430nn")
    const { run, items } = await importFolder(
      team,
      givenFolder({ [ANN]: memoryOf("ann", ["One"]), [disguised]: memoryOf("\u0430nn", ["Two"]) }),
    )
    expect(run.files).toMatchObject({ new: 2 })
    const warningsOf = (path: string) =>
      items[path]?.diagnostics
        .flatMap(({ code, severity }) => (severity === "warning" ? [code] : []))
        .toSorted()
    expect(items[ANN]?.agent).toBe("ann")
    expect(warningsOf(ANN)).toEqual(["path-look-alike"])
    expect(items[disguised]?.agent).toBe("\u0430nn")
    expect(warningsOf(disguised)).toEqual(["name-look-alike", "path-look-alike"])
  })

  it("keeps the stored text if the new bytes cannot be parsed", async () => {
    const folder = givenFolder({ [ANN]: memoryOf("ann", ["One"]) })
    await importFolder(team, folder)
    putFiles(folder, { [ANN]: Buffer.from([0, 1, 2]) })
    const { run } = await importFolder(team, folder)
    expect(run.files).toMatchObject({ setAside: 1, gone: 0 })
    expect(await storedFile(team, ANN)).toMatchObject({ head: 1, state: "present" })
  })

  it("quarantines a path above the length limit, in any script", async () => {
    const { offerFiles, startAndWait } = await import("../../support/imports/import-folder")
    const long = (part: string) =>
      `${Array.from({ length: 20 }, (_, place) => `${place}${part}`).join("/")}/${ANN}`
    const paths = [long("a".repeat(80)), long("記憶の帳簿と航海日誌".repeat(4)), long("👩‍🚀".repeat(11))]
    const files = Object.fromEntries(paths.map((path) => [path, memoryOf("ann", ["One"])]))
    const { run } = await startAndWait(
      team,
      (await offerFiles(team, "/long", { ...files, [BEN]: memoryOf("ben", ["Two"]) })).run,
    )
    expect(run.files).toMatchObject({ new: 1, setAside: 3 })
    expect(run.state).toBe("done")
  })

  it.each([
    ["a byte order mark", `\uFEFF${memoryOf("ann", ["One"])}`],
    ["CRLF", memoryOf("ann", ["One", "Two"]).replaceAll("\n", "\r\n")],
    ["mixed line breaks", "# a\r\n\n- one\r- two\n"],
    ["no last line break", memoryOf("ann", ["One"]).trimEnd()],
    ["nothing", ""],
    ["one mark", "\uFEFF"],
    [
      "marks of the interlinear kind, noncharacters and an astral one",
      "# a\n- \uFFF9\uFFFE\uFFFF \u{10FFFF} \u2028 x\n",
    ],
    ["control characters", "# a\n- bell \u0007 and escape \u001b[31m\n"],
  ])("stores a file with %s byte for byte", async (_, text) => {
    await importFolder(team, givenFolder({ [ANN]: text }))
    const stored = await storedFile(team, ANN)
    expect(Buffer.from(stored.revisions[0]?.text ?? "no revision")).toEqual(Buffer.from(text))
    expect(stored.bytes).toBe(Buffer.byteLength(text))
  })

  it("stores the same content for the same files in two teams, in one project or several", async () => {
    const files = { [ANN]: memoryOf("ann", ["One"]), [BEN]: memoryOf("ben", ["Two"]) }
    const other = await givenTeam()
    await importFolder(team, givenFolder(files), { project: "p" })
    await importFolder(other, givenFolder(files), { project: "p" })
    const withoutReason = (content: unknown) => JSON.stringify(content).replaceAll(/Imported from [^"]+/g, "")
    expect(withoutReason(await contentOf(other))).toBe(withoutReason(await contentOf(team)))
  })

  it("marks a file as removed in each project that had it from the same source", async () => {
    const folder = givenFolder({ [ANN]: memoryOf("ann", ["One"]), [BEN]: memoryOf("ben", ["Two"]) })
    await importFolder(team, folder, { project: "first" })
    await importFolder(team, folder, { project: "second" })
    rmSync(join(folder, ANN))
    const { run } = await importFolder(team, folder, { project: "second" })
    expect(run).toMatchObject({ state: "done", files: { same: 1, gone: 1 } })
  })

  it("quarantines a file that the database rejects, and stores the others", async () => {
    const accept = await rejectRows("memory_file", { when: "NEW.path LIKE '%unwanted%'", state: "22023" })
    onTestFinished(accept)
    const agents = ["a", "b", "unwanted-1", "c", "d", "unwanted-2", "e"]
    const { run, items } = await importFolder(
      team,
      givenFolder(Object.fromEntries(agents.map((agent) => [memoryPath(agent), memoryOf(agent, [agent])]))),
      { project: "p" },
    )
    expect(run).toMatchObject({
      state: "done",
      files: { new: 5, setAside: 2 },
      stored: { files: 5, entries: 5 },
    })
    expect(items[memoryPath("unwanted-1")]).toMatchObject({
      status: "set-aside",
      reason: expect.stringContaining("contains a value that the database cannot store") as string,
    })
    expect(items[memoryPath("unwanted-1")]?.reason).not.toContain("rejected by the test")
    expect(await database().memoryFile.count({ where: { teamId: team.id } })).toBe(5)
  })

  it("shows if an agent's memory opted out, and follows later changes", async () => {
    const folder = givenFolder({
      [ANN]: memoryOf("ann", ["One"]).replace("agent: ann", "agent: ann\nmemory: disabled"),
    })
    await importFolder(team, folder)
    expect((await storedFile(team, ANN)).agent).toMatchObject({ optedOut: true })
    putFiles(folder, { [ANN]: memoryOf("ann", ["One"]) })
    await importFolder(team, folder)
    expect((await storedFile(team, ANN)).agent).toMatchObject({ optedOut: false })
  })
})

describe("an entry", () => {
  const texts = async () =>
    Object.fromEntries((await storedFile(team, ANN)).parts.map((entry) => [entry.text, entry.id]))

  it("keeps its id when it moves, is slightly reworded or reordered", async () => {
    const folder = givenFolder({
      [ANN]: memoryOf("ann", [
        "Invoices are rounded to whole cents before they are summed",
        "The nightly job runs at four",
        "Retries of a payment are safe",
      ]),
    })
    await importFolder(team, folder)
    const before = await texts()
    putFiles(folder, {
      [ANN]: memoryOf("ann", [
        "Something new on top",
        "Retries of a payment are safe",
        "Invoices are rounded to whole cents before they are added",
        "The nightly job runs at four",
      ]),
    })
    await importFolder(team, folder)
    const after = await texts()
    expect(after["Retries of a payment are safe"]).toBe(before["Retries of a payment are safe"])
    expect(after["The nightly job runs at four"]).toBe(before["The nightly job runs at four"])
    expect(after["Invoices are rounded to whole cents before they are added"]).toBe(
      before["Invoices are rounded to whole cents before they are summed"],
    )
    expect(Object.values(before)).not.toContain(after["Something new on top"])
    const stored = await storedFile(team, ANN)
    expect(
      Object.fromEntries(stored.parts.map((entry) => [entry.text.slice(0, 9), entry.sinceRevision])),
    ).toEqual({ Something: 2, "Retries o": 1, "Invoices ": 2, "The night": 1 })
  })

  it("keeps its id if its file is removed and returns with changes", async () => {
    const folder = givenFolder({
      [ANN]: memoryOf("ann", ["The nightly job runs at four"]),
      [BEN]: memoryOf("ben", ["x"]),
    })
    await importFolder(team, folder)
    const before = await texts()
    rmSync(join(folder, ANN))
    await importFolder(team, folder)
    putFiles(folder, { [ANN]: memoryOf("ann", ["Two", "The nightly job runs at four"]) })
    await importFolder(team, folder)
    expect((await texts())["The nightly job runs at four"]).toBe(before["The nightly job runs at four"])
    expect(await storedFile(team, ANN)).toMatchObject({ state: "present", head: 2 })
  })

  it("is deleted if the text no longer contains it", async () => {
    const folder = givenFolder({
      [ANN]: memoryOf("ann", ["The nightly job runs at four", "Quite another thing"]),
    })
    await importFolder(team, folder)
    putFiles(folder, { [ANN]: memoryOf("ann", ["The nightly job runs at four"]) })
    await importFolder(team, folder)
    expect(Object.keys(await texts())).toEqual(["The nightly job runs at four"])
  })
})
