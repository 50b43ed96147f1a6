import { once } from "node:events"
import { createGzip, gzipSync } from "node:zlib"
import { buffer } from "node:stream/consumers"
import { Readable } from "node:stream"
import { type Headers, pack } from "tar-stream"
import { type ZipEntry, zipOf } from "../imports/zip"

export interface TarEntry extends Partial<Headers> {
  readonly name: string
  readonly content?: string | Uint8Array
}

/** A tar archive. Long names and large sizes get pax headers. */
export async function tarOf(entries: readonly TarEntry[]): Promise<Buffer> {
  const tar = pack()
  for (const { content = "", ...header } of entries) tar.entry(header, Buffer.from(content))
  tar.finalize()
  return buffer(tar)
}

export const tarGzOf = async (entries: readonly TarEntry[]): Promise<Buffer> => gzipSync(await tarOf(entries))

const BLOCK = 512
export const END_OF_TAR: Buffer = Buffer.alloc(2 * BLOCK)

/** A single tar header with any type, size and magic. */
export function tarHeader(header: {
  name: string | Uint8Array
  size?: number
  type?: string
  magic?: string
}): Buffer {
  const block = Buffer.alloc(BLOCK)
  block.set(Buffer.from(header.name).subarray(0, 100), 0)
  block.write("0000644\0", 100)
  block.write("0000000\0", 108)
  block.write("0000000\0", 116)
  const size = header.size ?? 0
  if (size < 0) block.fill(0xff, 124, 135).fill(0xfe, 135, 136)
  else block.write(`${size.toString(8).padStart(11, "0")} `, 124)
  block.write("00000000000\0", 136)
  block.write(" ".repeat(8), 148)
  block.write(header.type ?? "0", 156)
  block.write(header.magic ?? "ustar\u000000", 257, "latin1")
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148)
  return block
}

export function padded(content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content)
  return Buffer.concat([bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)])
}

/** A GNU long name entry, which goes before its file. */
export const gnuLongName = (name: string): Buffer =>
  Buffer.concat([
    tarHeader({ name: "././@LongLink", size: Buffer.byteLength(name) + 1, type: "L", magic: "ustar  \0" }),
    padded(`${name}\0`),
  ])

/** A gzipped tar with `bytes` zero bytes, compressed about 1,000:1. */
export async function zeroBomb(name: string, bytes: number): Promise<Buffer> {
  const chunk = Buffer.alloc(1024 * 1024)
  const zip = createGzip({ level: 9 })
  const packed = buffer(zip)
  zip.write(tarHeader({ name, size: bytes }))
  for (let written = 0; written < bytes; written += chunk.length)
    if (!zip.write(chunk)) await once(zip, "drain")
  zip.end(END_OF_TAR)
  return packed
}

/** A gzipped tar with `entries` empty files. */
export const countBomb = (entries: number): Promise<Buffer> => {
  const header = tarHeader({ name: "a.md" })
  const portion = Buffer.concat(Array.from({ length: 2000 }, () => header))
  const all = Readable.from(Array.from({ length: entries / 2000 }, () => portion))
  return buffer(all.pipe(createGzip({ level: 1 })))
}

/** A ZIP whose entries all share the same compressed bytes. Source: David Fifield's zip bomb. */
export function overlappingZip(entries: number, bytes: number): Buffer<ArrayBuffer> {
  const one = zipOf([{ name: "a.md", content: Buffer.alloc(bytes, 0x61) }])
  const start = one.indexOf("PK\x01\x02", 0, "latin1")
  const end = one.indexOf("PK\x05\x06", 0, "latin1")
  const directory = one.subarray(start, end)
  const all = Array.from({ length: entries }, (_, place) => {
    const copy = Buffer.from(directory)
    copy.write(String.fromCharCode(0x61 + (place % 26)), 46)
    return copy
  })
  const tail = Buffer.from(one.subarray(end))
  tail.writeUInt16LE(entries % 65536, 8)
  tail.writeUInt16LE(entries % 65536, 10)
  tail.writeUInt32LE(directory.length * entries, 12)
  return Buffer.concat([one.subarray(0, start), ...all, tail])
}

/** A ZIP whose ZIP64 end record claims more entries than it has. */
export function lyingZip64(entries: readonly ZipEntry[], claims: bigint): Buffer<ArrayBuffer> {
  const zip = zipOf(entries)
  const end = zip.indexOf("PK\x05\x06", 0, "latin1")
  const directory = zip.readUInt32LE(end + 16)
  const record = Buffer.alloc(56)
  record.write("PK\x06\x06", 0, "latin1")
  record.writeBigUInt64LE(44n, 4)
  record.writeBigUInt64LE(claims, 24)
  record.writeBigUInt64LE(claims, 32)
  record.writeBigUInt64LE(BigInt(end - directory), 40)
  record.writeBigUInt64LE(BigInt(directory), 48)
  const locator = Buffer.alloc(20)
  locator.write("PK\x06\x07", 0, "latin1")
  locator.writeBigUInt64LE(BigInt(end), 8)
  locator.writeUInt32LE(1, 16)
  const tail = Buffer.from(zip.subarray(end))
  tail.fill(0xff, 8, 20)
  return Buffer.concat([zip.subarray(0, end), record, locator, tail])
}

/** File names with a special meaning on other systems, with the expected reason. */
export const BAD_NAMES: readonly [name: string, reason: RegExp][] = [
  ["~/memory.md", /shell expands/],
  ["a/~/memory.md", /shell expands/],
  ["~root/memory.md", /shell expands/],
  ["$HOME/memory.md", /shell expands/],
  ["${HOME}/memory.md", /shell expands/],
  ["%APPDATA%/memory.md", /shell expands/],
  ["CON", /device name on Windows/],
  ["a/nul.md", /device name on Windows/],
  ["a/Com1 .txt", /device name on Windows/],
  ["lpt9.tar.md", /device name on Windows/],
  ["a/%2e%2e/memory.md", /encoded/],
  ["a%2Fb/memory.md", /encoded/],
  ["a/be\u0007ll.md", /control character/],
  ["a/line\nbreak.md", /control character/],
  ["a/dot.", /ends with a dot or a space/],
  ["a/blank /memory.md", /ends with a dot or a space/],
  ["a/memory.md:hidden", /colon/],
  ["a/.git/hooks/memory.md", /belongs to Git/],
  ["a/.GIT/memory.md", /belongs to Git/],
  [`a/${"x".repeat(256)}/memory.md`, /longer than 255 bytes/],
]
