import { sizeOf } from "@/lib/files/caps"
import { readFound } from "@/lib/files/walk"
import type { Screen } from "../command"
import type { Server } from "../server"
import type { LocalOffer } from "./offer"
import type { Opened } from "./opened"

/** Bytes of files in one request: 3 MB as base64. A file that has more goes alone. */
const PORTION = 2.25 * 1024 * 1024

/** Sends the files that the server has not got. One that cannot be read any more is not sent: the plan then says so. */
export async function sendWanted(
  server: Server,
  opened: Opened,
  offer: LocalOffer,
  screen: Screen,
): Promise<void> {
  const sizes = new Map(offer.files.map((file) => [file.path, file.size]))
  const total = opened.wanted.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0)
  let sent = 0
  for (const portion of portionsOf(opened.wanted, (path) => sizes.get(path) ?? 0)) {
    screen.progress(`Sending ${sizeOf(sent)} of ${sizeOf(total)}`)
    const files: { path: string; content: string }[] = []
    for (const path of portion) {
      const bytes = await readFound(offer.root, path)
      if (!("reason" in bytes))
        files.push({
          path,
          content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64"),
        })
    }
    if (files.length > 0)
      await server.send("PUT", `/imports/${opened.run}/files`, { team: opened.team, files })
    sent += portion.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0)
  }
}

function* portionsOf(paths: readonly string[], bytesOf: (path: string) => number): Generator<string[]> {
  let portion: string[] = []
  let size = 0
  for (const path of paths) {
    if (portion.length > 0 && size + bytesOf(path) > PORTION) {
      yield portion
      portion = []
      size = 0
    }
    portion.push(path)
    size += bytesOf(path)
  }
  if (portion.length > 0) yield portion
}
