import { fork } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest"
import { type PoolOptions, UnitPool } from "@/lib/operations/isolated/run-isolated"
import { bundleForTests } from "../../support/isolated/bundles"

let script: string
beforeAll(async () => {
  script = await bundleForTests("tests/support/isolated/isolated-child.ts")
})

const givenPool = (more: Partial<PoolOptions> = {}) => new UnitPool({ script, most: 1, idleMs: 200, ...more })

function givenNote(): string {
  const folder = mkdtempSync(join(tmpdir(), "isolated-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, "note")
}

const pidIn = (note: string) => Number(readFileSync(note, "utf8").trim().split("\n").at(-1))

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0)
    // A killed process whose parent has not noticed yet is a zombie.
    return !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"))
  } catch {
    return false
  }
}

describe("a pool of child processes", () => {
  it("returns a result for each input, in order, over several calls at once", async () => {
    const pool = givenPool({ most: 2 })
    const inputs = Array.from({ length: 100 }, (_, place) => `a${place}`)
    const both = await Promise.all([0, 1].map(() => pool.run({ name: "upper", inputs })))
    for (const results of both)
      expect(results).toEqual(inputs.map((input) => ({ ok: true, value: input.toUpperCase() })))
  })

  it("gives each unit to one child process, however many start with the call", async () => {
    let given = 0
    const inputs = Array.from({ length: 200 }, () => 1)
    const results = await givenPool({ most: 4 }).run({
      name: "steps",
      inputs,
      onStep: () => {
        given += 1
      },
    })
    expect([given, results]).toEqual([200, inputs.map(() => ({ ok: true, value: 1 }))])
  })

  it.each([
    ["throws", "THROW", "error", "out of range"],
    ["takes all memory", "ALLOCATE", "crash", "heap"],
    ["ends its process", "EXIT", "crash", "code 3"],
    ["never ends", "LOOP", "timeout", "2 seconds"],
  ])("fails only the unit that %s", async (_, text, failure, message) => {
    const results = await givenPool(text === "LOOP" ? { limitMs: 2_000 } : {}).run({
      name: "upper",
      inputs: ["a", text, "b", "c"],
    })
    expect(results).toEqual([
      { ok: true, value: "A" },
      { ok: false, failure, message: expect.stringContaining(message) as string },
      { ok: true, value: "B" },
      { ok: true, value: "C" },
    ])
  })

  it("retries a unit whose child process was killed from outside", async () => {
    const note = givenNote()
    const running = givenPool().run({ name: "upper", inputs: ["a", `NOTE ${note} LOOP`] })
    await vi.waitFor(() => expect(existsSync(note)).toBe(true), { timeout: 20_000 })
    const first = pidIn(note)
    process.kill(first, "SIGKILL")
    await vi.waitFor(() => expect(pidIn(note)).not.toBe(first), { timeout: 20_000 })
    process.kill(pidIn(note), "SIGKILL")
    expect(await running).toMatchObject([{ ok: true }, { ok: false, failure: "crash" }])
  })

  it("reports each step of a unit, and stops a unit that reports steps without end", async () => {
    const told: unknown[] = []
    const results = await givenPool({ limitMs: 3_000, mostMs: 1_500 }).run({
      name: "steps",
      inputs: [3, Number.POSITIVE_INFINITY, 0],
      onStep: (step) => told.push(step),
    })
    expect(results).toMatchObject([
      { ok: true, value: 3 },
      { ok: false, failure: "timeout", message: expect.stringContaining("minutes") as string },
      { ok: true, value: 0 },
    ])
    expect(told.slice(0, 5)).toEqual([1, 2, 3, 1, 2])
  })

  it("stops the child process of a canceled call, and continues with other calls", async () => {
    const note = givenNote()
    const pool = givenPool()
    const cancel = new AbortController()
    const cancelled = pool.run({ name: "upper", inputs: [`NOTE ${note} LOOP`], signal: cancel.signal })
    const other = pool.run({ name: "upper", inputs: ["a"] })
    await vi.waitFor(() => expect(existsSync(note)).toBe(true), { timeout: 20_000 })
    cancel.abort(new Error("cancelled"))
    await expect(cancelled).rejects.toThrow("cancelled")
    expect(await other).toEqual([{ ok: true, value: "A" }])
    expect(isRunning(pidIn(note))).toBe(false)
  })

  it("ends idle children and starts new ones on demand", async () => {
    const pool = givenPool()
    const pids = async () => (await pool.run({ name: "pid", inputs: [""] })) as { value: number }[]
    const [first] = await pids()
    await vi.waitFor(() => expect(isRunning(first?.value ?? 0)).toBe(false), { timeout: 20_000 })
    expect((await pids())[0]?.value).not.toBe(first?.value)
  })

  it("rejects a call whose child process does not start, and fails the unit of an unknown name", async () => {
    const broken = new UnitPool({ script: join(tmpdir(), "missing.mjs") })
    await expect(broken.run({ name: "upper", inputs: ["a"] })).rejects.toThrow("did not start")
    expect(await givenPool().run({ name: "unknown", inputs: ["a"] })).toMatchObject([{ failure: "error" }])
  })

  it("leaves no child behind when its own process is killed during a unit that never ends", async () => {
    const note = givenNote()
    const parent = fork(await bundleForTests("tests/support/isolated/isolated-parent.ts"), [script, note])
    onTestFinished(() => void parent.kill("SIGKILL"))
    await vi.waitFor(() => expect(existsSync(note)).toBe(true), { timeout: 20_000 })
    expect(isRunning(pidIn(note))).toBe(true)
    parent.kill("SIGKILL")
    await vi.waitFor(() => expect(isRunning(pidIn(note))).toBe(false), { timeout: 20_000 })
  })
})
