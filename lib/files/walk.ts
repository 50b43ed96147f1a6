import { fileName } from "@/lib/memory/memory-files/paths"
import { isUtf8 } from "node:buffer"
import { lstat, readdir, readFile, readlink, realpath, stat } from "node:fs/promises"
import { join, relative, sep } from "node:path"
import { IMPORT_LIMITS, sizeOf, type ReadableFile, type RefusedFile, SERVER_USER } from "./readable-file"
import { insideLinkReason, linkReason, type UnfollowedLink, nameProblem } from "./unsafe-paths"

/** Folders of tools. They are listed but not searched. */
const NOT_ENTERED = new Set([".git", "node_modules", ".next", ".venv", "__pycache__", ".quarterdeck"])

/** True if a path is in a tool's folder, on any system. */
export const isOfTool = (path: string): boolean =>
  path.split("/").some((part) => NOT_ENTERED.has(part.toLowerCase()))

export interface Walked {
  /** The root, with links resolved. */
  readonly root: string
  readonly found: ReadableFile[]
  readonly refused: RefusedFile[]
}

/**
 * Lists every file under a directory without opening any. Links are not followed. Throws an error with a
 * message for the user if the root cannot be read, or if there are too many files.
 */
export async function walk(directory: string): Promise<Walked> {
  const root = await realpath(directory).catch((cause: unknown) => {
    const { code, message } = cause as NodeJS.ErrnoException
    throw new Error(
      code === "ENOENT"
        ? `${directory} does not exist: enter the folder that contains the memory files`
        : `${directory} cannot be read: ${message}`,
      { cause },
    )
  })
  if (!(await stat(root)).isDirectory())
    throw new Error(`${directory} is not a folder: enter the folder that contains the memory files`)
  const found: ReadableFile[] = []
  const refused: RefusedFile[] = []
  const waiting = [""]
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const names = await namesIn(join(root, folder)).catch((cause: NodeJS.ErrnoException) => cause)
    if (names instanceof Error) {
      if (folder === "") throw new Error(`${directory} cannot be read: ${names.message}`, { cause: names })
      refused.push({
        path: `${folder}/`,
        size: 0,
        status: "set-aside",
        reason: `the folder cannot be read (${names.code ?? names.message})`,
      })
      continue
    }
    for (const name of names.unreadable)
      refused.push({
        path: below(folder, name),
        size: 0,
        status: "set-aside",
        reason: "its name is not UTF-8: rename it",
      })
    for (const name of names.readable.toSorted()) {
      const path = below(folder, name)
      const looked = await look(root, path)
      if (looked === "enter") waiting.push(path)
      else if ("reason" in looked) refused.push(looked)
      else found.push(looked)
      if (found.length + refused.length > IMPORT_LIMITS.files) {
        throw new Error(
          `${directory} contains more than ${IMPORT_LIMITS.files.toLocaleString("en")} files: import its folders one by one`,
        )
      }
    }
  }
  return { root, found: found.toSorted(byPath), refused: refused.toSorted(byPath) }
}

/**
 * Returns the bytes of a file that `walk` found, or the reason why they cannot be read. A file that has grown
 * beyond the size limit is refused.
 */
export async function readFound(root: string, path: string): Promise<Uint8Array | RefusedFile> {
  try {
    const { size } = await stat(join(root, path))
    if (size > IMPORT_LIMITS.fileBytes) return tooLarge(path, size)
    return await readFile(join(root, path))
  } catch (cause) {
    return unreadable(path, cause as NodeJS.ErrnoException)
  }
}

/**
 * Returns the names in a folder. Names that are not UTF-8 cannot be opened by their text; they are returned
 * as Latin-1 in `unreadable`.
 */
async function namesIn(folder: string): Promise<{ readable: string[]; unreadable: string[] }> {
  const names = await readdir(folder, { encoding: "buffer" })
  const [readable, unreadable] = [names.filter(isUtf8), names.filter((name) => !isUtf8(name))]
  return { readable: readable.map(String), unreadable: unreadable.map((name) => name.toString("latin1")) }
}

const below = (folder: string, name: string): string => (folder === "" ? name : `${folder}/${name}`)

async function look(root: string, path: string): Promise<ReadableFile | RefusedFile | "enter"> {
  const one = await lstat(join(root, path)).catch((cause: NodeJS.ErrnoException) => cause)
  if (one instanceof Error) return unreadable(path, one)
  const name = fileName(path)
  const problem = NOT_ENTERED.has(name) ? null : nameProblem(path)
  if (problem !== null)
    return { path: one.isDirectory() ? `${path}/` : path, size: 0, status: "set-aside", reason: problem }
  if (one.isDirectory()) {
    if (NOT_ENTERED.has(name))
      return {
        path: `${path}/`,
        size: 0,
        status: "left-alone",
        reason: `${name} belongs to a tool and is skipped`,
      }
    if (path.split("/").length > IMPORT_LIMITS.depth) {
      return {
        path: `${path}/`,
        size: 0,
        status: "set-aside",
        reason: `more than ${IMPORT_LIMITS.depth} folders deep: import a subfolder instead`,
      }
    }
    return "enter"
  }
  if (one.isSymbolicLink()) return lookAtLink(root, path)
  if (!one.isFile())
    return { path, size: 0, status: "set-aside", reason: "not a regular file (a pipe, socket or device)" }
  if (one.size > IMPORT_LIMITS.fileBytes) return tooLarge(path, one.size)
  return { path, size: one.size }
}

async function lookAtLink(root: string, path: string): Promise<RefusedFile> {
  const target = await realpath(join(root, path)).catch((cause: NodeJS.ErrnoException) => cause)
  const unfollowed = async (state: UnfollowedLink["state"]): Promise<RefusedFile> => ({
    path,
    size: 0,
    status: "set-aside",
    reason: linkReason({ state, target: await readlink(join(root, path)).catch(() => null) }),
  })
  if (target instanceof Error) return unfollowed(target.code === "ELOOP" ? "loop" : "dangling")
  const inside = relative(root, target)
  if (inside === ".." || inside.startsWith(`..${sep}`)) return unfollowed("outside")
  return {
    path,
    size: 0,
    status: "left-alone",
    reason: insideLinkReason(inside.split(sep).join("/")),
  }
}

function tooLarge(path: string, size: number): RefusedFile {
  return {
    path,
    size,
    status: "set-aside",
    reason: `too large (${sizeOf(size)}): the limit is ${sizeOf(IMPORT_LIMITS.fileBytes)}`,
  }
}

function unreadable(path: string, cause: NodeJS.ErrnoException): RefusedFile {
  const why =
    cause.code === "EACCES" || cause.code === "EPERM"
      ? `cannot be read by ${SERVER_USER}`
      : `cannot be read (${cause.code ?? cause.message})`
  return { path, size: 0, status: "set-aside", reason: why }
}

function byPath(a: { path: string }, b: { path: string }): number {
  return Number(a.path > b.path) - Number(a.path < b.path)
}
