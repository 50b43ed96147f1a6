import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "pg"
import { SupervisedServer } from "./supervised-server"
import { type FaultCount, Writers } from "./writers"

const WRITERS = 16
/** Acknowledged writes between two faults and after the last one. */
const BETWEEN = 30

/** Opens all remaining database connections, keeps them for `heldMs` and closes them, `times` times. */
export async function exhaustConnections(
  server: SupervisedServer,
  times: number,
  heldMs: number,
): Promise<FaultCount> {
  const writers = new Writers(server).begin(WRITERS)
  for (let time = 0; time < times; time += 1) {
    await writers.acknowledge(BETWEEN)
    const held = await takeConnections(server.databaseUrl)
    await endConnections(server.ownerUrl, held)
    held.push(...(await takeConnections(server.databaseUrl)))
    await new Promise((resolve) => setTimeout(resolve, heldMs))
    await Promise.all(held.map((one) => one.end().catch(() => undefined)))
  }
  await writers.acknowledge(BETWEEN)
  return writers.end()
}

/** Opens connections until the database refuses one. */
async function takeConnections(url: string): Promise<Client[]> {
  const held: Client[] = []
  for (;;) {
    const client = new Client({ connectionString: url })
    client.on("error", () => undefined)
    try {
      await client.connect()
    } catch {
      return held
    }
    held.push(client)
  }
}

/** Terminates all other connections, so that the server has to reconnect while none is available. */
async function endConnections(ownerUrl: string, held: readonly Client[]): Promise<void> {
  const own = held.map((one) => (one as unknown as { processID: number }).processID)
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  await client
    .query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND pid <> ALL($1::int[])",
      [own],
    )
    .finally(() => client.end())
}

/** Stops the supervisor with SIGTERM during writes and starts it again, `times` times. */
export async function stopUnderWriters(server: SupervisedServer, times: number): Promise<FaultCount> {
  const writers = new Writers(server).begin(WRITERS)
  for (let time = 0; time < times; time += 1) {
    await writers.acknowledge(BETWEEN)
    const code = await server.stop("SIGTERM")
    if (code !== 0) throw new Error(`SIGTERM ended Quarterdeck with ${code}:\n${server.printed}`)
    await server.start()
  }
  await writers.acknowledge(BETWEEN)
  return writers.end()
}

/**
 * Kills the database alternately with SIGKILL (all processes) and SIGQUIT (immediate shutdown), `times`
 * times.
 */
export async function killDatabase(server: SupervisedServer, times: number): Promise<FaultCount> {
  const writers = new Writers(server).begin(WRITERS)
  for (let time = 0; time < times; time += 1) {
    await writers.acknowledge(BETWEEN)
    process.kill(server.postmasterPid, time % 2 ? "SIGQUIT" : "SIGKILL")
  }
  await writers.acknowledge(BETWEEN)
  return writers.end()
}

/** Kills the serving process, which the supervisor restarts, `times` times. */
export async function killServer(server: SupervisedServer, times: number): Promise<FaultCount> {
  const writers = new Writers(server).begin(WRITERS)
  for (let time = 0; time < times; time += 1) {
    await writers.acknowledge(BETWEEN)
    const ready = server.readyCount
    process.kill(server.serverPid, "SIGKILL")
    await server.readyAgain(ready)
  }
  await writers.acknowledge(BETWEEN)
  return writers.end()
}

const TINY_MB = 512

/**
 * Fills the file system of the database during writes for `heldMs` and frees it, `times` times. Mounting a
 * small file system needs root; returns null without it.
 */
export async function fillDisk(times: number, heldMs: number): Promise<FaultCount | null> {
  const home = mountTiny()
  if (home === null) return null
  const server = new SupervisedServer({ home })
  const filler = join(home, "filler")
  try {
    await server.start()
    const writers = new Writers(server).begin(WRITERS)
    for (let time = 0; time < times; time += 1) {
      await writers.acknowledge(BETWEEN)
      fill(filler)
      await new Promise((resolve) => setTimeout(resolve, heldMs))
      truncateSync(filler, 0)
    }
    await writers.acknowledge(BETWEEN)
    return await writers.end()
  } finally {
    await server.stop()
    execFileSync("umount", ["-l", home])
    await server.remove()
  }
}

function mountTiny(): string | null {
  if (process.getuid?.() !== 0) return null
  const home = mkdtempSync(join(tmpdir(), "quarterdeck-tiny-"))
  mkdirSync(home, { recursive: true })
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${TINY_MB}m`, "tmpfs", home], { stdio: "ignore" })
    return home
  } catch {
    rmSync(home, { recursive: true, force: true })
    return null // A container without the right to mount.
  }
}

/** Writes to a file until the file system is full. */
function fill(file: string): void {
  const { bavail, bsize } = statfsSync(join(file, ".."))
  for (let left = bavail * bsize; left > 0; left -= 1 << 20) {
    try {
      writeFileSync(file, Buffer.alloc(Math.min(left, 1 << 20)), { flag: "a" })
    } catch {
      return // The file system is full.
    }
  }
}
