import { beforeEach, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { importArchive } from "@/lib/operations/sources/imports"
import { BAD_NAMES, tarGzOf } from "../../support/hostile/archives"
import {
  importFolder,
  type Imported,
  offerFiles,
  showRun,
  startAndWait,
  type Team,
} from "../../support/imports/import-folder"
import { givenFolder, memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone, givenTeam } from "../../support/data/people"
import { type ZipEntry, zipOf } from "../../support/imports/zip"

const ANN = memoryPath("ann")
const HEALTHY: ZipEntry = { name: ANN, content: memoryOf("ann", ["One"]) }

let team: Team
beforeEach(async () => {
  team = await givenTeam()
})

const take = (archive: Buffer<ArrayBuffer>) =>
  importArchive.run(systemActor(), { team: team.slug, project: "p", name: "fleet.zip", archive })

async function importZip(entries: readonly ZipEntry[]): Promise<Imported> {
  const planned = expectDone(await take(zipOf(entries)))
  if (planned.state === "planned") await startAndWait(team, planned.run)
  return showRun(team, planned.run)
}

describe("an archive", () => {
  it("is imported like a folder, and a second import changes nothing", async () => {
    expect((await importZip([HEALTHY, { name: "src/app.ts", content: "code" }])).run).toMatchObject({
      state: "done",
      files: { new: 1, leftAlone: 1 },
    })
    expect((await importZip([HEALTHY, { name: "src/app.ts", content: "code" }])).run.files).toMatchObject({
      new: 0,
      same: 1,
    })
  })

  it.each<[string, ZipEntry, RegExp]>([
    ["leads out", { name: "../../etc/passwd", content: "x" }, /points outside/],
    ["leads out in the middle", { name: `a/../../${ANN}`, content: "x" }, /points outside/],
    ["leads out with backslashes", { name: "..\\..\\windows\\memory.md", content: "x" }, /points outside/],
    ["is absolute", { name: "/etc/passwd", content: "x" }, /points outside/],
    ["names a drive", { name: "C:\\memory.md", content: "x" }, /points outside/],
    ["holds a NUL", { name: "a\0b.md", content: "x" }, /NUL/],
    ["is no UTF-8", { name: Buffer.from([0x61, 0xff, 0x2e, 0x6d, 0x64]), content: "x" }, /UTF-8/],
    ["is 70 folders deep", { name: `${"d/".repeat(70)}${ANN}`, content: "x" }, /folders deep/],
    ["is longer than the store takes", { name: `${"記憶".repeat(300)}/${ANN}`, content: "x" }, /bytes/],
    ["belongs to a link", { name: memoryPath("link"), content: "/etc/passwd", mode: 0o120777 }, /link/],
    [
      "belongs to an encrypted file",
      { name: memoryPath("secret"), content: "x", encrypted: true },
      /encrypted/,
    ],
    [
      "belongs to a damaged file",
      { name: memoryPath("damaged"), content: "x".repeat(1000), damaged: true },
      /damaged/,
    ],
    [
      "belongs to a file that lies about its size",
      { name: memoryPath("liar"), content: "x".repeat(1000), claims: 10 },
      /damaged/,
    ],
    [
      "belongs to a file beyond the cap",
      { name: memoryPath("large"), content: Buffer.alloc(11 * 1024 * 1024, 0x61) },
      /limit is 10 MB/,
    ],
  ])("quarantines a file whose name %s, and imports the others", async (_, entry, reason) => {
    const { run, items } = await importZip([entry, HEALTHY])
    expect(run).toMatchObject({ state: "done", files: { new: 1, setAside: 1 } })
    expect(Object.values(items).find((item) => item.status === "set-aside")?.reason).toMatch(reason)
  })

  it("with two files of one name takes the last", async () => {
    const { run, items } = await importZip([
      { ...HEALTHY, content: memoryOf("ann", ["First"]) },
      { ...HEALTHY, content: memoryOf("ann", ["One", "Two"]) },
    ])
    expect(run).toMatchObject({ state: "done", files: { new: 1 } })
    expect(items[ANN]?.entries).toBe(2)
  })

  it("that exceeds the unpacked size limit is rejected as a whole, with its size", async () => {
    const bomb = zipOf(
      Array.from({ length: 30 }, (_, place) => ({
        name: memoryPath(`b${place}`),
        content: Buffer.alloc(9 * 1024 * 1024, 0x61),
      })),
    )
    expect(await take(bomb)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/unpacks to more than .*MB/) as string,
    })
  })

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["no zip", Buffer.from("not a zip at all")],
    ["half of one", zipOf([HEALTHY]).subarray(0, 120)],
    [
      "one whose list is damaged",
      Buffer.from(zipOf([HEALTHY]).toString("latin1").replace("PK\x01\x02", "PK\0\0"), "latin1"),
    ],
  ])("that is %s is rejected with a message", async (_, archive) => {
    expect(await take(archive)).toMatchObject({
      ok: false,
      reason: "invalid",
      message: expect.stringContaining("archive") as string,
    })
  })

  it("without files imports nothing", async () => {
    expect((await importZip([])).run).toMatchObject({ files: { new: 0 } })
  })
})

