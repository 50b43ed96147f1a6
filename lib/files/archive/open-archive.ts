import { createHash } from "node:crypto"
import { Readable, Transform } from "node:stream"
import { createGunzip } from "node:zlib"
import { extract, type Headers } from "tar-stream"
import { IMPORT_LIMITS, sizeOf, type RefusedFile } from "../readable-file"
import { RefusedArchive, type ArchiveEntry, type ArchiveSource, blocksOf } from "./archive-source"
import { checkZip, tooMany, zipEntries } from "./zip"

export interface ArchivedFile {
  readonly path: string
  readonly size: number
  /** In hex. */
  readonly sha256: string
}

export interface Archive {
  readonly files: readonly ArchivedFile[]
  readonly refused: readonly RefusedFile[]
  /** Unpacks the archive again and yields the content of the listed files at these paths. */
  read(paths: ReadonlySet<string>): AsyncGenerator<{ path: string; bytes: Uint8Array }, void, undefined>
}

const TOO_LONG = `unpacking the archive took more than ${IMPORT_LIMITS.archiveSeconds} seconds: import its folders one by one`

/**
 * Lists the files of a zip, tar or tar.gz. The archive is unpacked as a stream: at most one file is in
 * memory, and nothing is written to disk. Links, devices, damaged files and files beyond a limit are
 * quarantined one by one. Throws a `RefusedArchive` for an archive that cannot be read or that unpacks to
 * more than the limits allow.
 */
export async function openArchive(
  source: ArchiveSource,
  signal: AbortSignal = AbortSignal.timeout(IMPORT_LIMITS.archiveSeconds * 1000),
): Promise<Archive> {
  if (source.size > IMPORT_LIMITS.archiveBytes)
    throw new RefusedArchive(
      `the archive is ${sizeOf(source.size)}, and the limit is ${sizeOf(IMPORT_LIMITS.archiveBytes)}: import its folders one by one`,
    )
  const head = await source.read(0, 512)
  const isPacked = isGzip(head)
  const isZip = !isPacked && !isTar(head)
  if (isZip) await checkZip(source, IMPORT_LIMITS.files)
  const entriesOf = (budget: Budget) =>
    isZip
      ? zipEntries(source)
      : tarEntries(source, { gzip: isPacked, count: (bytes) => budget.spend(bytes), signal })
  const files = new Map<string, ArchivedFile & { readonly place: number }>()
  const refused: RefusedFile[] = []
  await withinTime(signal, async () => {
    const budget = new Budget(source.size)
    let place = 0
    for await (const entry of entriesOf(budget)) {
      place += 1
      if (place > IMPORT_LIMITS.files) throw tooMany(IMPORT_LIMITS.files)
      if (entry.isFolder) continue
      const found = await lookAt(entry, { signal, spend: (bytes) => isZip && budget.spend(bytes) })
      if ("reason" in found) refused.push(found)
      else files.set(found.path, { ...found, place })
    }
  })
  async function* read(paths: ReadonlySet<string>) {
    const budget = new Budget(source.size)
    let place = 0
    for await (const entry of entriesOf(budget)) {
      place += 1
      const path = entryPath(entry.name)
      const file = typeof path === "string" && paths.has(path) ? files.get(path) : undefined
      if (file?.place !== place) continue
      const bytes = await withinTime(signal, () => collect(entry, file.path, signal))
      if (bytes !== null) yield { path: file.path, bytes }
    }
  }
  return { files: [...files.values()], refused, read }
}

/** Runs `work`. Throws a RefusedArchive if the time is up. */
async function withinTime<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw signal.aborted ? new RefusedArchive(TOO_LONG, { cause }) : cause
  }
}

/**
 * Counts unpacked bytes. Throws a RefusedArchive if they exceed the limit, which depends on the size of the
 * archive.
 */
class Budget {
  readonly #most: number
  #spent = 0

