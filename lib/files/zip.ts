import { buffer } from "node:stream/consumers"
import { ZipFile } from "yazl"

/** Packs files into a zip, in order. The same files and time give the same bytes. */
export async function pack(
  files: readonly { readonly path: string; readonly bytes: Uint8Array }[],
  at: Date,
): Promise<Buffer> {
  const zip = new ZipFile()
  for (const { path, bytes } of files)
    zip.addBuffer(Buffer.from(bytes), path, { mtime: at, mode: 0o100644, forceDosTimestamp: true })
  zip.end()
  return buffer(zip.outputStream)
}
