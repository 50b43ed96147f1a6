import { formatCount } from "@/lib/memory/text/sentence"
import type { FormatRule } from "@/lib/memory/memory-files/format"
import { lstat } from "node:fs/promises"
import { join } from "node:path"
import { type RefusedFile, SERVER_USER } from "@/lib/files/readable-file"
import { mapConcurrently } from "@/lib/files/map-concurrently"
import { readFound, walk } from "@/lib/files/walk"
import { isTemporaryFile } from "@/lib/files/write-file"
import { decode } from "@/lib/formats/decode"
import { type Candidate, chooseFormat, isWorthReading, locator } from "@/lib/formats/format-detection"
import { isIndex } from "@/lib/formats/claude/claude-memory"
import { linkedFiles, type SourceText } from "@/lib/formats/memory-signs"
import { projectNameIn } from "@/lib/formats/paths"
import { prefixOfMemoryFolder, proposeProjects } from "@/lib/memory/sources/project-assignment"
import type { Screen } from "../infra/command"
import { type OfferedFile, sourceNameOf } from "../import/local-files"
import { wrongArguments } from "../infra/exit-codes"

import { inMilliseconds, type KnownFile, type KnownHashes, type FileStamp, type Read } from "./sync-state"
import { sha256Hex, sha256OfJson } from "@/lib/files/sha256"

export interface MemoryFile {
  readonly path: string
  readonly size: number
  readonly sha256: string
  readonly modifiedAt: string | undefined
  readonly format: string
  /** Path of the folder that contains the format's own folders. */
  readonly root: string
  /** Project that the file's path suggests. */
  readonly project: string
}

/** A scanned folder of this machine. */
export interface LocalFolder {
  /** Path of the folder, with links resolved. */
  readonly root: string
  /** The name of the source on the server. */
  readonly source: string
  /** Prefix that the paths lack: ".kaizen/" if the folder is itself a memory folder, else "". */
  readonly holder: string
  readonly files: readonly MemoryFile[]
  /** Agent definitions, and files whose names show that they are not memory. */
  readonly besides: readonly OfferedFile[]
  readonly refused: readonly RefusedFile[]
  /**
   * Files that are memory according to their names but cannot be read. `skipped`: files at paths of memory
   * that are not memory.
   */
  readonly unread: readonly { readonly path: string; readonly reason: string }[]
  readonly skipped: readonly { readonly path: string; readonly reason: string }[]
  /** Temporary files of an interrupted sync. */
  readonly begun: readonly string[]
  /** Project that most memory files belong to, else the project that the folder's name suggests. */
  readonly proposed: string
  /** Project that all Kaizen files name. Null if they name no project or several. */
  readonly says: string | null
  /** Hash of all definitions of agents. */
  readonly definitions: string
}

const STATS_AT_ONCE = 32
/** Number of files read in parallel. Each file has at most 10 MB. */
const READS_AT_ONCE = 4

interface Looking {
  readonly known: KnownHashes | null
  /** Formats that people chose for files. */
  readonly takenAs: readonly FormatRule[]
  readonly screen: Screen
  readonly env: Readonly<Record<string, string | undefined>> | undefined
  readonly keep: (files: ReadonlyMap<string, KnownFile>) => void
}

/**
 * Scans a folder. Reads only files that may be memory and changed since the scan in `known`. Passes results
 * for the next scan to `keep`. Throws if the folder cannot be read.
 */
export async function scanFolder(directory: string, options: Looking): Promise<LocalFolder> {
  const { screen, env, takenAs, keep } = options
  screen.progress(`Scanning ${directory}`)
  const {
    root,
    refused,
    found: all,
  } = await walk(directory).catch((cause: Error) => {
    throw wrongArguments(cause.message)
  })
  const source = sourceNameOf(root, env)
  const found = all.filter((file) => !isTemporaryFile(file.path))
  const paths = found.map((file) => file.path)
  const holder = prefixOfMemoryFolder({ kind: "client", name: source }, paths)
  const linked = linkedFiles(await readIndexes(root, paths), new Set(paths))
  const locate = locator(paths, holder, { linked, takenAs })
  const candidatesOf = new Map(paths.map((path) => [path, locate(path)]))
  const isRead = ({ path }: { path: string }) => isWorthReading(candidatesOf.get(path) ?? [], holder + path)
  const scanned = await scan(root, found.filter(isRead), { holder, candidatesOf, options })
  keep(new Map(scanned.flatMap(({ path, known }) => (known ? [[path, known]] : []))))
  const unusable = refused.filter(
    ({ path, status }) => status === "set-aside" && (path.endsWith("/") || locate(path).length > 0),
  )
  const definitions = definitionsIn(scanned)
  return {
    root,
    source,
    holder,
    ...memoryIn(scanned, source),
    besides: [...definitions, ...found.filter((file) => !isRead(file))],
    begun: all.map((file) => file.path).filter(isTemporaryFile),
    refused: [...refused, ...refusedIn(scanned)],
    ...unreadIn(scanned, unusable),
    definitions: sha256OfJson(definitions.map(({ path, sha256 }) => [path, sha256])),
  }
}

/** A file that may be memory, with the result of reading it. */
interface ScannedFile {
  readonly path: string
  readonly mark: FileStamp | null
  readonly read: Read
  readonly candidates: readonly Candidate[]
  /** Result for the next scan. Null if `mark` is null. */
  readonly known: KnownFile | null
}

