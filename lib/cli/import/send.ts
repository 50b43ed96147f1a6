import { sizeOf } from "@/lib/files/import-limits"
import { readFound } from "@/lib/files/walk"
import type { Screen } from "../infra/command"
import type { Server } from "../infra/server"
import type { LocalOffer } from "./local-files"
import type { OpenedImport } from "./opened"

/** Maximum total size in bytes of the files in one request: 3 MB as base64. A larger file is sent alone. */
const PORTION = 2.25 * 1024 * 1024

/**
 * Sends the files that the server does not have. Files that became unreadable are skipped; the plan of the
 * run reports them.
 */
export async function sendFiles(
  server: Server,
  opened: OpenedImport,
  offer: LocalOffer,
  screen: Screen,
): Promise<void> {
  await inPortions(offer, opened.wanted, screen, (files) =>
    server.call("import.send", { run: opened.run, team: opened.team, files }),
  )
}

export interface FileContent {
  readonly path: string
  /** Base64. */
  readonly content: string
}

/**
 * Reads files and passes them to `send` in batches of about `PORTION` bytes. Skips unreadable files. Shows
 * the progress.
 */
export async function inPortions(
  { root, files }: LocalOffer,
  wanted: readonly string[],
  screen: Screen,
  send: (portion: readonly FileContent[]) => Promise<unknown>,
): Promise<void> {
  const sizes = new Map(files.map((file) => [file.path, file.size]))
  const total = wanted.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0)
  let sent = 0
  for (const portion of portionsOf(wanted, (path) => sizes.get(path) ?? 0)) {
    screen.progress(`Sending ${sizeOf(sent)} of ${sizeOf(total)}`)
    const contents = await contentsOf(root, portion)
    if (contents.length > 0) await send(contents)
    sent += portion.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0)
  }
}

/** Returns the content of files below a folder. Files that cannot be read are left out. */
export async function contentsOf(root: string, paths: readonly string[]): Promise<FileContent[]> {
  const contents: FileContent[] = []
  for (const path of paths) {
    const bytes = await readFound(root, path)
    if ("reason" in bytes) continue
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64")
    contents.push({ path, content })
  }
  return contents
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