describe("a tar.gz", () => {
  it("is imported like a zip of the same folder, with the same source name", async () => {
    const files = [HEALTHY, { name: "src/app.ts", content: "code" }] as const
    const tar = await tarGzOf(
      files.map(({ name, content }) => ({ name: String(name), content: content ?? "" })),
    )
    const planned = expectDone(
      await importArchive.run(systemActor(), {
        team: team.slug,
        project: "p",
        name: "fleet.tar.gz",
        archive: Buffer.from(tar),
      }),
    )
    expect((await startAndWait(team, planned.run)).run).toMatchObject({
      state: "done",
      files: { new: 1, leftAlone: 1 },
    })
    expect((await importZip(files)).run.files).toMatchObject({ new: 0, same: 1 })
  })
})

describe("a name with another meaning on another system", () => {
  const files = Object.fromEntries(BAD_NAMES.map(([name]) => [`${name}/${ANN}`, memoryOf("ann", ["One"])]))
  const expectSetAside = ({ run, items }: Imported) => {
    expect(run.files).toMatchObject({ new: 1 })
    for (const [name, reason] of BAD_NAMES) {
      const [path, item] =
        Object.entries(items).find(([one]) =>
          one.startsWith(
            name.replaceAll(/\p{Cc}/gu, (character) => String.fromCharCode(0x2400 + character.charCodeAt(0))),
          ),
        ) ?? []
      expect([path, item?.reason]).toEqual([path, expect.stringMatching(reason)])
      expect(["set-aside", "left-alone"]).toContain(item?.status)
    }
  }

  it("is quarantined in an archive with the reason, and the rest is imported", async () => {
    const entries = Object.entries(files).map(([name, content]) => ({ name, content }))
    expectSetAside(await importZip([...entries, HEALTHY]))
  })

  it("is quarantined in uploaded files with the reason, and the rest is imported", async () => {
    const { run } = await offerFiles(team, "sent", { ...files, [ANN]: memoryOf("ann", ["One"]) })
    expectSetAside(await startAndWait(team, run))
  })

  it("is quarantined in a directory, and the rest is imported", async () => {
    const held = BAD_NAMES.filter(([name]) => Buffer.byteLength(name) < 255)
    const folder = givenFolder({
      [ANN]: memoryOf("ann", ["One"]),
      ...Object.fromEntries(
        held.map(([name], place) => [`f${place}/${name}/${ANN}`, memoryOf("ann", ["One"])]),
      ),
    })
    const { run, items } = await importFolder(team, folder)
    expect(run.files).toMatchObject({ new: 1 })
    const reasons = Object.values(items).map((item) => item.reason ?? "")
    for (const [, reason] of held.filter(([name]) => !/\.git\//.test(name)))
      expect(reasons.some((one) => reason.test(one))).toBe(true)
  })
})
