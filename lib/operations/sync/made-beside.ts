import type { KnownFile } from "@/lib/db/memory-files/list"

/** A folder as far as it says which files that were made in Quarterdeck lie beside its own. */
export interface Keeping {
  /** What stands before its paths, where it is itself a folder of memory. */
  readonly holder: string
  /** Paths of its memory files. */
  readonly paths: readonly string[]
  /** Its memory files, as they are stored. */
  readonly stored: readonly KnownFile[]
  /** Of the projects that it belongs to, all that is stored. */
  readonly known: readonly KnownFile[]
}

/**
 * Tells of a file that was made here, at its path in the folder, whether it lies beside what the folder keeps: below the same `.kaizen`,
 * be it a memory or a daily log; of an agent that the folder knows, unless another folder keeps what lies around it; or the run cache of
 * a place that the folder keeps memory at or below. The daily log of an agent that has no memory of its own there stays in Quarterdeck.
 */
export function madeBeside({
  holder,
  paths,
  stored,
  known,
}: Keeping): (file: KnownFile, path: string) => boolean {
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

/** "packages/api/.kaizen/agents/" of what lies below it. */
const houseOf = (path: string): string | null => /^(?:.*\/)?\.kaizen\/agents\//.exec(path)?.[0] ?? null
