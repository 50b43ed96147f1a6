import { sha256Hex } from "@/lib/files/sha256"
import { mkdirSync, writeFileSync, readFileSync } from "node:fs"
import { homedir } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { takeLock } from "@/lib/files/lock.mjs"
import type { FormatRule } from "@/lib/memory/memory-files/format"
import { ownValue } from "@/lib/memory/text/own-value"
import type { RefusedFile } from "@/lib/files/readable-file"
import { hashAt, replaceFile } from "@/lib/files/write-file"
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
  return join(home, "quarterdeck", "sync", sha256Hex(root).slice(0, 24))
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
        `another sync of ${root} is running (process ${pid}, since ${since}): wait for it to finish, or stop that process`,
      )
    screen.progress(`Waiting for another sync of ${root} (process ${pid})`)
    await pause(LOOK_MS)
  }
}

/**
 * Size, times and inode of a file. An equal stamp means that the file has not changed, without reading it.
 */
export interface FileStamp {
  readonly size: number
  /**
   * Time of the last write in nanoseconds since 1970, as digits. `changed`: time of the last change of
   * content or metadata.
   */
  readonly written: string
  readonly changed: string
  readonly inode: string
}

/**
 * Result of reading a file. `definition`: definition of an agent. `other`: not memory, although its name
 * suggests it.
 */
export type Read =
  | {
      readonly kind: "memory"
      readonly sha256: string
      readonly format: string
      /** The project that a Kaizen file names. */ readonly project?: string
    }
  | { readonly kind: "definition"; readonly sha256: string }
  | {
      readonly kind: "other"
      readonly status: RefusedFile["status"]
      readonly reason: string
      /** True if the file exists and cannot be read. */ readonly unread?: true
    }

/** Result of reading a file with a stamp. `asked`: the candidate formats, on which the result depends. */
export interface KnownFile {
  readonly mark: FileStamp
  readonly asked: string
  readonly read: Read
}

interface Kept {
  readonly version: typeof VERSION
  /** Time of the scan in milliseconds since 1970. */
  readonly at: number
  readonly files: Readonly<Record<string, KnownFile>>
  /** Hash of the definitions of agents at the last push, by server. */
  readonly definitions: Readonly<Record<string, string>>
  /** Formats that people chose for files, by server. */
  readonly takenAs?: Readonly<Record<string, readonly FormatRule[]>>
}

/** Version of the stored results. Must be increased when the result of reading a file may change. */
const VERSION = 3

/**
 * Milliseconds before a scan in which a change makes a result unreliable. The file may have changed again
 * without a new time.
 */
const UNSURE_MS = 2_000

/** Results of an earlier scan, with which unchanged files need not be read again. */
export class KnownHashes {
  readonly #kept: Kept
  readonly definitions: Map<string, string>
  readonly takenAs: Map<string, readonly FormatRule[]>

  constructor(readonly folder: string) {
    this.#kept = load(join(folder, NAME))
    this.definitions = new Map(Object.entries(this.#kept.definitions))
    this.takenAs = new Map(Object.entries(this.#kept.takenAs ?? {}))
  }

  find(path: string, mark: FileStamp, asked: string): Read | null {
    const known = ownValue(this.#kept.files, path)
    if (!known || known.asked !== asked || !isSame(known.mark, mark)) return null
    return Math.max(inMilliseconds(mark.written), inMilliseconds(mark.changed)) < this.#kept.at - UNSURE_MS
      ? known.read
      : null
  }

  /** Stores the results. Errors are ignored, because the next sync then reads all files. */
  async keep(files: ReadonlyMap<string, KnownFile>, at: Date): Promise<void> {
    const kept: Kept = {
      version: VERSION,
      at: at.getTime(),
      files: Object.fromEntries(files),
      definitions: Object.fromEntries(this.definitions),
      takenAs: Object.fromEntries(this.takenAs),
    }
    const file = join(this.folder, NAME)
    await replaceFile({
      file,
      bytes: Buffer.from(JSON.stringify(kept)),
      expected: await hashAt(file),
    }).catch(() => undefined)
  }
}

const NAME = "hashes.json"

const isSame = (one: FileStamp, other: FileStamp): boolean =>
  one.size === other.size &&
  one.written === other.written &&
  one.changed === other.changed &&
  one.inode === other.inode

export const inMilliseconds = (nanoseconds: string): number => Number(BigInt(nanoseconds) / 1_000_000n)

function load(file: string): Kept {
  try {
    const kept = JSON.parse(readFileSync(file, "utf8")) as Kept
    if (kept.version === VERSION) return kept
  } catch {
    // missing or invalid: everything is read again
  }
  return { version: VERSION, at: 0, files: {}, definitions: {} }
}
