import { stat } from "node:fs/promises"
import { basename, join } from "node:path"
import { RefusedArchive, type ArchiveSource } from "@/lib/files/archive/archive-source"
import { Spool } from "@/lib/files/archive/encrypted-upload"
import { type Archive, openArchive } from "@/lib/files/archive/open-archive"
import { IMPORT_LIMITS, sizeOf, type RefusedFile } from "@/lib/files/readable-file"
import { changeTimes } from "@/lib/files/git"
import { walkBare, type WalkedCommit } from "@/lib/files/bare-repository"
import { mapConcurrently } from "@/lib/files/map-concurrently"
import { readFound, walk } from "@/lib/files/walk"
import { isWorthReading, locator } from "@/lib/formats/format-detection"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { prefixOfMemoryFolder, marksMemory } from "@/lib/memory/sources/project-assignment"
import type { Offered } from "./plan/offered-files"
import { openImport, receiveFiles } from "./collect"
import { sha256Hex } from "@/lib/files/sha256"

interface Intake {
  readonly teamId: string
  readonly projectName: string | null
}

/** Reads a server directory into a run. For a bare git repository, reads its last commit. */
export async function takeDirectory(
  actor: Actor,
  intake: Intake & { directory: string },
): Promise<Outcome<string>> {
  const bare = await walkBare(intake.directory).catch((cause: Error) => cause)
  if (bare instanceof Error) return refused("invalid", bare.message)
  if (bare !== null) return takeCommit(actor, intake, bare)
  const walked = await walk(intake.directory).catch((cause: Error) => cause)
  if (walked instanceof Error) return refused("invalid", walked.message)
  const source = { kind: "directory", name: walked.root }
  const paths = walked.found.map((file) => file.path)
  const holder = prefixOfMemoryFolder(source, paths)
  const locate = locator(paths, holder)
  const offered: Offered[] = []
  const aside: RefusedFile[] = [...walked.refused]
  const looked = await mapConcurrently(
    walked.found,
    READS_AT_ONCE,
    async (file): Promise<Offered | RefusedFile> => {
      if (!isWorthReading(locate(file.path), holder + file.path)) return file
      const bytes = await readFound(walked.root, file.path)
      if (!(bytes instanceof Uint8Array)) return bytes
      return {
        path: file.path,
        size: bytes.length,
        sha256: sha256Hex(bytes),
        modifiedAt: await stat(join(walked.root, file.path)).then(
          (one) => one.mtime,
          () => undefined,
        ),
      }
    },
  )
  for (const one of looked) {
    if ("reason" in one) aside.push(one)
    else offered.push(one)
  }
  const times = await changeTimes(walked.root, offered)
  const opened = await openImport(actor, {
    ...intake,
    source,
    complete: true,
    files: offered.map((file) => ({ ...file, modifiedAt: times.get(file.path) })),
    refused: aside,
  })
  if (!opened.ok) return opened
  return fill(
    actor,
    intake.teamId,
    opened.value.run,
    readSideBySide(opened.value.wanted, async (path) => {
      const bytes = await readFound(walked.root, path)
      return bytes instanceof Uint8Array ? bytes : null
    }),
  )
}

async function takeCommit(actor: Actor, intake: Intake, walked: WalkedCommit): Promise<Outcome<string>> {
  const source = { kind: "directory", name: walked.root }
  const paths = walked.found.map((file) => file.path)
  const holder = prefixOfMemoryFolder(source, paths)
  const locate = locator(paths, holder)
  const isWorth = ({ path }: { path: string }) => isWorthReading(locate(path), holder + path)
  const [worth, others] = [walked.found.filter(isWorth), walked.found.filter((file) => !isWorth(file))]
  if (worth.reduce((sum, file) => sum + file.size, 0) > IMPORT_LIMITS.totalBytes)
    return refused(
      "too-large",
      `the repository contains more than ${sizeOf(IMPORT_LIMITS.totalBytes)} of memory files. Clone it and import the folders one by one`,
    )
  const bytesOf = await walked.read(worth.map((file) => file.path))
  const offered = [
    ...worth.flatMap(({ path }) =>
      bytesOf.has(path)
        ? [{ path, size: bytesOf.get(path)?.length ?? 0, sha256: sha256Hex(bytesOf.get(path) as Uint8Array) }]
        : [],
    ),
    ...others,
  ]
  const opened = await openImport(actor, {
    ...intake,
    source,
    complete: true,
    files: offered,
    refused: walked.refused,
  })
  if (!opened.ok) return opened
  const { run, wanted } = opened.value
  return fill(
    actor,
    intake.teamId,
    run,
    readSideBySide(wanted, async (path) => bytesOf.get(path) ?? null),
  )
}

