import type { TakenAs } from "@/lib/memory/memory-files/format"
import { ownValue } from "@/lib/memory/text/own-value"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Refused } from "@/lib/files/found"
import { hashAt, replaceWhole } from "@/lib/files/write-whole"

/** What tells a file from a later state of it, without its bytes: size, times, number. */
export interface FileStamp {
  readonly size: number
  /** When its bytes were written, and when anything of it was: nanoseconds since 1970, as digits. */
  readonly written: string
  readonly changed: string
  readonly inode: string
}

/** What the bytes of a file say of it. `definition`: of an agent; `other`: no memory, though its name may be that of one. */
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
      readonly status: Refused["status"]
      readonly reason: string
      /** It is there, and may not be read. */ readonly unread?: true
    }

/** What was read of a file when it had this mark. `asked`: the formats that might own it, as the answer depends on them. */
export interface KnownFile {
  readonly mark: FileStamp
  readonly asked: string
  readonly read: Read
}

interface Kept {
  readonly version: typeof VERSION
  /** When the folder was looked through, in milliseconds since 1970. */
  readonly at: number
  readonly files: Readonly<Record<string, KnownFile>>
  /** For each server: what the definitions of agents said when they were last pushed there. */
  readonly definitions: Readonly<Record<string, string>>
  /** For each server: what people said there that files of the folder are. */
  readonly takenAs?: Readonly<Record<string, readonly TakenAs[]>>
}

/** Raised whenever what is read of a file may come out otherwise. */
const VERSION = 3

/** A file that changed so shortly before it was read may have changed again without a trace in its times. */
const UNSURE_MS = 2_000

/** What an earlier sync has read: files that did not change are not read again. Without it everything is. */
export class KnownHashes {
  readonly #kept: Kept
  readonly definitions: Map<string, string>
  readonly takenAs: Map<string, readonly TakenAs[]>

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

  /** Keeps what was read; where that is not possible the next sync reads everything. */
  async keep(files: ReadonlyMap<string, KnownFile>, at: Date): Promise<void> {
    const kept: Kept = {
      version: VERSION,
      at: at.getTime(),
      files: Object.fromEntries(files),
      definitions: Object.fromEntries(this.definitions),
      takenAs: Object.fromEntries(this.takenAs),
    }
    const file = join(this.folder, NAME)
    await replaceWhole({
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
    // not there, or not ours: everything is read again
  }
  return { version: VERSION, at: 0, files: {}, definitions: {} }
}
