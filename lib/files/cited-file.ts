import { open, readdir, realpath, stat } from "node:fs/promises"
import { join } from "node:path"
import { isOutside } from "@/lib/files/unsafe-paths"

/** A file or folder of a source tree. `lines` is null for folders and for large files. */
export type CitedFile = { readonly found: true; readonly lines: number | null } | { readonly found: false }

/** Size in bytes above which lines are not counted. */
const LARGEST_COUNTED = 2 * 1024 * 1024

const NOT_FOUND: CitedFile = { found: false }

/** Finds a file or folder below a real directory. Paths and links that lead outside are not found. */
export async function findCitedFile(root: string, path: string): Promise<CitedFile> {
  const parts = path.split("/").filter((part) => part !== "")
  if (parts.length === 0 || path.includes("\0") || parts.some(isUnsafe)) return NOT_FOUND
  const real = await realpath(join(root, ...parts)).catch(() => null)
  if (real === null || isOutside(root, real)) return NOT_FOUND
  const there = await stat(real).catch(() => null)
  if (there?.isDirectory()) return { found: true, lines: null }
  if (!there?.isFile() || path.endsWith("/")) return NOT_FOUND
  return { found: true, lines: there.size <= LARGEST_COUNTED ? await countLines(real) : null }
}

const isUnsafe = (part: string): boolean => part === "." || part === ".." || part.includes("\\")

/**
 * Returns the number of lines, including a last line without a line break. Null if the file cannot be read.
 */
async function countLines(file: string): Promise<number | null> {
  const handle = await open(file).catch(() => null)
  if (handle === null) return null
  try {
    let lines = 0
    let last = 10
    for await (const chunk of handle.createReadStream({ autoClose: false })) {
      for (const byte of chunk as Buffer) if (byte === 10) lines += 1
      last = (chunk as Buffer).at(-1) ?? last
    }
    return last === 10 ? lines : lines + 1
  } catch {
    return null
  } finally {
    await handle.close()
  }
}

/**
 * True if a directory also contains files other than memory. In a copy of only memory files, cited files are
 * never found.
 */
export async function hasSourceFiles(root: string, memory: string): Promise<boolean> {
  const names = await readdir(root).catch(() => [] as string[])
  const [own] = memory.split("/")
  return names.includes(".git") || names.some((name) => !name.startsWith(".") && name !== own)
}

/** Returns a directory with its links resolved; null if it does not exist. */
export async function realDirectory(path: string): Promise<string | null> {
  const real = await realpath(path).catch(() => null)
  return real !== null && (await stat(real).catch(() => null))?.isDirectory() ? real : null
}
