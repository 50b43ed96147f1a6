import { crc32, deflateRawSync } from "node:zlib"

export interface ZipEntry {
  readonly name: string | Uint8Array
  readonly content?: string | Uint8Array
  /** Unix mode; a symbolic link is 0o120777. */
  readonly mode?: number
  /** The size in the header, if it differs from the real one. */
  readonly claims?: number
  readonly encrypted?: boolean
  /** True to store it uncompressed with one byte that does not match the checksum. */
  readonly damaged?: boolean
}

/** A ZIP archive, also with false headers. */
export function zipOf(entries: readonly ZipEntry[]): Buffer<ArrayBuffer> {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const content = Buffer.from(entry.content ?? "")
    const packed = entry.damaged ? Buffer.from(content).fill(0x21, 0, 1) : deflateRawSync(content)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(0x800 | (entry.encrypted ? 1 : 0), 2)
    fields.writeUInt16LE(entry.damaged ? 0 : 8, 4)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(entry.claims ?? content.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), fields, name, packed])
    const attributes = Buffer.alloc(14)
    attributes.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6)
    attributes.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02"), Buffer.from([20, 3]), fields, attributes, name]))
    files.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...files, central, Buffer.from("PK\x05\x06"), end])
}
