import { createHash } from "node:crypto"
import { mkdirSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { takeLock } from "@/lib/files/lock.mjs"
import type { Screen } from "../infra/command"
import { refuse } from "../infra/exit-codes"

/**
 * Returns the path of the folder with this machine's data about a synced folder. If the data is lost, the
 * next sync only takes longer.
 */
export function stateFolder(
  root: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const home = env.XDG_STATE_HOME ? resolve(env.XDG_STATE_HOME) : join(homedir(), ".local", "state")
  return join(home, "quarterdeck", "sync", createHash("sha256").update(root).digest("hex").slice(0, 24))
}

/** Maximum number of milliseconds to wait for another sync of the same folder. */
const PATIENCE_MS = 30_000
const LOOK_MS = 100

/**
 * Runs `work` while it locks the folder against other syncs on this machine, and returns the result. Throws
 * if another sync holds the lock for longer than `PATIENCE_MS`, or if the state folder is not writable.
 */
export async function withFolderLock<T>(
  root: string,
  folder: string,
  screen: Screen,
  work: () => Promise<T>,
): Promise<T> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, "folder"), `${root}\n`)
  } catch (cause) {
    throw refuse(
      "forbidden",
      `${folder} is not writable (${(cause as NodeJS.ErrnoException).code}): the sync needs this folder for its lock. Set XDG_STATE_HOME to a writable folder`,
    )
  }
  const begun = Date.now()
  for (;;) {
    const lock = takeLock(join(folder, "lock"))
    if (!lock.holder) return work().finally(lock.release)
    const { pid, since } = lock.holder
    if (Date.now() - begun > PATIENCE_MS)
      throw refuse(
        "conflict",
        `another sync of ${root} is running (process ${pid}, since ${since}): wait for it, or stop that process`,
      )
    screen.progress(`Waiting for another sync of ${root} (process ${pid})`)
    await pause(LOOK_MS)
  }
}
