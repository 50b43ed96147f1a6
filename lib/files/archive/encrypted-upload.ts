import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto"
import { type FileHandle, mkdir, open, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type ArchiveSource } from "./archive-source"

const CIPHER = "aes-256-ctr"

const CIPHER_BLOCK = 16

/** Encryption key of this process. Other processes cannot read its uploads. */
const KEY = randomBytes(32)

/**
 * An upload on disk instead of in memory. Uploads may contain secrets, so the file is encrypted, private to the user, and
 * has no name once it is open: the system deletes it even if the process is killed.
 */
export class Spool implements ArchiveSource {
  readonly #file: FileHandle
  readonly #start: Buffer
  #size = 0
  #sha256 = ""

  private constructor(file: FileHandle, start: Buffer) {
    this.#file = file
    this.#start = start
  }

  /**
   * Stores a stream and returns the upload. Returns null, and keeps nothing, if the stream has more than
   * `most` bytes.
   */
  static async store(stream: AsyncIterable<Uint8Array>, most: number): Promise<Spool | null> {
    const folder = spoolFolder()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, `upload-${process.pid}-${randomBytes(8).toString("hex")}`)
    const spool = new Spool(await open(path, "wx+", 0o600), randomBytes(CIPHER_BLOCK))
    try {
      await rm(path)
      if (await spool.#fill(stream, most)) return spool
      await spool.discard()
      return null
    } catch (cause) {
      await spool.discard()
      throw cause
    }
  }

  get size(): number {
    return this.#size
  }

  /** SHA-256 of the upload in hex. */
  get sha256(): string {
    return this.#sha256
  }

  async read(position: number, length: number): Promise<Buffer> {
    const skipped = position % CIPHER_BLOCK
    const wanted = Math.max(0, Math.min(length, this.#size - position))
    const sealed = Buffer.alloc(wanted + skipped)
    await readWhole(this.#file, sealed, position - skipped)
    const cipher = createDecipheriv(CIPHER, KEY, counterAt(this.#start, (position - skipped) / CIPHER_BLOCK))
    return cipher.update(sealed).subarray(skipped)
  }

  /** Closes the file, which deletes it. */
  async discard(): Promise<void> {
    await this.#file.close().catch(() => undefined)
  }

  async #fill(stream: AsyncIterable<Uint8Array>, most: number): Promise<boolean> {
    const cipher = createCipheriv(CIPHER, KEY, this.#start)
    const hash = createHash("sha256")
    for await (const part of stream) {
      if (this.#size + part.length > most) return false
      hash.update(part)
      await this.#file.appendFile(cipher.update(part))
      this.#size += part.length
    }
    this.#sha256 = hash.digest("hex")
    return true
  }
}

/**
 * Deletes upload files of processes that ended before they removed the file's name. Call it when the server
 * starts.
 */
export async function clearSpool(): Promise<void> {
  const folder = spoolFolder()
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((one) => one.startsWith("upload-")))
    await rm(join(folder, name), { force: true })
}

function spoolFolder(): string {
  const home = process.env.QUARTERDECK_HOME
  return home ? join(home, "tmp") : join(tmpdir(), `quarterdeck-spool-${process.getuid?.() ?? "user"}`)
}

async function readWhole(file: FileHandle, into: Buffer, position: number): Promise<void> {
  for (let done = 0; done < into.length;) {
    const { bytesRead } = await file.read(into, done, into.length - done, position + done)
    if (bytesRead === 0) throw new Error("an upload ended before its stated size")
    done += bytesRead
  }
}

/** Returns the cipher's counter for a block: a number of 128 bits that wraps around. */
function counterAt(start: Buffer, block: number): Buffer {
  const counter = (BigInt(`0x${start.toString("hex")}`) + BigInt(block)) & ((1n << 128n) - 1n)
  return Buffer.from(counter.toString(16).padStart(32, "0"), "hex")
}
