import type { KnownFile } from "@/lib/db/memory-files/store-files"

/** Data that decides which files created in Quarterdeck belong to a folder. */
export interface FolderContents {
  /**
   * Path prefix of the files if the folder is itself a memory folder: ".kaizen/" for `/srv/shop/.kaizen`. ""
   * for other folders.
   */
  readonly holder: string
  /** Paths of the folder's memory files. */
  readonly paths: readonly string[]
  /** Stored files of the folder's memory. */
  readonly stored: readonly KnownFile[]
  /** All stored files of the projects that the folder belongs to. */
  readonly known: readonly KnownFile[]
}

/**
 * Returns a function that is true if a file that was created here belongs to the folder. `path`: its path
 * there. A file belongs to the folder in these cases:
 * - It is below the same `.kaizen` as files of the folder (memory or a daily log).
 * - It belongs to an agent of the folder, unless another folder has the files around it.
 * - It is a run cache, and the folder has memory at or below its place.
 * The daily log of an agent without memory in the folder stays in Quarterdeck.
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

/**
 * Returns the `.kaizen/agents/` folder of a path, such as "packages/api/.kaizen/agents/". Null if the path is
 * not below one.
 */
const houseOf = (path: string): string | null => /^(?:.*\/)?\.kaizen\/agents\//.exec(path)?.[0] ?? null
