import type { FormatRule } from "@/lib/memory/memory-files/format"
import { ownValue } from "@/lib/memory/text/own-value"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { RefusedFile } from "@/lib/files/readable-file"
import { hashAt, replaceFile } from "@/lib/files/replace-file"

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