  constructor(archiveBytes: number) {
    this.#most = Math.min(
      IMPORT_LIMITS.totalBytes,
      Math.max(1024 * 1024, archiveBytes * IMPORT_LIMITS.archiveRatio),
    )
  }

  spend(bytes: number): void {
    this.#spent += bytes
    if (this.#spent > this.#most)
      throw new RefusedArchive(
        `the archive unpacks to more than the limit of ${sizeOf(this.#most)} (at most ${IMPORT_LIMITS.archiveRatio} times the size of the archive): nothing was imported. Unpack the archive and import its folders one by one`,
      )
  }
}

async function lookAt(
  entry: ArchiveEntry,
  { signal, spend }: { signal: AbortSignal; spend: (bytes: number) => void },
): Promise<ArchivedFile | RefusedFile> {
  const path = entryPath(entry.name)
  if (typeof path !== "string") return path
  const aside = (reason: string): RefusedFile => ({ path, size: entry.size, status: "set-aside", reason })
  if (entry.problem !== null) return aside(entry.problem)
  if (path.split("/").length - 1 > IMPORT_LIMITS.depth)
    return aside(`more than ${IMPORT_LIMITS.depth} folders deep: unpack the archive and import a subfolder`)
  if (entry.size > IMPORT_LIMITS.fileBytes)
    return aside(`too large (${sizeOf(entry.size)}): the limit is ${sizeOf(IMPORT_LIMITS.fileBytes)}`)
  const hash = createHash("sha256")
  let size = 0
  try {
    for await (const part of entry.content()) {
      signal.throwIfAborted()
      spend(part.length)
      hash.update(part)
      size += part.length
    }
  } catch (cause) {
    if (signal.aborted || cause instanceof RefusedArchive) throw cause
    return aside(
      `damaged in the archive (${(cause as Error).message}): create the archive again, then import it`,
    )
  }
  return { path, size, sha256: hash.digest("hex") }
}

/**
 * Returns the bytes of an entry; null if they exceed the maximum file size. Throws a RefusedArchive if the
 * entry is damaged.
 */
async function collect(entry: ArchiveEntry, path: string, signal: AbortSignal): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of entry.content()) {
      signal.throwIfAborted()
      size += part.length
      if (size > IMPORT_LIMITS.fileBytes) return null
      parts.push(part)
    }
  } catch (cause) {
    if (signal.aborted || cause instanceof RefusedArchive) throw cause
    throw new RefusedArchive(
      `${path} is damaged in the archive (${(cause as Error).message}): nothing was imported. Create the archive again, then import it`,
      { cause },
    )
  }
  return Buffer.concat(parts)
}

/** Maximum length of an entry's name in bytes. A file with a longer name is quarantined. */
const LONGEST_NAME = 4096
const SHOWN_BYTES = 1000

/** Returns the path for an entry's name, or why the name is not a valid path. */
function entryPath(name: Uint8Array): string | RefusedFile {
  const raw = Buffer.from(name.buffer, name.byteOffset, name.byteLength)
  const aside = (reason: string): RefusedFile => ({
    path: shownName(raw),
    size: 0,
    status: "set-aside",
    reason,
  })
  if (raw.length > LONGEST_NAME) return aside(`its name is longer than ${LONGEST_NAME} bytes: shorten it`)
  let path: string
  try {
    path = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw).replaceAll("\\", "/")
  } catch {
    return aside("its name is not UTF-8: rename it")
  }
  if (path.includes("\0")) return aside("its name contains a NUL character: rename it")
  if (path.startsWith("/") || /^[a-z]:/i.test(path) || path.split("/").includes(".."))
    return aside("its path points outside the archive")
  return path.replace(/^(\.\/)+/, "").replaceAll(/\/{2,}/g, "/")
}

const shownName = (raw: Buffer): string =>
  raw.length > SHOWN_BYTES ? `${raw.subarray(0, SHOWN_BYTES).toString("latin1")}…` : raw.toString("latin1")

/** Maximum bytes between two entries, such as a long name. No known program writes a longer header. */
const LONGEST_HEADER = 4 * 1024 * 1024

const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b
const isTar = (head: Uint8Array): boolean =>
  Buffer.from(head.subarray(257, 262)).toString("latin1") === "ustar"

/** Yields the entries of a tar, compressed with gzip or not. `count` gets all unpacked bytes as they come, and may throw. */
async function* tarEntries(
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
