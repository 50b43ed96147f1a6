import { spawn } from "node:child_process"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "pg"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { startEmbedded, findBinaries } from "@/lib/db/embedded/database"
import { choosePlace } from "@/lib/db/embedded/cluster"
import { startPostmaster } from "@/lib/db/embedded/postmaster"
import { inspectServer } from "@/lib/db/infra/database-health"

let home = ""
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "quarterdeck-home-"))
  chmodSync(home, 0o711)
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

async function ask<T extends object>(url: string, sql: string): Promise<T[]> {
  const client = new Client({ connectionString: url })
  client.on("error", () => undefined)
  await client.connect()
  return client
    .query<T>(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

const postmasterOf = (folder: string): number =>
  Number(readFileSync(join(folder, "data", "postmaster.pid"), "utf8").split("\n")[0])

describe("the embedded database", () => {
  it("keeps its data between starts, and its password private", async () => {
    const first = await startEmbedded(home)
    await ask(first.ownerUrl, "CREATE TABLE kept AS SELECT 'ÄÖ 支払い' AS word")
    await first.stop()
    const second = await startEmbedded(home)
    expect(await ask(second.ownerUrl, "SELECT word FROM kept")).toEqual([{ word: "ÄÖ 支払い" }])
    expect(
      await ask(
        second.url,
        "SELECT datlocprovider AS provider, datlocale AS locale FROM pg_database WHERE datname = current_database()",
      ),
    ).toEqual([{ provider: "b", locale: "C.UTF-8" }])
    expect(statSync(join(home, "postgres.password")).mode & 0o777).toBe(0o600)
    await second.stop()
  })

  it("includes the extensions that search needs", async () => {
    const server = await startEmbedded(home)
    await ask(server.ownerUrl, "CREATE EXTENSION pg_trgm; CREATE EXTENSION unaccent")
    expect(await ask(server.url, "SELECT unaccent('café') AS plain")).toEqual([{ plain: "cafe" }])
    await server.stop()
  })

  it("restarts on the same port when its server is killed", async () => {
    const said = vi.spyOn(console, "error").mockReturnValue()
    const server = await startEmbedded(home)
    process.kill(postmasterOf(server.folder), "SIGKILL")
    await vi.waitFor(async () => expect((await inspectServer(server.url)).ok).toBe(false))
    await vi.waitFor(async () => expect((await inspectServer(server.url)).ok).toBe(true), { timeout: 15_000 })
    await vi.waitFor(() => expect(said).toHaveBeenCalled())
    await server.stop()
    expect((await inspectServer(server.url)).ok).toBe(false)
    said.mockRestore()
  })

  it("recovers from a partial initialization and a lost password", async () => {
    const first = await startEmbedded(home)
    await first.stop()
    rmSync(join(home, "postgres.password"))
    mkdirSync(join(first.folder, "data.4711"))
    const second = await startEmbedded(home)
    expect((await inspectServer(second.url)).ok).toBe(true)
    await second.stop()
  })

  it("starts despite another process with its old process number", async () => {
    const first = await startEmbedded(home)
    const mark = readFileSync(join(first.folder, "data", "postmaster.pid"), "utf8")
    await first.stop()
    const bystander = spawn("sleep", ["60"])
    writeFileSync(join(first.folder, "data", "postmaster.pid"), mark.replace(/^\d+/, String(bystander.pid)))
    chmodSync(join(first.folder, "data", "postmaster.pid"), 0o666)
    const second = await startEmbedded(home)
    expect((await inspectServer(second.url)).ok).toBe(true)
    expect(bystander.exitCode).toBeNull()
    await second.stop()
    bystander.kill()
  })

  it("replaces a server that a killed start left running", async () => {
    const first = await startEmbedded(home)
    await first.stop()
    const { folder, elsewhere, user } = choosePlace(home)
    const cluster = {
      binaries: findBinaries({ user, elsewhere }),
      data: join(folder, "data"),
      user,
      log: join(home, "postgres.log"),
      durable: true,
    }
    const orphan = await startPostmaster(cluster) // A server without a supervisor.
    const second = await startEmbedded(home)
    await orphan.gone
    expect(postmasterOf(folder)).not.toBe(orphan.pid)
    expect((await inspectServer(second.url)).ok).toBe(true)
    await second.stop()
    expect(existsSync(join(folder, "data", "postmaster.pid"))).toBe(false)
  })
})
