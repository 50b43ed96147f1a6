import { randomBytes } from "node:crypto"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { JOBS } from "@/lib/operations/jobs/jobs"
import { importUnderWay, resumeImports, expireImports } from "@/lib/operations/import/background"
import {
  cancelImportRun,
  importArchive,
  importDirectory,
  openImportRun,
  planImportRun,
  startImportRun,
} from "@/lib/operations/sources/imports"
import { type Callers, givenCallers } from "../../support/hostile/callers"
import { everythingStored, foundIn, listenToProcess } from "../../support/hostile/stored-values"
import { databaseFolders, filesWith } from "../../support/hostile/raw-files"
import { offerFiles, showRun, type Team } from "../../support/imports/import-folder"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone, givenTeam } from "../../support/data/people"
import { zipOf } from "../../support/imports/zip"

/** Random letters and digits, which are searched for in tables, files and output. */
const random = (characters: number) =>
  randomBytes(characters * 2)
    .toString("base64")
    .replaceAll(/[^A-Za-z0-9]/g, "")
    .slice(0, characters)

/** Prefix of every secret below, so that one search finds them all. */
const CANARY = random(20)
const HELD = [CANARY]
/** A token that is detected by its form. */
const canary = () => `ghp_${CANARY}${random(16)}`

const MARKER = `marker-${random(30)}`
const CLEAN = memoryPath("clean")
const HOUR = 3_600_000

/** One file for each way a secret can get into an import, and a clean one. */
function givenFiles(): Record<string, string | Uint8Array> {
  return {
    [CLEAN]: memoryOf("clean", [`The marker is ${MARKER}`]),
    [memoryPath("plain")]: memoryOf("plain", ["Retries are capped", `The token is ${canary()}`]),
    [memoryPath("wide")]: Buffer.from(`\uFEFF${memoryOf("wide", [`The token is ${canary()}`])}`, "utf16le"),
    [memoryPath("binary")]: Buffer.concat([
      Buffer.from(memoryOf("binary", [`The token is ${canary()}`])),
      Buffer.from([0, 0xff]),
    ]),
    [memoryPath("pem")]: memoryOf("pem", [
      `-----BEGIN RSA PRIVATE KEY-----\n  ${CANARY}${random(44)}\n  ${CANARY}${random(44)}\n  -----END RSA PRIVATE KEY-----`,
    ]),
    [memoryPath(`named-${canary()}`)]: memoryOf("named", ["Named after a token"]),
    ".claude/agents/scout.md": `---\nname: scout\ndescription: Looks around\n---\n\nUse ${canary()} to look.\n`,
    [`docs/${canary()}.txt`]: "not a memory file",
  }
}

