import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "pg"
import { SupervisedServer } from "./supervised-server"
import { type FaultCount, Writers } from "./writers"

const WRITERS = 16
/** Acknowledged writes between two faults, and after the last one. */
const BETWEEN = 30

/** Other clients take every connection that the database has left, hold them for `heldMs`, and give them back; `times` times. */
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

/** Connects until the database refuses. */
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

/** Ends the connections of everyone else, so that the server has to connect again while none is left. */
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

/** Stops the supervisor with SIGTERM under writers and starts it again; `times` times. */
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

/** Kills the database with SIGKILL (all of it at once) or SIGQUIT (immediate shutdown), in turn; `times` times. */
export async function killDatabase(server: SupervisedServer, times: number): Promise<FaultCount> {
  const writers = new Writers(server).begin(WRITERS)
  for (let time = 0; time < times; time += 1) {
    await writers.acknowledge(BETWEEN)
    process.kill(server.postmasterPid, time % 2 ? "SIGQUIT" : "SIGKILL")
  }
  await writers.acknowledge(BETWEEN)
  return writers.end()
}

/** Kills the process that serves, and the supervisor restarts it; `times` times. */
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
 * Fills the file system that holds the database under writers, holds it full for `heldMs`, and frees it; `times` times. Needs root, to
 * mount a small file system; null elsewhere.
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
    return null // a container without the right to mount
  }
}

/** Writes until nothing is free. */
function fill(file: string): void {
  const { bavail, bsize } = statfsSync(join(file, ".."))
  for (let left = bavail * bsize; left > 0; left -= 1 << 20) {
    try {
      writeFileSync(file, Buffer.alloc(Math.min(left, 1 << 20)), { flag: "a" })
    } catch {
      return // full
    }
  }
}
