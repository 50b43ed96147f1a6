import { sha256Hex } from "@/lib/files/sha256"
import { formatCount } from "@/lib/memory/text/sentence"
import { stat } from "node:fs/promises"
import { join } from "node:path"
import { hostname } from "node:os"
import { changeTimes } from "@/lib/files/git"
import { type RefusedFile, sizeOf } from "@/lib/files/readable-file"
import { readFound, walk } from "@/lib/files/walk"
import { isWorthReading, locator } from "@/lib/formats/format-detection"
import { prefixOfMemoryFolder } from "@/lib/memory/sources/project-assignment"
import type { OutputOf } from "@/lib/http/contract"
import type { ImportItemView, ImportRunView } from "@/lib/operations/import/import-outputs"
import type { Screen } from "../infra/command"
import { wrongArguments } from "../infra/exit-codes"

import type { Server } from "../infra/server"
import { follow } from "../infra/follow"
import { eachPage } from "../infra/paging"

/** The files of a directory on this machine, in the form that the server accepts. */
export interface LocalOffer {
  /** Path with links resolved. */
  readonly root: string
  /** Name of the source: this machine and the directory. */
  readonly source: string
  readonly files: readonly OfferedFile[]
  readonly refused: readonly RefusedFile[]
}

export interface OfferedFile {
  readonly path: string
  readonly size: number
  readonly sha256?: string
  readonly modifiedAt?: string | undefined
}

/** Number of files read in parallel. Each may have 10 MB. */
const AT_ONCE = 4

/**
 * Lists a directory and hashes the files that may be memory. Other files are listed without a hash. Throws if
 * the directory cannot be read.
 */
export async function offerOf(directory: string, screen: Screen): Promise<LocalOffer> {
  screen.progress(`Scanning ${directory}`)
  const walked = await walk(directory).catch((cause: Error) => {
    throw wrongArguments(cause.message)
  })
  const paths = walked.found.map((file) => file.path)
  const source = sourceNameOf(walked.root)
  const holder = prefixOfMemoryFolder({ kind: "client", name: source }, paths)
  const locate = locator(paths, holder)
  const isRead = (file: { path: string }) => isWorthReading(locate(file.path), holder + file.path)
  const [candidates, others] = [walked.found.filter(isRead), walked.found.filter((file) => !isRead(file))]
  const files: OfferedFile[] = [...others]
  const refused: RefusedFile[] = [...walked.refused]
  for (let start = 0; start < candidates.length; start += AT_ONCE) {
    if (start % 200 === 0)
      screen.progress(`Reading ${start.toLocaleString("en")} of ${formatCount(candidates.length, "file")}`)
    for (const one of await Promise.all(
      candidates.slice(start, start + AT_ONCE).map((file) => hash(walked.root, file.path)),
    )) {
      if ("reason" in one) refused.push(one)
      else files.push(one)
    }
  }
  return { root: walked.root, source, files: await withChangeTimes(walked.root, files), refused }
}

/**
 * Returns the files with the times of their last change. In a Git checkout, modification times only show when
 * it was checked out (see `changeTimes`).
 */
export async function withChangeTimes<File extends { path: string; modifiedAt?: string | undefined }>(
  root: string,
  files: readonly File[],
): Promise<File[]> {
  const timed = files.map(({ path, modifiedAt }) => ({
    path,
    modifiedAt: modifiedAt === undefined ? undefined : new Date(modifiedAt),
  }))
  const times = await changeTimes(root, timed)
  return files.map((file) => ({ ...file, modifiedAt: times.get(file.path)?.toISOString() }))
}

async function hash(root: string, path: string): Promise<OfferedFile | RefusedFile> {
  const bytes = await readFound(root, path)
  if ("reason" in bytes) return bytes
  const changed = await stat(join(root, path)).then(
    (one) => one.mtime,
    () => null,
  )
  const sha256 = sha256Hex(bytes)
  return {
    path,
    size: bytes.length,
    sha256,
    ...(changed && Number.isFinite(changed.getTime()) ? { modifiedAt: changed.toISOString() } : {}),
  }
}

/**
 * Returns the name of a folder as a source: the machine's name and the folder's real path. The machine's name
 * is QUARTERDECK_MACHINE, else the host name. Containers need the variable, because their host name changes
 * with every start.
 */
export function sourceNameOf(
  root: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  return `${env.QUARTERDECK_MACHINE?.trim() || hostname()}:${root}`
}

/** An opened run, with the files whose content the server needs. */
export type OpenedImport = OutputOf<"import.open">

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

/** Waits for the end of an import run and shows its progress. Returns the run. */
export const followImport = (
  server: Server,
  { run, team, wanted }: OpenedImport,
  screen: Screen,
): Promise<ImportRunView> =>
  follow(screen, {
    begun: null,
    read: () => server.call("import.show", { run, team }),
    isRunning: ({ state }) => state === "running",
    progress: (view, elapsed) => progressOf(view, wanted.length, elapsed),
  })

/** Returns the files of a run, or only those with a status, in the order of their paths. */
export async function listItems(
  server: Server,
  { run, team }: OpenedImport,
  status?: ImportItemView["status"],
): Promise<ImportItemView[]> {
  const items: ImportItemView[] = []
  const pages = eachPage((after) => server.call("import.items", { run, team, status, after, limit: 5000 }))
  for await (const page of pages) items.push(...page.items)
  return items
}

function progressOf({ stored }: ImportRunView, total: number, elapsed: number): string {
  const left =
    stored.files === 0
      ? ""
      : `, ${Math.ceil(((total - stored.files) * elapsed) / stored.files / 1000)} s left`
  return `Storing ${stored.files.toLocaleString("en")} of ${formatCount(total, "file")}, ${formatCount(stored.entries, "entry")}${left}`
}
