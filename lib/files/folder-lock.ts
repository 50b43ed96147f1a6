import { linkSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { execFileSync } from "node:child_process"

export interface Holder {
  readonly pid: number
  readonly since: string
}

interface Written extends Holder {
  /** Tells the process from a later one with the same number. */
  readonly process: string
}

/**
 * Takes the lock at `file`, or says who has it. A lock whose process is gone, even by kill -9 or with the whole machine, counts as free.
 * The same as lib/launch/lock.mjs does for the server, which runs before anything is bundled.
 */
export function takeLock(file: string, now: Date): { readonly release: () => void } | { readonly holder: Holder } {
  const mine = `${file}.${process.pid}`
  writeFileSync(mine, JSON.stringify({ pid: process.pid, process: identify(process.pid), since: now.toISOString() } satisfies Written), { mode: 0o600 })
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

/** Linking is atomic, and fails where the name exists. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "EEXIST") return false
    throw cause
  }
}

const LONGEST_CLEARING_MS = 5_000

/** Only one may clear a stale lock at a time, or it could clear the fresh lock of another that was faster. */
function removeStale(file: string): void {
  const broom = `${file}.clearing`
  try {
    mkdirSync(broom)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause
    if (Date.now() - (statSync(broom, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > LONGEST_CLEARING_MS) rmSync(broom, { recursive: true, force: true })
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

function readHolder(file: string): Written | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Written
  } catch {
    return null // gone meanwhile, or torn by a full disk
  }
}

function isRunning(holder: Written): boolean {
  try {
    process.kill(holder.pid, 0)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EPERM") return false
  }
  return identify(holder.pid) === holder.process
}

/** By its start, and on Linux by the boot it belongs to. One that has ended is not the one it was, even while its parent has not taken notice. */
function identify(pid: number): string {
  try {
    if (process.platform !== "linux") return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim()
    // Counted after the name in brackets, which may hold spaces: the state is the 3rd field, the start the 22nd.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? []
    const started = fields[0] === "Z" || fields[0] === "X" ? "ended" : fields[19]
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${started}`
  } catch {
    return "unknown"
  }
}
