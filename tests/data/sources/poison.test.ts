import { execFileSync } from "node:child_process"
import { chmodSync, mkdirSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { contentOf, importFolder, storedFile } from "../../support/imports/import-folder"
import { givenFolder, memoryOf, memoryPath, putFiles } from "../../support/imports/memory-folder"
import { useIsolatedWorker } from "../../support/isolated/bundles"
import { givenTeam } from "../../support/data/people"
import { sampleOf } from "../../support/thorough"
import { poisonFiles, UNDECODABLE } from "../../support/imports/poison"

beforeAll(useIsolatedWorker)

const HEALTHY = Object.fromEntries(
  Array.from({ length: 20 }, (_, place) => [
    `m${place}/${memoryPath("ann")}`,
    memoryOf("ann", [`Statement ${place}`]),
  ]),
)

describe("among healthy files", () => {
  it("every bad file is reported, and every healthy one is imported", async () => {
    const team = await givenTeam()
    const poison = poisonFiles()
    expect(poison.length).toBeGreaterThan(100)
    const folder = givenFolder({
      ...HEALTHY,
      ...Object.fromEntries(poison.map(({ path, content }) => [path, content])),
    })
    const { run, items } = await importFolder(team, folder, { project: "p" })
    expect(run).toMatchObject({ state: "done", error: null })
    for (const path of Object.keys(HEALTHY))
      expect(items[path], path).toMatchObject({ status: "new", written: true, entries: 1 })
    for (const { kind, path, content } of poison) {
      const item = items[path]
      expect(item, kind).toBeDefined()
      const undecodable = kind.startsWith("bytes: ") && kind.slice("bytes: ".length) in UNDECODABLE
      if (undecodable)
        expect(item, kind).toMatchObject({ status: "set-aside", diagnostics: [{ severity: "error" }] })
      else expect(["new", "set-aside", "left-alone"], kind).toContain(item?.status)
      if (item?.status !== "new") expect(item?.reason, kind).toMatch(/\w{3}/)
      else
        expect((await storedFile(team, path)).revisions[0]?.text, kind).toBe(Buffer.from(content).toString())
    }
    const before = await contentOf(team)
    expect((await importFolder(team, folder, { project: "p" })).run.files).toMatchObject({
      new: 0,
      changed: 0,
    })
    expect(await contentOf(team)).toEqual(before)
  })

  it("a bad file does not affect the file beside it", async () => {
    for (const { kind, path, content } of sampleOf(poisonFiles(), 30)) {
      const team = await givenTeam()
      const { run, items } = await importFolder(
        team,
        givenFolder({ [path]: content, [memoryPath("ann")]: memoryOf("ann", ["One"]) }),
      )
      expect(run.state, kind).toBe("done")
      expect(items[memoryPath("ann")], kind).toMatchObject({ status: "new", entries: 1 })
    }
  })

  it("quarantines a file by name if it exceeds the parser's limits", async () => {
    const team = await givenTeam()
    const huge = {
      [memoryPath("bullets")]: "- a\n".repeat(2_500_000),
      [memoryPath("headings")]: "# a\n".repeat(2_500_000),
      "memory/teams/x/memory.json": `{"memory": [${"{},".repeat(3_300_000)}{}]}`,
    }
    const tried = Object.fromEntries(sampleOf(Object.entries(huge), 4))
    const folder = givenFolder({ ...HEALTHY, ...tried })
    const { run, items } = await importFolder(team, folder, { project: "p" })
    expect(run.state).toBe("done")
    for (const path of Object.keys(HEALTHY)) expect(items[path]?.status, path).toBe("new")
    for (const path of Object.keys(tried)) expect(items[path], path).toBeDefined()
    for (const path of Object.keys(tried).filter((one) => one.endsWith(".md")))
      expect(items[path], path).toMatchObject({
        status: "set-aside",
        reason: expect.stringMatching(
          /maximum per memory file is 100,000|exceeded its memory limit/,
        ) as string,
      })
  })
})

describe("in the file system", () => {
  it("pipes, sockets, links, huge and unusual files are reported without being opened, and all others are imported", async () => {
    const team = await givenTeam()
    const outside = givenFolder({ "secret.md": "# secret" })
    const folder = givenFolder(HEALTHY)
    const at = (path: string) => {
      putFiles(folder, { [`${path}.placeholder`]: "" })
      return join(folder, path)
    }
    execFileSync("mkfifo", [at(".kaizen/agents/pipe/memory.md")])
    const socket = createServer().listen(at("agents.sock"))
    onTestFinished(() => void socket.close())
    symlinkSync("/nowhere/at/all", at(".kaizen/agents/dangling/memory.md"))
    symlinkSync(join(outside, "secret.md"), at(".kaizen/agents/out/memory.md"))
    symlinkSync(outside, at("linked-folder"))
    symlinkSync(".", at("itself"))
    symlinkSync("loop-b", at("loop-a"))
    symlinkSync("loop-a", at("loop-b"))
    symlinkSync("../../../m0/.kaizen/agents/ann/memory.md", at(".kaizen/agents/inside/memory.md"))
    putFiles(folder, {
      ".kaizen/agents/line/memory.md": Buffer.alloc(50 * 1024 * 1024, 0x61),
      ".kaizen/agents/sparse/memory.md": "",
    })
    truncateSync(join(folder, ".kaizen/agents/sparse/memory.md"), 3 * 1024 ** 3)
    mkdirSync(at(".kaizen/agents/folder/memory.md"))
    putFiles(folder, { [`${"d/".repeat(70)}x.md`]: "# deep", [`${"n".repeat(255)}`]: "long name" })
    const { run, items } = await importFolder(team, folder, { project: "p" })
    expect(run).toMatchObject({ state: "done", files: { new: 20 } })
    const reasonOf = (path: string) => `${items[path]?.status}: ${items[path]?.reason}`
    expect(reasonOf(".kaizen/agents/pipe/memory.md")).toMatch(/set-aside: .*pipe/)
    expect(reasonOf("agents.sock")).toMatch(/set-aside: .*socket/)
    expect(reasonOf(".kaizen/agents/dangling/memory.md")).toMatch(/set-aside: .*does not exist/)
    expect(reasonOf(".kaizen/agents/out/memory.md")).toMatch(/set-aside: .*outside the imported folder/)
    expect(reasonOf("linked-folder")).toMatch(/set-aside: .*outside the imported folder/)
    expect(reasonOf("itself")).toMatch(/left-alone: .*itself/)
    expect(reasonOf("loop-a")).toBe("set-aside: a link that points back to itself: loop-b")
    expect(reasonOf(".kaizen/agents/inside/memory.md")).toMatch(/left-alone: a link to m0/)
    expect(reasonOf(".kaizen/agents/line/memory.md")).toMatch(
      /set-aside: too large \(50 MB\): the limit is 10 MB/,
    )
    expect(reasonOf(".kaizen/agents/sparse/memory.md")).toMatch(
      /set-aside: too large \(.*GB\): the limit is 10 MB/,
    )
    expect(Object.values(items).find((item) => item.path.startsWith("d/d/"))).toMatchObject({
      status: "set-aside",
      reason: expect.stringContaining("folders deep: import a subfolder instead") as string,
    })
  })

  it("names that differ only in case or normalization, and names with unusual characters, stay distinct and unchanged", async () => {
    const team = await givenTeam()
    const agents = [
      "é".normalize("NFC"),
      "é".normalize("NFD"),
      "Ann",
      "ann",
      "quote'\"`",
      "-rf",
      "emoji 👩‍🚀",
      "$(true)",
      "\u202Eevil",
      "a".repeat(200),
    ]
    const files = Object.fromEntries(agents.map((agent) => [memoryPath(agent), memoryOf("x", ["One"])]))
    const { run, items } = await importFolder(team, givenFolder(files), { project: "p" })
    expect(run.state).toBe("done")
    for (const path of Object.keys(files)) expect(items[path], path).toMatchObject({ status: "new" })
    const codesOf = (agent: string) => items[memoryPath(agent)]?.diagnostics.map(({ code }) => code)
    expect(codesOf("ann")).toContain("path-case-clash")
    expect(codesOf("é".normalize("NFD"))).toContain("path-case-clash")
    expect(codesOf("\u202Eevil")).toContain("name-invisible-character")
    expect(codesOf("-rf")).not.toContain("name-invisible-character")
  })

  it("quarantines names with a special meaning on other systems", async () => {
    const team = await givenTeam()
    const names = { "new\nline": "new␊line", " space ": " space ", "%2e%2e": "%2e%2e", con: "con" }
    const files = Object.keys(names).map((name) => [memoryPath(name), memoryOf("x", ["One"])] as const)
    const { run, items } = await importFolder(team, givenFolder(Object.fromEntries(files)), { project: "p" })
    expect(run.state).toBe("done")
    for (const shown of Object.values(names))
      expect(items[`.kaizen/agents/${shown}/`], shown).toMatchObject({
        status: "set-aside",
        reason: expect.stringContaining("its name") as string,
      })
  })

  it("reports a file name with invalid UTF-8 and continues with other files", async () => {
    const team = await givenTeam()
    const folder = givenFolder(HEALTHY)
    for (const byte of [0xff, 0xfe])
      writeFileSync(
        Buffer.concat([Buffer.from(`${folder}/bad-`), Buffer.from([byte]), Buffer.from(".md")]),
        "# x",
      )
    const { run, items } = await importFolder(team, folder)
    expect(run).toMatchObject({ state: "done", files: { new: 20, setAside: 2 } })
    expect(
      Object.values(items)
        .filter((item) => item.status === "set-aside")
        .every((item) => /name/.test(item.reason ?? "")),
    ).toBe(true)
  })

  it("accepts file times outside the usual range", async () => {
    const team = await givenTeam()
    const folder = givenFolder(HEALTHY)
    const times = [0, -62_135_596_800 - 86_400, 253_402_300_800 + 86_400, 4_102_444_800]
    for (const [place, time] of times.entries())
      utimesSync(join(folder, `m${place}/${memoryPath("ann")}`), time, time)
    const { run } = await importFolder(team, folder, { project: "p" })
    expect(run).toMatchObject({ state: "done", files: { new: 20, setAside: 0 } })
  })

  it.skipIf(process.getuid?.() === 0)("reports unreadable files", async () => {
    const team = await givenTeam()
    const folder = givenFolder(HEALTHY)
    chmodSync(join(folder, `m0/${memoryPath("ann")}`), 0)
    const { run } = await importFolder(team, folder)
    expect(run.files).toMatchObject({ new: 19, setAside: 1 })
  })
})
