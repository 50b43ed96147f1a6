import { execFile } from "node:child_process"
import { randomBytes } from "node:crypto"
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs"
import { createServer, request, type Server } from "node:http"
import { type AddressInfo } from "node:net"
import { dirname, join } from "node:path"
import { beforeEach, describe, expect, it } from "vitest"
import { database } from "@/lib/db/infra/client"
import { bundleForTests } from "../../support/isolated/bundles"
import { type CommandResult, quarterdeck as run } from "../../support/commands/command-line"
import { storedFile, type Team } from "../../support/imports/import-folder"
import { givenFolder, memoryOf, memoryPath, putFiles } from "../../support/imports/memory-folder"
import { openedDoor } from "../../support/http/opened-door"
import { givenTeam } from "../../support/data/people"
import { bytesBelow, givenMachine, type Machine } from "../../support/sync/sync"
import { decideText, temporaryFilesIn } from "../../support/sync/write-back"

const [ANN, BEN, CLEO] = [memoryPath("ann"), memoryPath("ben"), memoryPath("cleo")] as const
const FIRST = ["Ledger rounds to cents", "Retries are safe up to three times"]
const FILES = { [ANN]: memoryOf("ann", FIRST), [BEN]: memoryOf("ben", ["Queues drain in order"]) }
const token = `qd_${randomBytes(32).toString("base64url")}`

const door = openedDoor(token)
let team: Team
let here: Machine
let there: Machine
beforeEach(async () => {
  team = await givenTeam()
  const asked = { url: door.url, token, team: team.slug }
  ;[here, there] = [givenMachine("mara", FILES, asked), givenMachine("noah", FILES, asked)]
})

const on = (machine: Machine, ...args: readonly string[]): Promise<CommandResult> =>
  run([...args, machine.folder, "--team", team.slug, "--project", "ledger", "--json"], { env: machine.env })
const said = ({ code, stderr, json }: CommandResult) => ({ code, stderr, ...json() })
const headOf = async (path: string) => (await storedFile(team, path)).revisions.at(-1)?.text
const decide = (...findings: readonly string[]) => decideText(team, ANN, memoryOf("ann", findings))

