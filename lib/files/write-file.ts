import { sha256Hex } from "@/lib/files/sha256"
import {
  access,
  constants,
  lstat,
  readdir,
  readFile,
  realpath,
  stat,
  type FileHandle,
  mkdir,
  open,
  rename,
  rm,
  unlink,
} from "node:fs/promises"
import { dirname, join, basename } from "node:path"
import { IMPORT_LIMITS, sizeOf, SERVER_USER } from "./readable-file"
import { nameProblem, isOutside } from "./unsafe-paths"

/** The target of a write below a source, with links resolved. */
export type WriteTarget =
  | {
      readonly kind: "file"
      readonly file: string
      readonly bytes: Uint8Array
      /** Why the file cannot be replaced; null if it can. */
      readonly readOnly: string | null
    }
  | {
      readonly kind: "nothing"
      readonly file: string
      /** Why the file cannot be created; null if it can. */
      readonly readOnly: string | null
    }
  | { readonly kind: "problem"; readonly why: string }

/**
 * Finds the target of a path below `root`, whose links are resolved. Links are followed if they stay inside. A name that differs from an
 * existing one only in letter case or Unicode form is a problem, because other systems have one file for both. Callers with many paths share
 * `names`, so that each folder is listed once.
 */
export async function findWriteTarget(
  root: string,
  path: string,
  names = new FolderNames(),
): Promise<WriteTarget> {
  const parts = path.split("/")
  const wrongName = nameProblem(path)
  if (wrongName !== null) return problem(wrongName)
  let here = root
  for (const [depth, part] of parts.entries()) {
    const shown = parts.slice(0, depth + 1).join("/")
    const next = join(here, part)
    const found = await lstat(next).catch((cause: NodeJS.ErrnoException) => cause)
    if (found instanceof Error) {
      if (found.code === "ENOENT") return missingAt(here, { parts, depth, names })
      return problem(`${shown} cannot be read (${found.code ?? found.message})`)
    }
    const real = found.isSymbolicLink() ? await realpath(next).catch(() => null) : next
    if (real === null) return problem(`${shown} is a link whose target does not exist`)
    if (isOutside(root, real))
      return problem(`${shown} is a link that points outside the source and is not followed`)
    if (depth === parts.length - 1) return fileAt(real)
    if (!(await stat(real)).isDirectory()) return problem(`${shown} already exists and is not a folder`)
    here = real
  }
  return problem("its path is empty")
}

/** Returns the target of a path whose part at `depth` does not exist in a folder. */
async function missingAt(
  folder: string,
  {
    parts,
    depth,
    names,
  }: { readonly parts: readonly string[]; readonly depth: number; readonly names: FolderNames },
): Promise<WriteTarget> {
  const clash = await names.alike(folder, parts[depth] ?? "")
  if (clash !== null)
    return problem(
      `${[...parts.slice(0, depth), clash].join("/")} already exists and differs only in letter case or Unicode normalization: rename one of the two`,
    )
  return { kind: "nothing", file: join(folder, ...parts.slice(depth)), readOnly: await whyNotInto(folder) }
}

async function fileAt(file: string): Promise<WriteTarget> {
  const found = await stat(file)
  if (!found.isFile()) return problem("its path does not point to a regular file")
  if (found.size > IMPORT_LIMITS.fileBytes)
    return problem(
      `the file at its path is too large (${sizeOf(found.size)}): the limit is ${sizeOf(IMPORT_LIMITS.fileBytes)}`,
    )
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => cause)
  if (bytes instanceof Error)
    return problem(`it cannot be read by ${SERVER_USER} (${bytes.code ?? bytes.message})`)
  const readOnly =
    (found.mode & 0o222) === 0 || !(await may(file))
      ? `the file is read-only: give ${SERVER_USER} write access`
      : await whyNotInto(dirname(file))
  return { kind: "file", file, bytes, readOnly }
}

const may = (path: string): Promise<boolean> =>
  access(path, constants.W_OK).then(
    () => true,
    () => false,
  )

const whyNotInto = async (folder: string): Promise<string | null> =>
  (await may(folder)) ? null : `the folder ${folder} is read-only: give ${SERVER_USER} write access`

/**
 * Caches the names in folders. Requested names are added, so that two new files in one folder are also
 * compared.
 */
export class FolderNames {
  readonly #folders = new Map<string, Promise<Map<string, string>>>()

  /** Returns another name in the folder that differs only in letter case or Unicode form, or null. */
  async alike(folder: string, name: string): Promise<string | null> {
    const names = await (this.#folders.get(folder) ?? this.#list(folder))
    const found = names.get(folded(name))
    if (found === undefined) names.set(folded(name), name)
    return found === undefined || found === name ? null : found
  }

  #list(folder: string): Promise<Map<string, string>> {
    const listed = readdir(folder).then(
      (names) => new Map(names.map((name) => [folded(name), name])),
      () => new Map<string, string>(),
    )
    this.#folders.set(folder, listed)
    return listed
  }
}

const folded = (name: string): string => name.normalize("NFC").toLowerCase()

const problem = (why: string): WriteTarget => ({ kind: "problem", why })

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
  return `.quarterdeck-${sha256Hex(basename(file)).slice(0, 16)}`
}

/** Returns the SHA-256 of a file in hex; null if there is none. */
export async function hashAt(file: string): Promise<string | null> {
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT" || cause.code === "ENOTDIR") return null
    throw cause
  })
  return bytes === null ? null : sha256Hex(bytes)
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
