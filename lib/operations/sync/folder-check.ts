import type { KnownFile } from "@/lib/db/memory-files/stored-files"

/** What decides which files made in Quarterdeck lie beside the files of a folder. */
export interface FolderContents {
  /** The path before the folder's paths, if the folder is itself a folder of memory. */
  readonly holder: string
  /** Paths of the folder's memory files. */
  readonly paths: readonly string[]
  /** The folder's memory files as they are stored. */
  readonly stored: readonly KnownFile[]
  /** All stored files of the projects that the folder belongs to. */
  readonly known: readonly KnownFile[]
}

/**
 * Returns a function that tells whether a file that was created here belongs into the folder, by its path
 * there. It does if it is below the same `.kaizen` as files of the folder (memory or a daily log); if it
 * belongs to an agent that the folder knows, unless another folder keeps the files around it; or if it is the
 * run cache of a place at or below which the folder keeps memory. The daily log of an agent without memory in
 * the folder stays in Quarterdeck.
 */
export function createFolderCheck({
  holder,
  paths,
  stored,
  known,
}: FolderContents): (file: KnownFile, path: string) => boolean {
  const houses = new Set(paths.flatMap((path) => houseOf(holder + path) ?? []))
  const own = new Set(stored.map((file) => file.id))
  const agents = new Set(stored.flatMap((file) => file.agent ?? []))
  const withMemory = new Set(
    known.flatMap((file) => (file.role === "identity" || file.role === "log" ? [] : (file.agent ?? []))),
  )
  const housesElsewhere = new Set(
    known.flatMap((file) =>
      file.sourceId === null || file.state === "gone" || own.has(file.id) ? [] : (houseOf(file.path) ?? []),
    ),
  )
  return (file, path) => {
    if (file.sourceId !== null) return false
    const house = houseOf(holder + path)
    if (house !== null && houses.has(house)) return true
    if (holder !== "") return false
    if (file.format === "run-cache")
      return paths.some((one) => one.startsWith(path.slice(0, path.length - RUN_CACHE.length)))
    const isKnown = file.agent !== null && (file.role === "log" ? withMemory : agents).has(file.agent)
    return isKnown && house !== null && !housesElsewhere.has(house)
  }
}

const RUN_CACHE = ".sdd/cache/project_memory.json"

/** Returns "packages/api/.kaizen/agents/" for a path below it. */
const houseOf = (path: string): string | null => /^(?:.*\/)?\.kaizen\/agents\//.exec(path)?.[0] ?? null
