import { Readable, Transform } from "node:stream"
import { createGunzip } from "node:zlib"
import { extract, type Headers } from "tar-stream"
import { type ArchiveEntry, RefusedArchive, type ArchiveSource, blocksOf } from "./archive-source"

/** Maximum bytes between two entries, such as a long name. No known program writes a longer header. */
const LONGEST_HEADER = 4 * 1024 * 1024

export const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b
export const isTar = (head: Uint8Array): boolean =>
  Buffer.from(head.subarray(257, 262)).toString("latin1") === "ustar"

/** Yields the entries of a tar, compressed with gzip or not. `count` gets all unpacked bytes as they come, and may throw. */
export async function* tarEntries(
  source: ArchiveSource,
  { gzip, count, signal }: { gzip: boolean; count: (bytes: number) => void; signal: AbortSignal },
): AsyncGenerator<ArchiveEntry, void, undefined> {
  const entries = extract({ filenameEncoding: "latin1" })
  let sinceEntry = 0
  const counted = new Transform({
    transform(part: Buffer, _, next) {
      try {
        count(part.length)
        sinceEntry += part.length
        if (sinceEntry > LONGEST_HEADER)
          throw new RefusedArchive("the archive is damaged: it contains an unterminated header")
        next(null, part)
      } catch (cause) {
        next(cause as Error)
      }
    },
  })
  const packed = Readable.from(blocksOf(source), { objectMode: false })
  const streams = gzip ? [packed, createGunzip(), counted] : [packed, counted]
  const stop = (cause: Error) => {
    for (const stream of streams) stream.destroy()
    entries.destroy(cause)
  }
  const onAbort = () => stop(signal.reason as Error)
  signal.addEventListener("abort", onAbort, { once: true })
  for (const stream of streams) stream.on("error", stop)
  if (gzip)
    packed
      .pipe(streams[1] as Transform)
      .pipe(counted)
      .pipe(entries)
  else packed.pipe(counted).pipe(entries)
  try {
    for await (const entry of entries) {
      sinceEntry = 0
      const header: Described = entry.header
      const size = header.size ?? 0
      if (!Number.isSafeInteger(size) || size < 0)
        throw new RefusedArchive("the archive is damaged: it contains an entry with an invalid size")
      yield {
        name: nameOf(header),
        size,
        isFolder: header.type === "directory",
        problem: problemOf(header),
        content: () => passing(entry, () => (sinceEntry = 0)),
      }
      for await (const _ of passing(entry, () => (sinceEntry = 0))) signal.throwIfAborted()
    }
  } catch (cause) {
    if (signal.aborted || cause instanceof RefusedArchive) throw cause
    throw new RefusedArchive(`the archive is damaged: ${(cause as Error).message}`, { cause })
  } finally {
    signal.removeEventListener("abort", onAbort)
    stop(new Error("no longer needed"))
  }
}

/** Yields the rest of an entry. Yields nothing if the entry has already ended. */
async function* passing(
  entry: AsyncIterable<Uint8Array> & { readonly destroyed?: boolean },
  passed: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (entry.destroyed) return
  for await (const part of entry) {
    passed()
    yield part
  }
}

/** Headers with extended headers, which the package's types leave out. */
type Described = Headers & { readonly pax?: Readonly<Record<string, string>> | null }

/** Returns the name of an entry. Extended headers are decoded as UTF-8; other names are bytes. */
const nameOf = ({ name, pax }: Described): Uint8Array =>
  pax?.path === undefined ? Buffer.from(name, "latin1") : Buffer.from(name, "utf8")

function problemOf({ type, pax }: Described): string | null {
  if (type === "symlink" || type === "link") return "a link inside the archive; links are not followed"
  if (Object.keys(pax ?? {}).some((key) => key.startsWith("GNU.sparse")))
    return "a sparse file: create the archive without --sparse"
  return type === "file" || type === "contiguous-file" || type === "directory"
    ? null
    : "not a regular file (a pipe, socket or device)"
}
