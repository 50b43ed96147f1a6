import { execFileSync, spawn, type ChildProcess } from "node:child_process"
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { type SystemUser, BARE_ENVIRONMENT, asUser } from "./system-user"

export interface Cluster {
  readonly binaries: string
  readonly data: string
  readonly user: SystemUser | null
  /** Path of the log file of the server. */
  readonly log: string
  /** False if a crash of the machine may lose data. */
  readonly durable: boolean
}

export interface Postmaster {
  readonly pid: number
  readonly port: number
  /** Resolves when the server has ended for any reason. */
  readonly gone: Promise<void>
  stop(): Promise<void>
}

/** Settings for a small machine: modest memory, every commit on disk, local connections only. */
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "60",
  shared_buffers: "128MB",
  work_mem: "16MB",
  maintenance_work_mem: "128MB",
  effective_cache_size: "1GB",
  random_page_cost: "1.1",
  max_wal_size: "1GB",
  io_method: "sync",
  // Parallel plans need shared memory, of which containers have 64 MB, and gain little with two cores.
  max_parallel_workers_per_gather: "0",
  max_parallel_maintenance_workers: "0",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  log_min_messages: "warning",
  log_line_prefix: "%m [%p] ",
  // Excludes the details of errors, because they quote rows.
  log_error_verbosity: "terse",
}

const LARGEST_LOG = 10 * 1024 * 1024

/** Starts the server on the given or a free port. Resolves when it accepts connections. */
export async function startPostmaster(cluster: Cluster, wanted?: number): Promise<Postmaster> {
  await stopOrphan(cluster.data)
  const patience = Date.now() + 20_000
  for (;;) {
    const port = wanted ?? (await freePort())
    const attempt = await tryStart(cluster, port)
    if (typeof attempt !== "string") return attempt
    // These failures are temporary. After kill -9, the last child processes hold the shared memory for a
    // moment, or another program took the port.
    const passing = /shared memory block|could not bind|Address already in use|lock file/.test(attempt)
    if (!passing || Date.now() > patience)
      throw new Error(`PostgreSQL did not start: ${attempt} (log: ${cluster.log})`)
    await pause(250)
  }
}

/** Returns a running server, or the server's log if it did not start. */
async function tryStart(cluster: Cluster, port: number): Promise<Postmaster | string> {
  turnLog(cluster.log)
  const log = openSync(cluster.log, "a", 0o600)
  const from = statSync(cluster.log).size
  const settings = Object.entries({ ...SETTINGS, fsync: cluster.durable ? "on" : "off" }).flatMap(
    ([name, value]) => ["-c", `${name}=${value}`],
  )
  const child = spawn(
    join(cluster.binaries, "postgres"),
    ["-D", cluster.data, "-p", String(port), ...settings],
    {
      cwd: "/",
      // The server runs in a session of its own. So Ctrl-C only reaches the current process, which stops the
      // server last.
      detached: true,
      stdio: ["ignore", log, log],
      env: BARE_ENVIRONMENT,
      ...asUser(cluster.user),
    },
  )
  closeSync(log)
  const gone = new Promise<void>((resolve) =>
    child.once("exit", () => resolve()).once("error", () => resolve()),
  )
  let over = false
  void gone.then(() => (over = true))
  while (!over && !isReady(cluster.data, child.pid)) await Promise.race([pause(20), gone])
  if (over || !child.pid)
    return readFileSync(cluster.log).subarray(from).toString().trim() || `${child.spawnfile} could not be run`

  const watch = endWithUs(child.pid, cluster.user)
  void gone.then(() => watch.kill("SIGKILL"))
  return { pid: child.pid, port, gone, stop: () => stopProcess(child.pid as number, () => over) }
}

/**
 * True if the server with this process ID accepts connections. PostgreSQL writes its state to line 8 of
 * postmaster.pid.
 */
function isReady(data: string, pid: number | undefined): boolean {
  const lines = readPidFile(data)
  return Number(lines[0]) === pid && lines[7]?.trim() === "ready"
}

/**
 * Starts a shell that waits for the end of this process, for any reason, and then stops the server. Needs a
 * megabyte.
 */
function endWithUs(pid: number, user: SystemUser | null): ChildProcess {
  const watch = spawn("/bin/sh", ["-c", 'cat > /dev/null; kill -INT "$1"', "sh", String(pid)], {
    cwd: "/",
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    ...asUser(user),
  })
  watch.on("error", () => undefined) // without a shell, the next start stops the orphan
  watch.unref()
  return watch
}

/**
 * Stops a server that still runs after the process that started it has ended, and removes remains of a killed
 * server. No other process needs them, because the caller holds the lock of the home folder.
 */
async function stopOrphan(data: string): Promise<void> {
  const pid = Number(readPidFile(data)[0])
  if (pid && isPostgresOn(data, pid)) await stopProcess(pid, () => !isPostgresOn(data, pid))
  const left = listProcessesIn(data)
  await Promise.all(left.map((child) => stopProcess(child, () => !isPostgresOn(data, child))))
  // After a restart of a container, another program or a zombie may have the process ID. The new server would
  // treat either as a running server.
  if (pid && isAlive(pid)) rmSync(join(data, "postmaster.pid"), { force: true })
}

/**
 * Returns the IDs of the server's processes on the data folder. Empty on systems other than Linux, where a
 * new server waits for these processes itself.
 */
function listProcessesIn(data: string): number[] {
  if (process.platform !== "linux") return []
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && isPostgresOn(data, pid))
}

/**
 * Stops a process within 8 seconds, by a fast shutdown, then an immediate shutdown, then SIGKILL. The data
 * stay intact.
 */
async function stopProcess(pid: number, isOver: () => boolean): Promise<void> {
  for (const [signal, seconds] of [
    ["SIGINT", 5],
    ["SIGQUIT", 2],
    ["SIGKILL", 1],
  ] as const) {
    if (isOver()) return
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ESRCH") return
      throw error
    }
    for (const until = Date.now() + seconds * 1000; Date.now() < until; await pause(20)) if (isOver()) return
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

/**
 * True if a process is a PostgreSQL server on the data folder. Checks its working directory on Linux, and its
 * command line on other systems.
 */
function isPostgresOn(data: string, pid: number): boolean {
  try {
    return process.platform === "linux"
      ? readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data)
      : execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).includes(data)
  } catch {
    return false // ended, or of another user
  }
}

function readPidFile(data: string): string[] {
  const file = join(data, "postmaster.pid")
  return existsSync(file) ? readFileSync(file, "utf8").split("\n") : []
}

function turnLog(log: string): void {
  if (existsSync(log) && statSync(log).size > LARGEST_LOG) renameSync(log, `${log}.1`)
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