describe("the command line", () => {
  it("reports drift in CI and exits with 1, shows the lines in each direction, and writes nothing before a sync", async () => {
    const fresh = await on(here, "sync", "--check")
    expect(said(fresh)).toMatchObject({
      code: 1,
      pushed: [ANN, BEN],
      pulled: [],
      conflicts: [],
      same: 0,
      refused: { reason: "drifted", message: expect.stringContaining(`would push  ${ANN}`) as string },
    })
    expect(await database().source.count({ where: { teamId: team.id } })).toBe(0)
    expect(said(await on(here, "sync"))).toMatchObject({
      code: 0,
      stderr: "",
      pushed: [ANN, BEN],
      pulled: [],
      conflicts: [],
      same: 0,
    })
    expect(said(await on(here, "sync", "--check"))).toMatchObject({ code: 0, same: 2 })
    await decide(...FIRST, "Decided here")
    putFiles(here.folder, { [BEN]: memoryOf("ben", ["Queues drain in the order of arrival"]) })
    const [before, state] = [bytesBelow(here.folder), bytesBelow(here.env.XDG_STATE_HOME ?? "")]
    expect(said(await on(here, "sync", "--dry-run"))).toMatchObject({
      code: 0,
      pushed: [BEN],
      pulled: [ANN],
      conflicts: [],
      same: 0,
      dryRun: true,
    })
    const { stdout } = await run(["diff", here.folder, "--team", team.slug], { env: here.env })
    expect(stdout).toContain(`# changes to Quarterdeck\ndiff --git a/${BEN} b/${BEN}\n`)
    expect(stdout).toMatch(/^-- Queues drain in order\n\+- Queues drain in the order of arrival\n/m)
    expect(stdout).toMatch(/# changes to this folder\n(?:.*\n)+\+- Decided here\n/)
    expect(said(await on(here, "sync", "--check"))).toMatchObject({ code: 1, pushed: [BEN], pulled: [ANN] })
    expect([bytesBelow(here.folder), bytesBelow(here.env.XDG_STATE_HOME ?? "")]).toEqual([before, state])
    expect(await headOf(BEN)).toBe(FILES[BEN])
    expect(said(await on(here, "push"))).toMatchObject({ code: 0, pushed: [BEN], pulled: [] })
    expect(said(await on(here, "pull"))).toMatchObject({ code: 0, pushed: [], pulled: [ANN], same: 1 })
    expect(here.on(ANN)).toContain("- Decided here\n")
  })

  it("prints usage, and reports an unreachable server", async () => {
    expect(await on(here, "sync", "--check", "--watch")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("quarterdeck sync [DIR]") as string,
    })
    const away = await run(["sync", here.folder, "--json"], {
      env: { ...here.env, QUARTERDECK_URL: "http://127.0.0.1:9" },
    })
    expect(said(away)).toMatchObject({ code: 3, refused: { reason: "unavailable" } })
    expect(await run(["pull", join(here.folder, "nowhere")], { env: here.env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("nowhere does not exist") as string,
    })
  })

  it("lets two syncs of one folder follow each other", async () => {
    const both = await Promise.all([on(here, "sync"), on(here, "sync")])
    expect(both.map((one) => one.code)).toEqual([0, 0])
    expect(both.map((one) => (one.json().pushed as string[]).length).toSorted()).toEqual([0, 2])
    expect(
      await database().importRun.findMany({ where: { teamId: team.id }, select: { state: true } }),
    ).toEqual([{ state: "done" }])
  })

  it("skips read-only files, writes through no link, and overwrites no concurrent change", async () => {
    await here.sync()
    await there.sync()
    await decide(...FIRST, "Decided here")
    await decideText(team, BEN, memoryOf("ben", ["Queues drain in order", "Decided too"]))
    chmodSync(join(here.folder, ANN), 0o444)
    const outside = givenFolder()
    renameSync(join(here.folder, dirname(BEN)), join(outside, "ben"))
    symlinkSync(join(outside, "ben"), join(here.folder, dirname(BEN)))
    const answer = said(await on(here, "pull"))
    expect(answer).toMatchObject({
      code: 1,
      pulled: [],
      refused: {
        reason: "failed",
        message: expect.stringContaining(`${ANN} was not written: the file is read-only`) as string,
      },
    })
    expect(here.on(ANN)).toBe(FILES[ANN])
    expect(here.on(BEN)).toBe(FILES[BEN])
    const raced = await there.sync({
      onStep: (step) => {
        if (step === "compared") putFiles(there.folder, { [ANN]: memoryOf("ann", ["Written meanwhile"]) })
      },
    })
    expect(raced).toMatchObject({ pulled: [BEN], conflicts: [{ path: ANN, conflict: null }], failed: [] })
    expect(there.on(ANN)).toBe(memoryOf("ann", ["Written meanwhile"]))
  })
})

describe("a sync that is killed with -9", () => {
  it("recovers from repeated kills between any two steps, and duplicates nothing", async () => {
    const child = await bundleForTests("tests/support/sync/sync-child.ts")
    await here.sync()
    await there.sync()
    const decided = ["Decided at the beginning"]
    await decide(...decided, ...FIRST)
    putFiles(here.folder, {
      [ANN]: memoryOf("ann", [...FIRST, "Written last"]),
      [CLEO]: memoryOf("cleo", ["Cleo is new"]),
    })
    for (const step of ["compared", "opened", "sent", "started", "half written", "in place", "taken"]) {
      if (step === "taken") await decide(...decided, ...FIRST, "Written last", "Decided at the end")
      const died = await new Promise((resolve) =>
        execFile(
          process.execPath,
          [child, here.folder, team.slug, "ledger", step],
          { env: { ...process.env, ...here.env } },
          (cause) => resolve(cause?.signal ?? null),
        ),
      )
      expect({ step, died }).toEqual({ step, died: "SIGKILL" })
    }
    await here.sync()
    const text = memoryOf("ann", [...decided, ...FIRST, "Written last", "Decided at the end"])
    expect([here.on(ANN), await headOf(ANN)]).toEqual([text, text])
    expect((await storedFile(team, ANN)).revisions).toHaveLength(4)
    expect(await storedFile(team, CLEO)).toMatchObject({ head: 1 })
    expect(temporaryFilesIn(here.folder)).toEqual([])
    expect(await here.sync()).toMatchObject({ pushed: [], pulled: [], conflicts: [], same: 3 })
    expect(readdirSync(here.env.XDG_STATE_HOME ?? "")).toEqual(["quarterdeck"])
  })
})

describe("a watched folder", () => {
  it("syncs changes on both sides, waits for an unreachable server, and stops on request", async () => {
    const gate = await openGate(door.url)
    const ended = run(
      ["sync", here.folder, "--watch", "--every", "1", "--team", team.slug, "--project", "ledger", "--json"],
      {
        env: { ...here.env, QUARTERDECK_URL: gate.url },
        onStart: (process) => void follow(process.kill.bind(process)),
      },
    )
    let failure: unknown = null
    async function follow(kill: (signal: "SIGINT") => void): Promise<void> {
      const patience = { timeout: 20_000, interval: 25 }
      try {
        await expect.poll(() => database().memoryFile.count({ where: { teamId: team.id } }), patience).toBe(2)
        await decide(...FIRST, "Decided here")
        await expect.poll(() => here.on(ANN), patience).toContain("- Decided here\n")
        await gate.close()
        mkdirSync(join(here.folder, dirname(CLEO)), { recursive: true })
        putFiles(here.folder, { [CLEO]: memoryOf("cleo", ["Written while the server was away"]) })
        rmSync(join(here.folder, BEN))
        await gate.open()
        await expect
          .poll(
            () =>
              database()
                .memoryFile.count({ where: { teamId: team.id, state: "present" } })
                .then((number) => `${number} present`),
            patience,
          )
          .toBe("2 present")
        await expect.poll(() => headOf(CLEO).catch(() => ""), patience).toContain("while the server was away")
      } catch (cause) {
        failure = cause
      }
      kill("SIGINT")
    }
    const { code, json } = await ended
    await gate.close()
    expect(failure).toBeNull()
    expect({ code, ...json() }).toMatchObject({
      code: 0,
      pushed: [ANN, BEN, CLEO],
      pulled: [ANN],
      gone: [BEN],
      conflicts: [],
    })
  })
})

/** A proxy for the server that can be closed for a while. */
async function openGate(
  target: string,
): Promise<{ url: string; open(): Promise<void>; close(): Promise<void> }> {
  let server: Server
  let port = 0
  const open = async () => {
    server = createServer((incoming, outgoing) => {
      const passed = request(
        new URL(incoming.url ?? "/", target),
        { method: incoming.method, headers: incoming.headers },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(outgoing)
        },
      )
      passed.on("error", () => outgoing.destroy())
      incoming.pipe(passed)
    })
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
    port = (server.address() as AddressInfo).port
  }
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await open()
  return { url: `http://127.0.0.1:${port}`, open, close }
}
