import { promisify } from "node:util"
import { crc32 } from "node:zlib"
import { type Entry, fromBuffer, type Options, type ZipFile } from "yauzl"
import { CAPS, sizeOf } from "./caps"
import type { Refused } from "./found"

export interface Unpacked {
  readonly files: { readonly path: string; readonly bytes: Uint8Array }[]
  readonly refused: Refused[]
}

const open = promisify<Buffer, Options, ZipFile>(fromBuffer)

/**
 * Unpacks a zip in memory, nothing is written to disk. Names that would leave the folder, links and files beyond a cap are
 * set aside one by one; an archive that lies about its sizes or beats the ratio cap is refused whole, by an error for people.
 */
export async function unpack(archive: Uint8Array): Promise<Unpacked> {
  if (archive.length > CAPS.archiveBytes)
    throw new Error(
      `the archive has ${sizeOf(archive.length)}: at most ${sizeOf(CAPS.archiveBytes)} are taken, import its folders one by one`,
    )
  const buffer = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength)
  const zip = await open(buffer, { lazyEntries: true, decodeStrings: false, validateEntrySizes: true }).catch(
    (cause: unknown) => {
      throw new Error(`the archive cannot be read as a zip: ${(cause as Error).message}`, { cause })
    },
  )
  const files: { path: string; bytes: Uint8Array }[] = []
  const refused: Refused[] = []
  const allowed = Math.max(1024 * 1024, archive.length * CAPS.archiveRatio)
  let total = 0
  for await (const entry of entriesOf(zip)) {
    const named = nameOf(entry)
    if (typeof named !== "string") {
      refused.push(named)
      continue
    }
    if (named.endsWith("/")) continue
    if (files.length + refused.length >= CAPS.files)
      throw new Error(
        `the archive holds more than ${CAPS.files.toLocaleString("en")} files: import its folders one by one`,
      )
    const reason = reasonAgainst(entry, named)
    if (reason !== null) {
      refused.push({ path: named, size: entry.uncompressedSize, status: "set-aside", reason })
      continue
    }
    total += entry.uncompressedSize
    if (total > allowed || total > CAPS.totalBytes) {
      throw new Error(
        `the archive unpacks to more than ${sizeOf(Math.min(allowed, CAPS.totalBytes))} (${CAPS.archiveRatio} times its size at most): nothing was imported`,
      )
    }
    const bytes = await read(zip, entry).catch((cause: Error) => cause)
    if (bytes instanceof Error)
      refused.push({
        path: named,
        size: entry.uncompressedSize,
        status: "set-aside",
        reason: `damaged in the archive (${bytes.message})`,
      })
    else files.push({ path: named, bytes })
  }
  return { files, refused }
}

const LINK = 0o120000
const KIND = 0o170000

function reasonAgainst(entry: Entry, path: string): string | null {
  if (((entry.externalFileAttributes >>> 16) & KIND) === LINK)
    return "a link inside the archive; links are not followed"
  if (entry.isEncrypted()) return "encrypted: unpack it first and import the folder"
  if (path.split("/").length - 1 > CAPS.depth) return `more than ${CAPS.depth} folders deep`
  if (entry.uncompressedSize > CAPS.fileBytes)
    return `${sizeOf(entry.uncompressedSize)}: a memory file may have at most ${sizeOf(CAPS.fileBytes)}`
  return null
}

function nameOf(entry: Entry): string | Refused {
  const raw = entry.fileName as unknown as Buffer
  const aside = (reason: string): Refused => ({
    path: raw.toString("latin1"),
    size: 0,
    status: "set-aside",
    reason,
  })
  let name: string
  try {
    name = new TextDecoder("utf-8", { fatal: true }).decode(raw).replaceAll("\\", "/")
  } catch {
    return aside("its name is not UTF-8")
  }
  if (name.includes("\0")) return aside("its name holds a NUL character")
  if (name.startsWith("/") || /^[a-z]:/i.test(name) || name.split("/").includes(".."))
    return aside("its name leads out of the archive")
  return name.replace(/^(\.\/)+/, "").replaceAll(/\/{2,}/g, "/")
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const next = await new Promise<Entry | null>((resolve, reject) => {
      const settle = (act: () => void) => {
        zip.removeAllListeners()
        act()
      }
      zip.once("entry", (entry: Entry) => settle(() => resolve(entry)))
      zip.once("end", () => settle(() => resolve(null)))
      zip.once("error", (cause: Error) =>
        settle(() => reject(new Error(`the archive is damaged: ${cause.message}`, { cause }))),
      )
      zip.readEntry()
    })
    if (next === null) return
    yield next
  }
}

function read(zip: ZipFile, entry: Entry): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (cause, stream) => {
      if (cause) return reject(cause)
      const parts: Buffer[] = []
      stream.on("data", (part: Buffer) => parts.push(part))
      stream.once("error", reject)
      stream.once("end", () => {
        const bytes = Buffer.concat(parts)
        if (crc32(bytes) === entry.crc32) resolve(bytes)
        else reject(new Error("its bytes are not those that the checksum was made of"))
      })
    })
  })
}