let team: Team
let folder = ""
let callers: Callers
let listening: ReturnType<typeof listenToProcess>
const before = { TMPDIR: process.env.TMPDIR, QUARTERDECK_HOME: process.env.QUARTERDECK_HOME }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "quarterdeck-canary-"))
  process.env.TMPDIR = join(folder, "tmp")
  process.env.QUARTERDECK_HOME = join(folder, "home")
  mkdirSync(process.env.TMPDIR)
  mkdirSync(process.env.QUARTERDECK_HOME)
  team = await givenTeam()
  callers = await givenCallers(team)
  listening = listenToProcess()
})
afterAll(async () => {
  listening.stop()
  await callers.door.close()
  for (const [name, value] of Object.entries(before))
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Checks that no secret is in a table, in PostgreSQL's files, in the logs or in files written during the
 * import.
 */
async function expectNowhere(): Promise<void> {
  expect(foundIn(await everythingStored(), HELD)).toEqual([])
  expect(foundIn(listening.heard(), HELD)).toEqual([])
  expect(foundIn(callers.answers.join("\n"), HELD)).toEqual([])
  const { tables, log } = await databaseFolders()
  const written = [process.env.TMPDIR, process.env.QUARTERDECK_HOME].map((one) => one ?? "")
  expect(filesWith([tables, log, ...written], HELD)).toEqual([])
}

type Arrival = (name: string) => Promise<string>

const offered = (name: string) =>
  Object.entries(givenFiles()).map(([path, content]) => ({ path, content: Buffer.from(content), name }))

const arrivals: Record<string, Arrival> = {
  "files that are sent": async (name) => (await offerFiles(team, name, givenFiles())).run,
  "files that are sent over HTTP in parts": async (name) => {
    const files = offered(name)
    const opened = await callers.ask({
      method: "POST",
      path: "/imports",
      body: {
        team: team.slug,
        source: { kind: "client", name },
        files: files.map(({ path, content }) => ({ path, size: content.length })),
      },
    })
    expect(opened.status, opened.text).toBe(200)
    const { run, wanted } = JSON.parse(opened.text) as { run: string; wanted: string[] }
    for (const { path, content } of files.filter((file) => wanted.includes(file.path))) {
      const sent = await callers.ask(
        {
          method: "PUT",
          path: `/imports/${run}/files`,
          body: { team: team.slug, files: [{ path, content: content.toString("base64") }] },
        },
        { key: crypto.randomUUID() },
      )
      expect(sent.status, sent.text).toBe(200)
    }
    return run
  },
  "a sync push": async (name) => {
    const files = offered(name)
    const { run, wanted } = expectDone(
      await openImportRun.run(systemActor(), {
        team: team.slug,
        source: { kind: "client", name },
        complete: true,
        sync: true,
        files: files.map(({ path, content }) => ({ path, size: content.length })),
        refused: [],
      }),
    )
    const sent = await callers.ask({
      method: "PUT",
      path: `/imports/${run}/files`,
      body: {
        team: team.slug,
        files: files
          .filter(({ path }) => wanted.includes(path))
          .map(({ path, content }) => ({ path, content: content.toString("base64") })),
      },
    })
    expect(sent.status, sent.text).toBe(200)
    return run
  },
}

const plan = (run: string) => planImportRun.run(systemActor(), { team: team.slug, run })
const runExpire = () =>
  JOBS.find((job) => job.name === "expire")?.run(systemActor(), new Date(Date.now() + 30 * HOUR), null)
const runPrune = () =>
  JOBS.find((job) => job.name === "prune")?.run(systemActor(), new Date(Date.now() + 2000 * HOUR), null)

/** Where a client stops, or what happens to the run instead. */
const ends: Record<string, (run: string) => Promise<unknown>> = {
  "nothing more is asked": async () => undefined,
  "it was planned": plan,
  "it was planned and cancelled": async (run) => {
    expectDone(await plan(run))
    expectDone(await cancelImportRun.run(systemActor(), { team: team.slug, run }))
  },
  "it was cancelled": async (run) =>
    expectDone(await cancelImportRun.run(systemActor(), { team: team.slug, run })),
  "it expired and was pruned": async () => {
    await runExpire()
    await runPrune()
  },
  "its process died and another took it up": async (run) => {
    await database().importRun.updateMany({
      where: { id: run },
      data: { state: "running" },
    })
    expect(await resumeImports(systemActor())).toBe(1)
    await importUnderWay(run)
  },
  "it was carried out": async (run) => {
    expectDone(await startImportRun.run(systemActor(), { team: team.slug, run }))
    await importUnderWay(run)
  },
}

describe.each(Object.entries(arrivals))("a secret in %s", (arrival, arrive) => {
  it.each(Object.entries(ends))("is stored nowhere when %s", async (end, finish) => {
    const run = await arrive(`${arrival}, ${end}`)
    const { items } = await showRun(team, run)
    const reasons = Object.values(items).flatMap((item) =>
      item.status === "set-aside" ? [item.reason ?? ""] : [],
    )
    expect(reasons.filter((reason) => /GitHub.* at line \d+, column \d+/.test(reason))).toHaveLength(2)
    expect(reasons.filter((reason) => /its (?:path|name) contains a GitHub/.test(reason)).length).toBe(2)
    expect(reasons.filter((reason) => /RSA private key at line/.test(reason))).toHaveLength(1)
    expect(reasons.filter((reason) => /UTF-16|NUL/.test(reason))).toHaveLength(2)
    expect(await database().importItem.count({ where: { runId: run, status: "received" } })).toBe(1)
    await finish(run)
    await expectNowhere()
  })
})

describe("a secret in what is read on the server", () => {
  it("is stored nowhere when a directory is planned", async () => {
    const directory = join(folder, "source")
    for (const [path, content] of Object.entries(givenFiles())) {
      mkdirSync(dirname(join(directory, path)), { recursive: true })
      writeFileSync(join(directory, path), content)
    }
    const { run } = expectDone(await importDirectory.run(systemActor(), { team: team.slug, directory }))
    expect((await showRun(team, run)).run.files).toMatchObject({ setAside: 7 })
    await expectNowhere()
  })

  it("is stored nowhere when an archive is planned", async () => {
    const archive = zipOf(Object.entries(givenFiles()).map(([name, content]) => ({ name, content })))
    const { run } = expectDone(
      await importArchive.run(systemActor(), { team: team.slug, name: "fleet.zip", archive }),
    )
    expect((await showRun(team, run)).run.files).toMatchObject({ setAside: 7 })
    await expectNowhere()
  })

  it("refuses a source, and a project, whose name contains a secret", async () => {
    const directory = join(folder, `source-${canary()}`)
    mkdirSync(directory)
    const refusedSource = await importDirectory.run(systemActor(), { team: team.slug, directory })
    expect(refusedSource).toMatchObject({ ok: false, reason: "invalid" })
    const opened = await openImportRun.run(systemActor(), {
      team: team.slug,
      source: { kind: "client", name: "named" },
      project: `project-${canary()}`,
      complete: true,
      files: [],
      refused: [],
    })
    expect(opened).toMatchObject({ ok: false, reason: "invalid" })
    await expectNowhere()
  })

  it("does not keep a reason that quotes a secret, such as the target of a link", async () => {
    const secret = canary()
    const { run } = expectDone(
      await openImportRun.run(systemActor(), {
        team: team.slug,
        source: { kind: "client", name: "links" },
        complete: true,
        files: [],
        refused: [
          { path: memoryPath("link"), size: 0, status: "set-aside", reason: `a link to /tmp/${secret}` },
        ],
      }),
    )
    expect((await showRun(team, run)).items[memoryPath("link")]?.reason).toMatch(/^a link to \/tmp\/\[/)
    await expectNowhere()
  })
})

describe("received content", () => {
  it("is found by this search where it may be stored, so that the search would find a secret", async () => {
    // A page boundary of the write-ahead log may split one of them, and a checkpoint may remove the log.
    const controls = [2, 3, 4].map((number) => `${MARKER}-${number}`)
    const { log } = await databaseFolders()
    await offerFiles(team, "control", { [memoryPath("control")]: memoryOf("control", controls) })
    expect(filesWith([log], controls).length).toBeGreaterThan(0)
    expect(foundIn(await everythingStored(), [controls[0] ?? ""])).toHaveLength(1)
    const { tables } = await databaseFolders()
    expect(filesWith([tables], controls).length).toBeGreaterThan(0)
  })

  it("is deleted one hour after the last part arrived, and one day after it was planned", async () => {
    const other = await givenTeam()
    const files = { [CLEAN]: memoryOf("clean", ["Received"]) }
    const received = await offerFiles(other, "received", files)
    const planned = await offerFiles(other, "planned", files)
    expectDone(await planImportRun.run(systemActor(), { team: other.slug, run: planned.run }))
    const contents = async (run: string) =>
      database().importItem.count({ where: { runId: run, content: { not: null } } })
    const later = (hours: number) => new Date(Date.now() + hours * HOUR)
    await expireImports(systemActor(), later(0.9), [other.id])
    expect([await contents(received.run), await contents(planned.run)]).toEqual([1, 1])
    expect(await expireImports(systemActor(), later(1.1), [other.id])).toBe(1)
    expect([await contents(received.run), await contents(planned.run)]).toEqual([0, 1])
    expect(await expireImports(systemActor(), later(24.1), [other.id])).toBe(1)
    expect([await contents(received.run), await contents(planned.run)]).toEqual([0, 0])
    expect((await showRun(other, received.run)).run).toMatchObject({
      state: "cancelled",
      error: expect.stringMatching(/import .* again/) as string,
    })
  })
})
