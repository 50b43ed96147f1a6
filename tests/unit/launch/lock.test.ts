import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { takeLock } from "@/lib/files/lock.mjs"

let folder = ""
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "quarterdeck-lock-"))))
afterEach(() => rmSync(folder, { recursive: true }))

/** A process that takes the lock and prints the result. */
function other(): { child: ReturnType<typeof spawn>; said: Promise<string> } {
  const code = `import { takeLock } from ${JSON.stringify(join(process.cwd(), "lib/files/lock.mjs"))}
    console.log(takeLock(${JSON.stringify(join(folder, "lock"))}).holder ? "refused" : "taken"); process.stdin.resume()`
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
    stdio: ["pipe", "pipe", "inherit"],
  })
  return { child, said: once(child.stdout, "data").then(([chunk]) => String(chunk).trim()) }
}

describe("a lock", () => {
  it("is taken once, and again after it was released", () => {
    const file = join(folder, "lock")
    const first = takeLock(file)
    expect(takeLock(file).holder?.pid).toBe(process.pid)
    first.release?.()
    expect(takeLock(file).holder).toBeUndefined()
  })

  it("names the process that has it, and is free once that process is killed", async () => {
    const { child, said } = other()
    expect(await said).toBe("taken")
    expect(takeLock(join(folder, "lock")).holder?.pid).toBe(child.pid)
    child.kill("SIGKILL")
    await once(child, "exit")
    expect(takeLock(join(folder, "lock")).holder).toBeUndefined()
  })

  it("is free if its process id belongs to another process, or its file is incomplete", () => {
    const file = join(folder, "lock")
    writeFileSync(file, JSON.stringify({ pid: process.pid, process: "an earlier boot 123", since: "" }))
    expect(takeLock(file).holder).toBeUndefined()
    writeFileSync(file, "{")
    expect(takeLock(file).holder).toBeUndefined()
  })

  it("is taken by exactly one of many processes that find it stale together", async () => {
    writeFileSync(join(folder, "lock"), JSON.stringify({ pid: 1, process: "long gone", since: "" }))
    const all = Array.from({ length: 6 }, other)
    const said = await Promise.all(all.map((one) => one.said))
    expect(said.filter((word) => word === "taken")).toHaveLength(1)
    for (const { child } of all) child.kill()
    expect(existsSync(join(folder, "lock.clearing"))).toBe(false)
    expect(readdirSync(folder)).toEqual(["lock"])
  })
})
