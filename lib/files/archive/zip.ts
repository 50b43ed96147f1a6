import { Readable } from "node:stream"
import { crc32 } from "node:zlib"
import { buffer } from "node:stream/consumers"
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from "yauzl"
import { ZipFile as ZipWriter } from "yazl"
import {
  type ArchiveEntry,
  RefusedArchive,
  type ArchiveSource,
  BLOCK_BYTES,
  blocksOf,
} from "./archive-source"

const [KIND, LINK, REGULAR, FOLDER] = [0o170000, 0o120000, 0o100000, 0o040000]
/** Bytes of the header before each file, without the name. */
const LOCAL_HEADER_BYTES = 30

/** Yields the entries of a zip in the order of its directory. */
export async function* zipEntries(source: ArchiveSource): AsyncGenerator<ArchiveEntry, void, undefined> {
  const zip = await openZip(source)
  try {
    for await (const entry of listed(zip))
      yield {
        name: nameOf(entry),
        size: entry.uncompressedSize,
        isFolder: nameOf(entry).at(-1) === 0x2f,
        problem: problemOf(entry),
        content: () => contentOf(zip, entry),
      }
  } finally {
    zip.close()
  }
}

/** Throws if a zip has too many entries, or if entries share bytes, because a small file could then unpack to a huge one. */
export async function checkZip(source: ArchiveSource, most: number): Promise<void> {
  const zip = await openZip(source)
  try {
    if (zip.entryCount > most) throw tooMany(most)
    const places: [start: number, end: number][] = []
    for await (const entry of listed(zip)) {
      if (places.length >= most) throw tooMany(most)
      const start = entry.relativeOffsetOfLocalHeader
      places.push([start, start + LOCAL_HEADER_BYTES + nameOf(entry).length + entry.compressedSize])
    }
    places.sort((a, b) => a[0] - b[0])
    const overlaps = places.some(([start], place) => place > 0 && start < (places[place - 1]?.[1] ?? 0))
    if (overlaps)
      throw new RefusedArchive(
        "entries in the archive overlap, so the archive would unpack to more data than it contains: nothing was imported. Create the archive again, then import it",
      )
  } finally {
    zip.close()
  }
}

export const tooMany = (most: number): RefusedArchive =>
  new RefusedArchive(
    `the archive contains more than ${most.toLocaleString("en")} files: import its folders one by one`,
  )

const nameOf = (entry: Entry): Buffer => entry.fileName as unknown as Buffer

function problemOf(entry: Entry): string | null {
  const kind = (entry.externalFileAttributes >>> 16) & KIND
  if (kind === LINK) return "a link inside the archive; links are not followed"
  if (![0, REGULAR, FOLDER].includes(kind)) return "not a regular file (a pipe, socket or device)"
  return entry.isEncrypted() ? "encrypted: unpack the archive, then import the folder" : null
}

function openZip(source: ArchiveSource): Promise<ZipFile> {
  const options = { lazyEntries: true, decodeStrings: false, validateEntrySizes: true, autoClose: false }
  return new Promise((resolve, reject) => {
    fromRandomAccessReader(new BlockReader(source), source.size, options, (cause, zip) =>
      cause
        ? reject(
            new RefusedArchive(`the archive cannot be read as a zip or tar: ${cause.message}`, { cause }),
          )
        : resolve(zip),
    )
  })
}

async function* listed(zip: ZipFile): AsyncGenerator<Entry, void, undefined> {
  for (;;) {
    const next = await new Promise<Entry | null>((resolve, reject) => {
      const settle = (act: () => void) => {
        zip.removeAllListeners()
        act()
      }
      zip.once("entry", (entry: Entry) => settle(() => resolve(entry)))
      zip.once("end", () => settle(() => resolve(null)))
      zip.once("error", (cause: Error) =>
        settle(() => reject(new RefusedArchive(`the archive is damaged: ${cause.message}`, { cause }))),
      )
      zip.readEntry()
    })
    if (next === null) return
    yield next
  }
}

async function* contentOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array, void, undefined> {
  const stream = await new Promise<Readable>((resolve, reject) =>
    zip.openReadStream(entry, (cause, opened) => (cause ? reject(cause) : resolve(opened))),
  )
  let checksum = 0
  for await (const part of stream as AsyncIterable<Buffer>) {
    checksum = crc32(part, checksum)
    yield part
  }
  if (checksum !== entry.crc32) throw new Error("its content does not match its checksum")
}

/** Reads in blocks and caches the last ones, because the directory and file headers are many small reads nearby. */
class BlockReader extends RandomAccessReader {
  readonly #source: ArchiveSource
  readonly #blocks = new Map<number, Promise<Buffer>>()

  constructor(source: ArchiveSource) {
    super()
    this.#source = source
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(blocksOf(this.#source, start, end), { objectMode: false })
  }

  override read(...[into, offset, length, position, callback]: Parameters<RandomAccessReader["read"]>): void {
    this.#bytes(position, length).then(
      (bytes) => {
        bytes.copy(into, offset)
        callback(bytes.length < length ? new Error("the archive is truncated") : null)
      },
      (cause: unknown) => callback(cause as Error),
    )
  }

  async #bytes(position: number, length: number): Promise<Buffer> {
    const first = Math.floor(position / BLOCK_BYTES)
    const last = Math.floor((position + Math.max(length, 1) - 1) / BLOCK_BYTES)
    if (last - first >= KEPT_BLOCKS) return this.#source.read(position, length)
    const blocks: Buffer[] = []
    for (let place = first; place <= last; place += 1) blocks.push(await this.#block(place))
    const from = position - first * BLOCK_BYTES
    const bytes = blocks.length === 1 ? (blocks[0] ?? Buffer.alloc(0)) : Buffer.concat(blocks)
    return bytes.subarray(from, from + length)
  }

  #block(place: number): Promise<Buffer> {
    const known = this.#blocks.get(place)
    if (known) return known
    const block = this.#source.read(place * BLOCK_BYTES, BLOCK_BYTES)
    block.catch(() => undefined) // the caller handles the error
    this.#blocks.set(place, block)
    for (const old of this.#blocks.keys()) {
      if (this.#blocks.size <= KEPT_BLOCKS) break
      this.#blocks.delete(old)
    }
    return block
  }
}

const KEPT_BLOCKS = 8

/** Packs files into a zip, in order. The same files and time give the same bytes. */
export async function pack(
  files: readonly { readonly path: string; readonly bytes: Uint8Array }[],
  at: Date,
): Promise<Buffer> {
  const zip = new ZipWriter()
  for (const { path, bytes } of files)
    zip.addBuffer(Buffer.from(bytes), path, { mtime: at, mode: 0o100644, forceDosTimestamp: true })
  zip.end()
  return buffer(zip.outputStream)
}
