import { join, posix } from "node:path"
import { isAllowedDirectory } from "@/lib/db/sources/sources"
import { type CitedFile, findCitedFile, hasSourceFiles, realDirectory } from "@/lib/files/cited"
import type { Citation } from "@/lib/memory/memory-files/cited-code-paths"
import { prefixOfMemoryFolder, marksMemory } from "@/lib/memory/sources/project-assignment"

/** A memory file and its origin. */
export interface CitingFile {
  readonly path: string
  readonly format: string
  readonly sourceKind: string | null
  readonly sourceName: string | null
}

/**
 * Returns the root folder of the project, above its memory. Returns `why`, for display, if the folder is
 * unknown, missing, not allowed, or contains only memory.
 */
export async function rootOf(head: CitingFile): Promise<string | { why: string }> {
  if (head.sourceKind !== "directory" || head.sourceName === null)
    return {
      why: "the source tree is not reachable because this memory was not imported from a directory on this server",
    }
  if (head.format === "claude-auto-memory")
    return { why: "the source tree is not reachable because this memory is stored outside the project" }
  const holder = prefixOfMemoryFolder({ kind: head.sourceKind, name: head.sourceName }, [head.path])
  const held = holder !== ""
  const above = join(
    head.sourceName,
    ...holder
      .split("/")
      .slice(1)
      .map(() => ".."),
  )
  const parts = head.path.split("/")
  const mark = parts.findIndex((part, at) => at < parts.length - 1 && marksMemory(part))
  const wanted = held ? above : join(head.sourceName, ...parts.slice(0, Math.max(0, mark)))
  const root = await realDirectory(wanted)
  if (root === null)
    return { why: "the source tree is not reachable because the imported directory no longer exists" }
  if (held && !(await isAllowedDirectory(root)))
    return {
      why: "the source tree is not reachable because the folder above its memory is not an allowed directory",
    }
  return (await hasSourceFiles(root, parts.slice(Math.max(0, mark)).join("/")))
    ? root
    : { why: "the source tree is not reachable because the directory contains only memory files" }
}

/** Looks a path up from the root of the project, or else from the folder of the memory file, as for links. */
export async function lookUp(root: string, folder: string, { path, line, sure }: Citation) {
  for (const where of [path, posix.join(folder, path)]) {
    const cited: CitedFile = await findCitedFile(root, where)
    if (!cited.found) continue
    const missing = line !== null && cited.lines !== null && line > cited.lines
    return {
      path,
      line,
      sure: true,
      found: !missing,
      where,
      why: missing ? `${path} has only ${cited.lines ?? 0} lines` : null,
    }
  }
  return { path, line, sure, found: false, where: null, why: `${path} was removed` }
}
