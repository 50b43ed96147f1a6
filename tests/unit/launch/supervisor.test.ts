import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"

/**
 * A server that writes its PID to a file and then follows its argument: "serve" sends heartbeats until it is
 * stopped and exits with 0, "refuse" exits with 1 before it serves, "hang" serves and then blocks.
 */
const SERVER = `
import { appendFileSync } from "node:fs"
const [, , how, file] = process.argv
if (how === "refuse") appendFileSync(file, process.pid + "\\n"), process.exit(1)
process.on("SIGTERM", () => process.exit(0))
process.on("SIGINT", () => process.exit(7))
process.on("disconnect", () => process.exit(0))
setInterval(() => process.connected && process.send("beat"), 50)
appendFileSync(file, process.pid + "\\n")
process.send("serving", () => how === "hang" && setTimeout(() => { for (;;); }, 100))
`

let folder = ""
let supervisor: ChildProcess | null = null
let printed = ""

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "quarterdeck-supervisor-"))
  writeFileSync(join(folder, "server.mjs"), SERVER)
  printed = ""
})
afterEach(() => {
  supervisor?.kill("SIGKILL")
  rmSync(folder, { recursive: true, force: true })
})

function supervise(how: string, hangSeconds = 0): Promise<unknown[]> {
  const supervisorUrl = new URL("../../../lib/launch/restart-after-crash.mjs", import.meta.url).href
  const script = `
    import { supervise } from ${JSON.stringify(supervisorUrl)}
    process.exitCode = await supervise(${JSON.stringify([join(folder, "server.mjs"), how, join(folder, "pids")])}, { hangSeconds: ${hangSeconds}, firstWaitMs: 20, longestWaitMs: 40 })`
  supervisor = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "ignore", "pipe"],
  })
  supervisor.stderr?.on("data", (chunk: Buffer) => (printed += chunk))
  return once(supervisor, "exit")
}

const pids = (): number[] => {
  try {
    return readFileSync(join(folder, "pids"), "utf8").trim().split("\n").map(Number)
  } catch {
    return []
  }
}
const started = (count: number) =>
  vi.waitFor(() => expect(pids().length).toBeGreaterThanOrEqual(count), { timeout: 20_000 })
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
const gone = (pid: number) => vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 20_000 })

describe("the supervisor", () => {
  it("restarts a killed server as often as necessary, and logs it", async () => {
    const exit = supervise("serve")
    for (const count of [1, 2, 3]) {
      await started(count)
      process.kill(pids()[count - 1] as number, "SIGKILL")
    }
    await started(4)
    await vi.waitFor(() => expect(printed).toMatch(/exited unexpectedly \(SIGKILL\)\. Restarting in 0\.04 s/))
    supervisor?.kill("SIGTERM")
    expect(await exit).toEqual([0, null])
  })

  it("does not restart a server that refuses to start, and exits with its code", async () => {
    expect(await supervise("refuse")).toEqual([1, null])
    expect(pids()).toHaveLength(1)
  })

  it("passes a signal on and exits with the code of the server", async () => {
    const exit = supervise("serve")
    await started(1)
    supervisor?.kill("SIGINT")
    expect(await exit).toEqual([7, null])
    expect(pids()).toHaveLength(1)
  })

  it("stops and restarts a server whose event loop hangs", async () => {
    const exit = supervise("hang", 1)
    await started(2)
    expect(printed).toContain("has not responded for 1 seconds")
    expect(isAlive(pids()[0] as number)).toBe(false)
    supervisor?.kill("SIGKILL")
    await exit
    for (const pid of pids()) if (isAlive(pid)) process.kill(pid, "SIGKILL")
  })

  it("ends with a start that only prints its help", async () => {
    const help = spawn(process.execPath, ["lib/launch/supervise.mjs", "--help"], { stdio: "pipe" })
    help.stdout.on("data", (chunk: Buffer) => (printed += chunk))
    expect(await once(help, "exit")).toEqual([0, null])
    expect(printed).toMatch(/^npm start/)
  })

  it("stops the server when it is killed itself", async () => {
    const exit = supervise("serve")
    await started(1)
    supervisor?.kill("SIGKILL")
    await exit
    await gone(pids()[0] as number)
  })
})
