import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs"
import { join } from "node:path"
import { isAlive } from "../files/is-alive.mjs"

const SHARED_MEMORY = "/dev/shm"
const NAME = /^quarterdeck-tests-(\d+)$/
const ENOUGH_BYTES = 4 * 1024 ** 3

/**
 * Puts the temporary folder of the tests into memory if the machine has enough. Tests create and delete tens
 * of thousands of files, so this saves a tenth of a run. The folder is deleted when the process exits or,
 * after a kill, by the next run.
 */
export function useMemoryFolder() {
  if (!hasRoom()) return
  for (const name of readdirSync(SHARED_MEMORY))
    if (NAME.test(name) && !isAlive(Number(NAME.exec(name)[1]))) remove(join(SHARED_MEMORY, name))
  const folder = join(SHARED_MEMORY, `quarterdeck-tests-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o711) // as root, the database runs as another user, who needs access
  process.env.TMPDIR = folder
  process.once("exit", () => remove(folder))
}

/** True if there is enough memory. Containers often allow 64 MB, and forbid programs there, which some tests write. */
function hasRoom() {
  if (process.env.TMPDIR) return false
  try {
    const mount = readFileSync("/proc/mounts", "utf8")
      .split("\n")
      .map((line) => line.split(" "))
      .findLast(([, place]) => place === SHARED_MEMORY)
    if (mount?.[2] !== "tmpfs" || mount[3].split(",").includes("noexec")) return false
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    return bavail * bsize >= ENOUGH_BYTES
  } catch {
    return false // The file does not exist on this system, or is hidden.
  }
}

function remove(folder) {
  rmSync(folder, { recursive: true, force: true })
}
