import { createHash } from "node:crypto"
import { type FileHandle, lstat, mkdir, open, readFile, rename, rm, unlink } from "node:fs/promises"
import { basename, dirname, join } from "node:path"

/** Steps of replacing or removing a file, in order. */
export type WriteStep =
  | "folders made"
  | "begun beside"
  | "half written"
  | "written"
  | "synced"
  | "compared"
  | "in place"
  | "taken away"
  | "folder synced"

export interface Replacement {
  /** Path of the file. A link at this path would be replaced, not followed. */
  readonly file: string
  readonly bytes: Uint8Array
  /** Expected SHA-256 in hex right before the replacement; null: no file. */
  readonly expected: string | null
  /** Called after each step. */
  readonly onStep?: ((step: WriteStep) => void) | undefined
}

/** Thrown if the file is not the expected one. Nothing was replaced. */
export class ChangedMeanwhileError extends Error {}

/**
 * Creates or replaces a file atomically: writes a temporary file beside it, syncs that to disk, and renames
 * it. Keeps the mode and, if the system permits, the owner. A new file is never executable. A temporary file
 * of an earlier attempt is deleted. Throws a ChangedMeanwhileError if the file does not have the expected
 * content.
 */
export async function replaceFile({
  file,
  bytes,
  expected,
  onStep = () => undefined,
}: Replacement): Promise<void> {
  const folder = dirname(file)
  const beside = join(folder, besideName(file))
  const made = await mkdir(folder, { recursive: true })
  if (made !== undefined) onStep("folders made")
  try {
    await rm(beside, { force: true })
    const before = await lstat(file).catch(() => null)
    const handle = await open(beside, "wx", before === null ? 0o666 : 0o600)
    try {
      onStep("begun beside")
      const half = bytes.length >> 1
      await handle.writeFile(bytes.subarray(0, half))
      onStep("half written")
      await handle.writeFile(bytes.subarray(half))
      onStep("written")
      if (before !== null) await likeBefore(handle, before)
      await handle.sync()
    } finally {
      await handle.close()
    }
    onStep("synced")
    if ((await hashAt(file)) !== expected) throw new ChangedMeanwhileError(`${file} changed in the meantime`)
    onStep("compared")
    await rename(beside, file)
    onStep("in place")
  } catch (cause) {
    await rm(beside, { force: true }).catch(() => undefined)
    throw cause
  }
  await syncFolders(folder, made)
  onStep("folder synced")
}

/**
 * Removes a file, but not its folder. Throws a ChangedMeanwhileError if the file does not have the expected
 * content.
 */
export async function removeFile({
  file,
  expected,
  onStep = () => undefined,
}: Omit<Replacement, "bytes">): Promise<void> {
  if ((await hashAt(file)) !== expected) throw new ChangedMeanwhileError(`${file} changed in the meantime`)
  onStep("compared")
  await unlink(file)
  onStep("taken away")
  await syncFolders(dirname(file), undefined)
  onStep("folder synced")
}

/** True if a temporary file of an interrupted write is beside a file. */
export async function hasTemporaryFile(file: string): Promise<boolean> {
  return (await lstat(join(dirname(file), besideName(file))).catch(() => null)) !== null
}

/** Removes the temporary file of an interrupted write. */
export async function removeTemporaryFile(file: string): Promise<void> {
  await rm(join(dirname(file), besideName(file)), { force: true })
}

/** True for the path of a temporary file. */
export const isTemporaryFile = (path: string): boolean => /(?:^|\/)\.quarterdeck-[0-9a-f]{16}$/.test(path)

/** Returns a fixed temporary name for each file, so that a later attempt finds what an earlier one left. */
function besideName(file: string): string {
  return `.quarterdeck-${createHash("sha256").update(basename(file)).digest("hex").slice(0, 16)}`
}

/** Returns the SHA-256 of a file in hex; null if there is none. */
export async function hashAt(file: string): Promise<string | null> {
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT" || cause.code === "ENOTDIR") return null
    throw cause
  })
  return bytes === null ? null : createHash("sha256").update(bytes).digest("hex")
}

async function likeBefore(
  handle: FileHandle,
  { mode, uid, gid }: { mode: number; uid: number; gid: number },
): Promise<void> {
  const own = await handle.stat()
  if (own.uid !== uid || own.gid !== gid)
    await handle.chown(uid, gid).catch(() => handle.chown(-1, gid).catch(() => undefined))
  await handle.chmod(mode & 0o777)
}

/** Syncs the folder and new parent folders, so that the rename survives a power failure. Skipped on systems that cannot open folders. */
async function syncFolders(folder: string, made: string | undefined): Promise<void> {
  for (let here = folder; ; here = dirname(here)) {
    const handle = await open(here, "r").catch(() => null)
    await handle?.sync().catch(() => undefined)
    await handle?.close()
    if (made === undefined || here === dirname(made) || here === dirname(here)) return
  }
}