async function scan(
  root: string,
  files: readonly { readonly path: string }[],
  {
    holder,
    candidatesOf,
    options: { known, screen },
  }: { holder: string; candidatesOf: ReadonlyMap<string, readonly Candidate[]>; options: Looking },
): Promise<readonly ScannedFile[]> {
  const marks = await mapConcurrently(files, STATS_AT_ONCE, (file) => markOf(join(root, file.path)))
  let done = 0
  return mapConcurrently(files, READS_AT_ONCE, async ({ path }, index): Promise<ScannedFile> => {
    const [mark, candidates] = [marks[index] ?? null, candidatesOf.get(path) ?? []]
    const asked = candidates.map((one) => one.format + (one.needsProof ? "?" : "")).join(" ")
    const read =
      (mark && known?.find(path, mark, asked)) ?? (await readOne(root, path, { holder, candidates }))
    if ((done += 1) % 200 === 0)
      screen.progress(`Reading ${done.toLocaleString("en")} of ${formatCount(files.length, "file")}`)
    return { path, mark, read, candidates, known: mark && { mark, asked, read } }
  })
}

/**
 * Returns the memory files with their projects, the most frequent project (`proposed`), and the project that
 * all Kaizen files name (`says`).
 */
function memoryIn(
  scanned: readonly ScannedFile[],
  source: string,
): Pick<LocalFolder, "files" | "proposed" | "says"> {
  const placed = scanned.flatMap(({ path, mark, read, candidates }) => {
    if (read.kind !== "memory") return []
    const candidate = candidates.find((one) => one.format === read.format)
    return candidate ? [{ path, mark, read, ...candidate }] : []
  })
  const projectOf = proposeProjects(
    placed.map(({ path, format, location }) => ({
      path,
      root: location.root,
      projectName: projectNameIn(format, location),
    })),
    source,
  )
  return {
    files: placed.map(({ path, mark, read, location }) => ({
      path,
      size: mark?.size ?? 0,
      sha256: read.sha256,
      modifiedAt: timeOf(mark),
      format: read.format,
      root: location.root,
      project: projectOf(path),
    })),
    proposed: mostUsed(placed.map((one) => projectOf(one.path))) ?? projectOf(""),
    says: onlyOne(placed.flatMap(({ read }) => read.project ?? [])),
  }
}

const definitionsIn = (scanned: readonly ScannedFile[]) =>
  scanned.flatMap(({ path, mark, read }) =>
    read.kind === "definition" ? [{ path, size: mark?.size ?? 0, sha256: read.sha256 }] : [],
  )

const refusedIn = (scanned: readonly ScannedFile[]): readonly RefusedFile[] =>
  scanned.flatMap(({ path, mark, read }) =>
    read.kind === "other" ? [{ path, size: mark?.size ?? 0, status: read.status, reason: read.reason }] : [],
  )

/** Returns the memory files that cannot be read, and other files that are skipped, each with a message. */
function unreadIn(
  scanned: readonly ScannedFile[],
  unusable: readonly RefusedFile[],
): Pick<LocalFolder, "unread" | "skipped"> {
  const quarantined = scanned.flatMap(({ path, read }) =>
    read.kind === "other" && read.status === "set-aside"
      ? [{ path, reason: read.reason, unread: read.unread === true }]
      : [],
  )
  const unread = quarantined.filter((one) => one.unread)
  return {
    unread: unread.map(({ path, reason }) => ({
      path,
      reason: `${path} ${reason.replace(SERVER_USER, "your user")}: check the permissions. The other files were synced`,
    })),
    skipped: [...unusable, ...quarantined.filter((one) => !one.unread)].map(({ path, reason }) => ({
      path,
      reason: reason.replace("imported folder", "folder"),
    })),
  }
}

/**
 * Returns the texts of all index files, which list memory files beside them. Unreadable index files are left
 * out.
 */
async function readIndexes(root: string, paths: readonly string[]): Promise<SourceText[]> {
  const read = await mapConcurrently(paths.filter(isIndex), READS_AT_ONCE, async (path) => {
    const bytes = await readFound(root, path)
    const decoded = bytes instanceof Uint8Array ? decode(bytes) : null
    return decoded?.ok ? [{ path, text: decoded.text }] : []
  })
  return read.flat()
}

async function readOne(
  root: string,
  path: string,
  { holder, candidates }: { holder: string; candidates: readonly Candidate[] },
): Promise<Read> {
  const bytes = await readFound(root, path)
  if ("reason" in bytes) return { kind: "other", status: bytes.status, reason: bytes.reason, unread: true }
  const sha256 = sha256Hex(bytes)
  if (candidates.length === 0) return { kind: "definition", sha256 }
  const decoded = decode(bytes)
  if (!decoded.ok) return { kind: "other", status: "set-aside", reason: decoded.message }
  const chosen = chooseFormat(candidates, decoded.text, holder + path)
  if ("leftAlone" in chosen) return { kind: "other", status: "left-alone", reason: chosen.leftAlone }
  const project =
    chosen.format.id === "kaizen" ? chosen.format.parse(decoded.text, holder + path).meta.project : null
  return { kind: "memory", sha256, format: chosen.format.id, ...(project === null ? {} : { project }) }
}

/** Returns the stamp of a file. Null if the file cannot be accessed; reading it then gives the reason. */
async function markOf(file: string): Promise<FileStamp | null> {
  const found = await lstat(file, { bigint: true }).catch(() => null)
  return (
    found && {
      size: Number(found.size),
      written: String(found.mtimeNs),
      changed: String(found.ctimeNs),
      inode: String(found.ino),
    }
  )
}

/** Returns the ISO time of the last write. Undefined without a stamp, or if the time is invalid. */
function timeOf(mark: FileStamp | null): string | undefined {
  const time = new Date(mark === null ? NaN : inMilliseconds(mark.written))
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

const onlyOne = (names: readonly string[]): string | null =>
  new Set(names).size === 1 ? (names[0] ?? null) : null

function mostUsed(names: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0]
}
