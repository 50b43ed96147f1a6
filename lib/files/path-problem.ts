import { lstat, realpath } from "node:fs/promises"
import { join, relative, sep } from "node:path"

/** Why a file of the store must not be written at this path below `root`; null where it may. */
export async function pathProblem(root: string, path: string): Promise<string | null> {
  const parts = path.split("/")
  if (
    path.includes("\0") ||
    path.startsWith("/") ||
    /^[a-z]:/i.test(path) ||
    (sep === "\\" && path.includes("\\"))
  )
    return "it is no path inside a directory"
  if (parts.some((part) => part === "" || part === "." || part === ".."))
    return "it leads out of the directory"
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const here = parts.slice(0, depth).join("/")
    const found = await lstat(join(root, here)).catch(nothingThere)
    if (found === null) return null
    const last = depth === parts.length
    if (found.isSymbolicLink()) {
      if (last) return "a link stands in its place: remove the link, or export into another directory"
      const target = await realpath(join(root, here)).catch(() => null)
      if (target === null || isOutside(root, target))
        return `${here} is a link that leads out of the directory: remove the link, or export into another directory`
      continue
    }
    if (last ? !found.isFile() : !found.isDirectory())
      return `${here} is there already and is ${last ? "no file" : "no folder"}: move it away, or export into another directory`
  }
  return null
}

function isOutside(root: string, target: string): boolean {
  const inside = relative(root, target)
  return inside === ".." || inside.startsWith(`..${sep}`)
}

function nothingThere(cause: NodeJS.ErrnoException): null {
  if (cause.code === "ENOENT") return null
  throw cause
}
