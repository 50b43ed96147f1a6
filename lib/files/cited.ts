import { open, readdir, realpath, stat } from "node:fs/promises"
import { join, relative, sep } from "node:path"

/** What is at a path of a source tree; `lines` is null for a folder, and for what is too large to be counted. */
export type Cited = { readonly found: true; readonly lines: number | null } | { readonly found: false }

/** Larger files are not counted: no line of one is called missing. */
const LARGEST_COUNTED = 2 * 1024 * 1024

/** Looks whether something is at a path below a real directory. What lies outside, by itself or by a link, is not there. */
export async function findCited(root: string, path: string): Promise<Cited> {
  const parts = path.split("/").filter((part) => part !== "")
  if (
    parts.length === 0 ||
    path.includes("\0") ||
    parts.some((part) => part === "." || part === ".." || part.includes("\\"))
  )
    return { found: false }
  const real = await realpath(join(root, ...parts)).catch(() => null)
  if (real === null || isOutside(root, real)) return { found: false }
  const there = await stat(real).catch(() => null)
  if (there === null || !(there.isFile() || there.isDirectory())) return { found: false }
  if (path.endsWith("/") && !there.isDirectory()) return { found: false }
  return {
    found: true,
    lines: there.isFile() && there.size <= LARGEST_COUNTED ? await countLines(real) : null,
  }
}

const isOutside = (root: string, real: string): boolean => {
  const inside = relative(root, real)
  return inside === ".." || inside.startsWith(`..${sep}`)
}

/** A last line without its break is a line. Nothing of the content leaves here but this number. */
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

/** Whether a directory holds more than memory: in a mere copy of memory files nothing that they cite is ever found. */
export async function holdsSource(root: string, memory: string): Promise<boolean> {
  const names = await readdir(root).catch(() => [] as string[])
  const [own] = memory.split("/")
  return names.includes(".git") || names.some((name) => !name.startsWith(".") && name !== own)
}

/** A directory with its links resolved; null where there is none. */
export async function realDirectory(path: string): Promise<string | null> {
  const real = await realpath(path).catch(() => null)
  return real !== null && (await stat(real).catch(() => null))?.isDirectory() ? real : null
}
