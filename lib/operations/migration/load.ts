import type { Visibility } from "@/lib/memory/teams/visibility"
import { resultsOfRemovedFiles, type RemovedFile, waitingForFiles } from "@/lib/db/migration/migrations"
import type { Tx } from "@/lib/db/infra/commit"
import { entriesByFile, type CurrentFile, currentFilesById } from "@/lib/db/memory-files/current-revisions"
import type { Memory } from "@/lib/memory/migration/memory"
import { groupBy } from "@/lib/memory/text/group"
import { type Reading, readingOf, type LockedFile, storedFormat } from "../writing/revise"

/** A file with its text, its entries, and the numbers of conflicts and waiting proposals. */
export interface LoadedFile {
  readonly standing: LockedFile
  readonly memory: Memory
  readonly conflicts: number
  readonly proposals: number
  /** Details of the migration that removed the file. Null if no migration did. */
  readonly taken: RemovedFile | null
}

/** Number of files per query. */
const PORTION = 500

/** Returns files with their entries, by file id. */
export async function loadFiles(
  visible: Visibility,
  ids: readonly string[],
  tx?: Tx,
): Promise<Map<string, LoadedFile>> {
  const loaded = new Map<string, LoadedFile>()
  const readings = readingsOf(visible, tx)
  for (let at = 0; at < ids.length; at += PORTION) {
    const some = ids.slice(at, at + PORTION)
    const [heads, entries, waiting, taken] = await Promise.all([
      currentFilesById(visible, some, tx),
      entriesByFile(visible, some, tx),
      waitingForFiles(visible, some, tx),
      resultsOfRemovedFiles(visible, some, tx),
    ])
    for (const [, group] of groupBy(heads, ({ sourceId }) => sourceId ?? "")) {
      for (const head of group) {
        const standing: LockedFile = {
          head,
          entries: entries.get(head.id) ?? [],
          reading: await readings(head),
        }
        const memory: Memory = {
          path: head.path,
          readAs: standing.reading.path,
          format: standing.reading.format,
          text: head.text,
          ids: standing.entries.map(({ id }) => id),
        }
        const { conflicts = 0, proposals = 0 } = waiting.get(head.id) ?? {}
        loaded.set(head.id, { standing, memory, conflicts, proposals, taken: taken.get(head.id) ?? null })
      }
    }
  }
  return loaded
}

/**
 * Returns a function that finds the reading of a file. The function queries the path prefix of each source
 * once.
 */
function readingsOf(visible: Visibility, tx?: Tx): (head: CurrentFile) => Promise<Reading> {
  const holders = new Map<string, string>()
  return async (head) => {
    const key = head.sourceId ?? ""
    const known = holders.get(key)
    if (known !== undefined) return { format: storedFormat(head.format), path: known + head.path }
    const reading = await readingOf(visible, head, tx)
    holders.set(key, reading.path.slice(0, reading.path.length - head.path.length))
    return reading
  }
}
