import { createHash } from "node:crypto"
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** A memory file in the project's folder that the harness or agent reads by itself. */
export interface DiskMemoryFile {
  /** Path below the project's folder, with /. */
  readonly path: string
  /** Hexadecimal hash of the bytes. */
  readonly sha256: string
}

const LARGEST = 1024 * 1024

/**
 * Returns the existing memory files of the agent and the project. `today`: ISO date of the daily log. Special
 * and unreadable files and files of more than 1 MB are left out.
 */
export function listDiskMemory({
  folder,
  agent,
  project,
  today,
}: {
  folder: string
  agent: string
  project: string
  today: string
}): DiskMemoryFile[] {
  const ofAgent = isName(agent)
    ? [`.kaizen/agents/${agent}/memory.md`, `.claude/agent-memory/${agent}/MEMORY.md`]
    : []
  const ofProject = isName(project) ? [`memory/projects/${project}/memory.json`] : []
  return [
    ...ofAgent,
    "MEMORY.md",
    `memory/${today}.md`,
    ".sdd/cache/project_memory.json",
    ...ofProject,
  ].flatMap((path) => {
    const sha256 = hashOf(join(folder, path))
    return sha256 === null ? [] : [{ path, sha256 }]
  })
}

/** True if a name can be part of a path without leaving the folder. */
const isName = (name: string): boolean => /^[^/\\\0]{1,200}$/.test(name) && name !== "." && name !== ".."

function hashOf(file: string): string | null {
  let open: number | null = null
  try {
    open = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK) // a named pipe would block
    const found = fstatSync(open)
    if (!found.isFile() || found.size > LARGEST) return null
    return createHash("sha256").update(readFileSync(open)).digest("hex")
  } catch {
    return null
  } finally {
    if (open !== null) closeSync(open)
  }
}