/**
 * Unpacks a zip, tar or tar.gz archive into a run. A single folder at the top counts as the source, not as
 * part of the paths.
 */
export async function takeArchive(
  actor: Actor,
  intake: Intake & { name: string; archive: ArchiveSource },
): Promise<Outcome<string>> {
  try {
    const archive = await openArchive(intake.archive)
    return await takeUnpacked(actor, intake, archive)
  } catch (cause) {
    if (cause instanceof RefusedArchive) return refused("invalid", cause.message)
    throw cause
  }
}

async function takeUnpacked(
  actor: Actor,
  intake: Intake & { name: string },
  archive: Archive,
): Promise<Outcome<string>> {
  const folder = holdingFolder(archive)
  const within = <One extends { readonly path: string }>(one: One): One =>
    one.path.startsWith(folder) ? { ...one, path: one.path.slice(folder.length) } : one
  const name = basename(intake.name)
  const opened = await openImport(actor, {
    ...intake,
    source: { kind: "upload", name: name.replace(/(?<=.)\.(?:zip|tgz|tar(?:\.gz)?)$/i, "") },
    complete: true,
    files: archive.files.map(within),
    refused: archive.refused.map(within),
  })
  if (!opened.ok) return opened
  const wanted = new Set(opened.value.wanted.map((path) => folder + path))
  return fill(actor, intake.teamId, opened.value.run, relocated(archive.read(wanted), folder))
}

async function* relocated(files: AsyncIterable<FileBytes>, folder: string): AsyncGenerator<FileBytes> {
  for await (const { path, bytes } of files) yield { path: path.slice(folder.length), bytes }
}

/**
 * Returns the single top folder of an archive with a trailing slash. Empty if there is none, or if its name
 * marks memory (`.claude`, `memory`). An archive of a folder is thus treated as the folder itself.
 */
function holdingFolder({ files }: Archive): string {
  const first = files[0]?.path ?? ""
  const folder = first.slice(0, first.indexOf("/") + 1)
  if (folder === "" || marksMemory(folder.slice(0, -1))) return ""
  return files.every((file) => file.path.startsWith(folder)) ? folder : ""
}

interface FileBytes {
  readonly path: string
  readonly bytes: Uint8Array
}

const READS_AT_ONCE = 16
const PORTION = 4 * 1024 * 1024
const PORTION_FILES = 100

async function* readSideBySide(
  wanted: readonly string[],
  read: (path: string) => Promise<Uint8Array | null>,
): AsyncGenerator<FileBytes> {
  for (let from = 0; from < wanted.length; from += READS_AT_ONCE) {
    const paths = wanted.slice(from, from + READS_AT_ONCE)
    const bytesOf = await mapConcurrently(paths, READS_AT_ONCE, read)
    for (const [place, bytes] of bytesOf.entries())
      if (bytes !== null) yield { path: paths[place] as string, bytes }
  }
}

/** Adds files to a run in portions, so that few of them are in memory. */
async function fill(
  actor: Actor,
  teamId: string,
  run: string,
  files: AsyncIterable<FileBytes>,
): Promise<Outcome<string>> {
  let portion: FileBytes[] = []
  let size = 0
  let total = 0
  const send = async () => {
    const sent = portion
    portion = []
    size = 0
    return receiveFiles(actor, teamId, run, sent)
  }
  for await (const file of files) {
    portion.push(file)
    size += file.bytes.length
    total += file.bytes.length
    if (total > IMPORT_LIMITS.totalBytes)
      return refused(
        "too-large",
        `the source contains more than ${sizeOf(IMPORT_LIMITS.totalBytes)} of memory files. Import the folders one by one`,
      )
    if (size < PORTION && portion.length < PORTION_FILES) continue
    const received = await send()
    if (!received.ok) return received
  }
  const received = portion.length === 0 ? done(0) : await send()
  return received.ok ? done(run) : received
}

/** Largest accepted archive, in bytes. */
export const LARGEST_ARCHIVE: number = IMPORT_LIMITS.archiveBytes

/**
 * Stores an upload on disk, encrypted, until `discardUploads` deletes it. Returns null if it is too large.
 */
export const storeUpload = (body: AsyncIterable<Uint8Array>): Promise<Spool | null> =>
  Spool.store(body, LARGEST_ARCHIVE)

/** Deletes the uploads in an input. */
export async function discardUploads(input: Readonly<Record<string, unknown>>): Promise<void> {
  for (const value of Object.values(input)) if (value instanceof Spool) await value.discard()
}
