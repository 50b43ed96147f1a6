import { randomBytes } from "node:crypto"
import { createGzip } from "node:zlib"
import { Readable } from "node:stream"
import { ZipFile } from "yazl"
import { openArchive } from "@/lib/files/archive/open-archive"
import { Spool } from "@/lib/files/archive/encrypted-upload"
import { END_OF_TAR, padded, tarHeader } from "./archives"
import { THOROUGH } from "../thorough"

/** More data than fits in the heap; 900 MB in a thorough run. */
const FILES = THOROUGH ? 90 : 12
const CONTENT = Buffer.concat([randomBytes(200_000), Buffer.alloc(9_800_000, "Memory is kept. ")])

/**
 * Extracts a ZIP and a tar.gz with files of 10 MB. Prints the number of files packed and extracted, and the
 * memory used.
 */
async function main(): Promise<void> {
  const zip = new ZipFile()
  for (let place = 0; place < FILES; place += 1) zip.addBuffer(CONTENT, `${place}.md`)
  zip.end()
  const found = { zip: await countFiles(zip.outputStream as Readable), tar: 0 }
  found.tar = await countFiles(Readable.from(tar()).pipe(createGzip({ level: 1 })))
  process.stdout.write(
    JSON.stringify({
      packed: FILES,
      ...found,
      peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
    }),
  )
}

function* tar(): Generator<Buffer> {
  for (let place = 0; place < FILES; place += 1) {
    yield tarHeader({ name: `${place}.md`, size: CONTENT.length })
    yield padded(CONTENT)
  }
  yield END_OF_TAR
}

async function countFiles(packed: AsyncIterable<Uint8Array>): Promise<number> {
  const spool = await Spool.store(packed, 256 * 1024 * 1024)
  if (spool === null) throw new Error("the archive is too large")
  const archive = await openArchive(spool)
  let files = 0
  for await (const { bytes } of archive.read(new Set(archive.files.map((file) => file.path))))
    files += bytes.length === CONTENT.length ? 1 : 0
  await spool.discard()
  return files
}

await main()
