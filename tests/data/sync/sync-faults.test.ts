import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { dirname, join } from "node:path"
import { beforeEach, describe, expect, it } from "vitest"
import { predictSync, compareWithServer } from "@/lib/cli/sync/sync-folder"
import { type Call, serverAt } from "@/lib/cli/infra/server"
import { stateFolder } from "@/lib/cli/sync/sync-state"
import { database } from "../../support/data/writable"
import { openImportRun, startImportRun, cancelImportRun } from "@/lib/operations/sources/imports"
import { runOperation } from "@/lib/operations/operation"
import { quarterdeck } from "../../support/commands/command-line"
import { storedFile, type Team } from "../../support/imports/import-folder"
import { givenFolder, memoryOf, memoryPath, putFiles } from "../../support/imports/memory-folder"
import { openedDoor } from "../../support/http/opened-door"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { givenSecret, givenToken } from "../../support/proposals"
import { bytesBelow, givenMachine, type Machine, SILENT } from "../../support/sync/sync"
import { decideText } from "../../support/sync/write-back"

const [ANN, BEN] = [memoryPath("ann"), memoryPath("ben")] as const
const FILES = {
  [ANN]: memoryOf("ann", ["Ledger rounds to cents"]),
  [BEN]: memoryOf("ben", ["Queues drain in order"]),
}
const token = `qd_${randomBytes(32).toString("base64url")}`
const door = openedDoor(token)
let team: Team
let here: Machine
beforeEach(async () => {
  team = await givenTeam()
  here = machine("mara", FILES)
})

const machine = (
  name: string,
  files: Readonly<Record<string, string | Uint8Array>>,
  more: { token?: string; project?: string | undefined } = {},
) => givenMachine(name, files, { url: door.url, token, team: team.slug, ...more })
const headOf = async (path: string) => (await storedFile(team, path)).revisions.at(-1)?.text
const on = (of: Machine, ...args: readonly string[]) =>
  quarterdeck([...args, of.folder, "--team", team.slug, "--project", "ledger"], { env: of.env })

