import { linkSync, mkdirSync, readFileSync, rmSync, rmdirSync, statSync, writeFileSync } from "node:fs"
import { execFileSync } from "node:child_process"

/**
 * Takes the lock at `file`, or returns its holder: `{ holder: { pid, since } }`. A lock whose process has ended, even by kill -9
 * or a crash of the machine, counts as free. `release()` frees it, as the end of the process does. Plain JavaScript, because it
 * is needed before anything is bundled.
 * @param {string} file
 * @returns {{ release: () => void, holder?: undefined } | { holder: { pid: number, process: string, since: string }, release?: undefined }}
 */
export function takeLock(file) {
  const mine = `${file}.${process.pid}`
  writeFileSync(
    mine,
    JSON.stringify({ pid: process.pid, process: identify(process.pid), since: new Date().toISOString() }),
    { mode: 0o600 },
  )
  try {
    for (;;) {
      if (tryLink(mine, file)) return { release: () => rmSync(file, { force: true }) }
      const holder = readHolder(file)
      if (holder && isRunning(holder)) return { holder }
      removeStale(file)
    }
  } finally {
    rmSync(mine, { force: true })
  }
}

/** Creates a hard link; false if the name exists. Throws other errors. */
function tryLink(from, to) {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error.code === "EEXIST") return false
    throw error
  }
}

/** Removes a stale lock. Only one process may do so at a time, or it could remove another's new lock. */
function removeStale(file) {
  const broom = `${file}.clearing`
  try {
    mkdirSync(broom)
  } catch (error) {
    if (error.code !== "EEXIST") throw error
    if (Date.now() - (statSync(broom, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > 5_000)
      rmSync(broom, { recursive: true, force: true })
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    return
  }
  try {
    const holder = readHolder(file)
    if (!holder || !isRunning(holder)) rmSync(file, { force: true })
  } finally {
    rmdirSync(broom)
  }
}

function readHolder(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch {
    return null // removed by another process, or truncated by a full disk
  }
}

function isRunning(holder) {
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if (error.code !== "EPERM") return false
  }
  return identify(holder.pid) === holder.process
}

/**
 * Returns a text that identifies a process even if its number is used again later: the time it started and, on Linux, the boot.
 * A process that has ended gets "ended" instead of the time. Returns "unknown" if nothing can be read.
 */
function identify(pid) {
  try {
    if (process.platform !== "linux")
      return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim()
    // Counted after the name in brackets, which may hold spaces: the state is the 3rd field, the start the 22nd.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ")
    const started = fields[0] === "Z" || fields[0] === "X" ? "ended" : fields[19]
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${started}`
  } catch {
    return "unknown"
  }
}

/**
 * True if a process with this ID is running, including processes of other users. The system may have reused
 * the ID, so take a lock if that matters.
 * @param {number} pid
 * @returns {boolean}
 */
export function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return cause.code === "EPERM"
  }
}