/** Root ignores file permissions, so the command runs as the user `nobody`. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

async function asSomebody(
  of: Machine,
  ...args: readonly string[]
): Promise<{ code: number | null; json: Record<string, unknown> }> {
  if (NOBODY.uid !== undefined)
    for (const folder of [of.folder, of.env.XDG_STATE_HOME as string]) give(folder)
  const child = spawn(
    process.execPath,
    [
      join(process.cwd(), "lib/cli/bin.mjs"),
      ...args,
      of.folder,
      "--team",
      team.slug,
      "--project",
      "ledger",
      "--json",
    ],
    { env: { ...process.env, HOME: of.folder, ...of.env }, stdio: ["ignore", "pipe", "ignore"], ...NOBODY },
  )
  let text = ""
  child.stdout.on("data", (part: Buffer) => (text += part))
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve))
  return { code, json: JSON.parse(text) as Record<string, unknown> }
}

function give(path: string): void {
  chownSync(path, 65_534, 65_534)
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) give(join(path, name))
}

describe("unreadable parts of a folder", () => {
  it("reports an unreadable file without treating it as removed, and syncs all others", async () => {
    await here.sync()
    putFiles(here.folder, { [BEN]: memoryOf("ben", ["Queues drain in the order of arrival"]) })
    chmodSync(join(here.folder, ANN), 0o000)
    expect(await asSomebody(here, "sync")).toMatchObject({
      code: 1,
      json: {
        pushed: [BEN],
        gone: [],
        refused: {
          reason: "failed",
          message: expect.stringContaining(`${ANN} cannot be read by your user`) as string,
        },
      },
    })
    expect(await asSomebody(here, "sync", "--check")).toMatchObject({ code: 1 })
    chmodSync(join(here.folder, ANN), 0o600)
    expect(await asSomebody(here, "sync")).toMatchObject({ code: 0, json: { pushed: [], same: 2 } })
  })

  it("pushes from a read-only folder, and reports the files that it could not write", async () => {
    await here.sync()
    await decideText(team, ANN, memoryOf("ann", ["Decided here"]))
    putFiles(here.folder, { [BEN]: memoryOf("ben", ["Queues drain in the order of arrival"]) })
    chmodSync(join(here.folder, dirname(ANN)), 0o555)
    expect(await asSomebody(here, "sync")).toMatchObject({
      code: 1,
      json: {
        pushed: [BEN],
        pulled: [],
        refused: { message: expect.stringContaining(`${ANN} was not written`) as string },
      },
    })
    chmodSync(join(here.folder, dirname(ANN)), 0o755)
    expect(await asSomebody(here, "sync")).toMatchObject({ code: 0, json: { pulled: [ANN] } })
    expect(here.on(ANN)).toContain("Decided here")
  })

  it("reports a link out of the folder without following it, and does not count an inner link as a second file", async () => {
    const outside = givenFolder({ "memory.md": memoryOf("cleo", ["Secret of another folder"]) })
    for (const agent of ["cleo", "dora"])
      mkdirSync(join(here.folder, dirname(memoryPath(agent))), { recursive: true })
    symlinkSync(join(outside, "memory.md"), join(here.folder, memoryPath("cleo")))
    symlinkSync(join(here.folder, ANN), join(here.folder, memoryPath("dora")))
    expect(await here.sync()).toMatchObject({
      pushed: [ANN, BEN],
      left: [
        { path: memoryPath("cleo"), reason: expect.stringContaining("points outside the folder") as string },
      ],
      failed: [],
    })
    expect(await database().memoryFile.count({ where: { teamId: team.id } })).toBe(2)
  })
})

describe("an interrupted sync", () => {
  it("stops when its access token expires, and continues with another one", async () => {
    const secret = await givenSecret(team, { rights: ["sync"] })
    const ending = machine("ida", FILES, { token: secret })
    const server = serverAt(door.url, () => ({ token: secret, from: "the test" }))
    const revoking = {
      ...server,
      call: (async (operation, input) => {
        if (operation === "import.start")
          await database().accessToken.updateMany({
            where: { teamId: team.id },
            data: { revokedAt: new Date() },
          })
        return server.call(operation, input)
      }) satisfies Call,
    }
    await expect(ending.sync({ server: revoking })).rejects.toThrow("The token came from the test")
    expect(await database().memoryFile.count({ where: { teamId: team.id } })).toBe(0)
    const again = givenMachine(
      "ida",
      {},
      {
        url: door.url,
        token: await givenSecret(team, { rights: ["sync"] }),
        team: team.slug,
        folder: ending.folder,
      },
    )
    expect((await again.sync()).failed).toEqual([])
    expect(await again.sync()).toMatchObject({ pushed: [], pulled: [], same: 2 })
  })

  it("releases a lock of a finished process, also if another process now has its number", async () => {
    const folder = stateFolder(here.folder, here.env)
    mkdirSync(folder, { recursive: true })
    writeFileSync(
      join(folder, "lock"),
      JSON.stringify({ pid: process.pid, process: "another boot 1", since: "2026-01-01T00:00:00Z" }),
    )
    expect(await here.sync()).toMatchObject({ pushed: [ANN, BEN] })
  })
})

describe("the output of a sync", () => {
  it("predicts for each conflict if it will merge or wait, and then shows where it waits", async () => {
    const there = machine("noah", FILES)
    await here.sync()
    await there.sync()
    putFiles(here.folder, {
      [ANN]: memoryOf("ann", ["Ledger rounds to whole cents"]),
      [BEN]: memoryOf("ben", ["Queues drain in order", "Seen here"]),
    })
    putFiles(there.folder, {
      [ANN]: memoryOf("ann", ["Ledger rounds half to even"]),
      [BEN]: memoryOf("ben", ["Queues drain in order", "Seen there"]),
    })
    await here.sync()
    const dry = await on(there, "sync", "--dry-run")
    expect(dry).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(new RegExp(`would merge  ${BEN}\\n(?:.*\\n)*`)) as string,
    })
    expect(dry.stdout).toContain(`would open a conflict  ${ANN}\n`)
    expect(dry.stdout).toMatch(
      /0 files to push, 0 to pull, 1 would be merged, 1 would open a conflict, 0 unchanged$/m,
    )
    const synced = await on(there, "sync")
    const { id } = await database().conflict.findFirstOrThrow({
      where: { teamId: team.id, kind: "file", state: "open" },
    })
    expect(synced).toMatchObject({ code: 0, stderr: "" })
    expect(synced.stdout).toContain("1 file pushed, 1 pulled, 1 conflict in the Inbox")
    expect(synced.stdout).toContain(
      `\nResolve conflicts at ${door.url}/t/${team.slug}/inbox?tab=conflicts&item=${id}\n`,
    )
    expect(await on(there, "sync", "--check")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("after you resolve the conflicts in the Inbox") as string,
    })
  })

  it("names the project of the Kaizen files if no project has the folder's name", async () => {
    await here.sync()
    const clone = machine("otto", FILES, { project: undefined })
    expect(await clone.look()).toMatchObject({
      projects: ["ledger"],
      same: 2,
      notes: [expect.stringContaining("Using the project ledger")],
    })
    expect(await clone.sync()).toMatchObject({ projects: ["ledger"], pushed: [], same: 2 })
    expect(await clone.sync()).toMatchObject({ projects: ["ledger"], same: 2, notes: [] })
    expect(await database().project.count({ where: { teamId: team.id } })).toBe(1)
  })
})

describe("a file that was removed in the folder and changed in Quarterdeck", () => {
  it("is restored, even if the folder has no other file of its kind", async () => {
    const files = { ...FILES, "memory/2026-02-01.md": "# 2026-02-01\n\n- looked at the queue\n" }
    const [one, other] = [machine("ida", files), machine("otto", files)]
    await one.sync()
    await other.sync()
    rmSync(join(one.folder, "memory"), { recursive: true })
    putFiles(other.folder, {
      "memory/2026-02-01.md": "# 2026-02-01\n\n- looked at the queue\n- saw it empty\n",
    })
    await other.sync()
    putFiles(one.folder, { [ANN]: memoryOf("ann", ["Ledger rounds to whole cents"]) })
    expect(await one.sync()).toMatchObject({ pushed: [ANN], pulled: ["memory/2026-02-01.md"], gone: [] })
  })
})

describe("an unfinished import", () => {
  it("can be continued by its owner or a lead, but not by another access token for the same project", async () => {
    await here.sync()
    const { projectId } = await storedFile(team, ANN)
    const [mine, other] = [
      givenToken(team, { rights: ["sync"], projectId }),
      givenToken(team, { rights: ["sync"], projectId }),
    ]
    const { run } = expectDone(
      await runOperation(openImportRun, mine, {
        team: team.slug,
        project: "ledger",
        source: { kind: "client", name: "ida:/srv/ledger" },
        files: [],
      }),
    )
    for (const operation of [startImportRun, cancelImportRun])
      expect(await runOperation(operation, other, { team: team.slug, run })).toMatchObject({
        ok: false,
        reason: "forbidden",
        message: expect.stringContaining("started this import") as string,
      })
    const lead = await actorOf(await givenPerson({ team, role: "lead" }))
    expect(await runOperation(cancelImportRun, lead, { team: team.slug, run })).toMatchObject({ ok: true })
    const again = expectDone(
      await runOperation(openImportRun, mine, {
        team: team.slug,
        project: "ledger",
        source: { kind: "client", name: "ida:/srv/ledger" },
        files: [],
      }),
    )
    expect(await runOperation(cancelImportRun, mine, { team: team.slug, run: again.run })).toMatchObject({
      ok: true,
    })
  })
})

describe("a folder with many files of every kind", () => {
  it("fills an empty folder with all its memory, byte for byte, in compressed requests", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 400 }, (_, at) => [
        memoryPath(`agent-${at}`),
        memoryOf(`agent-${at}`, [`Statement ${at} holds`, `\tand ${at} more`]),
      ]),
    )
    const full = machine("ida", {
      ...many,
      "memory/projects/ledger/memory.json": '{"version":"1.0","entries":[]}',
      ".sdd/cache/project_memory.json": '{\r\n\t"runs": [],\r\n\t"notes": ["a"]\r\n}',
      "MEMORY.md": "\uFEFF# Facts\r\n\r\n- one\r\n- two",
    })
    expect((await full.sync()).pushed).toHaveLength(403)
    const empty = machine("otto", {})
    expect((await empty.sync()).pulled).toHaveLength(403)
    expect(bytesBelow(empty.folder)).toEqual(bytesBelow(full.folder))
    const asked = {
      directory: full.folder,
      server: serverAt(door.url, () => ({ token, from: "the test" })),
      screen: SILENT,
      env: full.env,
      team: team.slug,
      project: "ledger",
    }
    expect(predictSync(await compareWithServer(asked), { push: true, pull: true })).toMatchObject({
      pushed: [],
      pulled: [],
      same: 403,
    })
    expect(await headOf("MEMORY.md")).toBe("\uFEFF# Facts\r\n\r\n- one\r\n- two")
    const answered = await fetch(`${door.url}/api/v1/sync/compare`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "content-encoding": "gzip",
      },
      body: "no gzip",
    })
    expect({ status: answered.status, ...((await answered.json()) as object) }).toMatchObject({
      status: 422,
      detail: expect.stringContaining("is not valid gzip") as string,
    })
  })
})
