import {
  type LayoutFile,
  resultsOfRemovedFiles,
  type RemovedFile,
  waitingForFiles,
} from "@/lib/db/layout-migrations"
import { type LockedFile, type Reading, readingOf, storedFormat } from "../writing/revise-head"
import type { FormatId } from "@/lib/memory/memory-files/format"
import type { MigratedStatement, NotMigrated, Problem, Memory } from "@/lib/memory/migration/migrated-memory"
import type { Visibility } from "@/lib/memory/teams/visibility"
import type { Tx } from "@/lib/db/infra/commit"
import { entriesByFile, type CurrentFile, currentFilesById } from "@/lib/db/memory-files/current-revisions"
import { groupBy } from "@/lib/memory/text/aggregates"
import type { Layout, CategoryLayout } from "./layouts"

/** A file with its state after the migration. */
export interface MigratedFile {
  /** Current or removed file at the path. Null if the file never existed. */
  readonly standing: LockedFile | null
  readonly path: string
  readonly format: FormatId
  readonly agent: string | null
  readonly becomes: "made" | "changed" | "removed" | "same"
  /** Text after the migration. Null if the text does not change. */
  readonly next: {
    readonly text: string
    /** Entry ids, null for a new entry. */
    readonly ids: readonly (string | null)[]
  } | null
  readonly restored: boolean
  /** Entries that were in the file, with their new places. */
  readonly entries: readonly MigratedStatement[]
}

export interface CategoryPlan {
  readonly category: CategoryLayout
  readonly from: Layout
  readonly files: readonly MigratedFile[]
  readonly entries: readonly MigratedStatement[]
  readonly left: readonly NotMigrated[]
  readonly problems: readonly Problem[]
}

/** Data that the plan of a category is made from. */
export interface PlanningInput {
  readonly category: CategoryLayout
  readonly loaded: ReadonlyMap<string, LoadedFile>
  /** Ids of entries that all agents of a category shared before their files were merged. */
  readonly common: ReadonlySet<string>
  readonly byPath: ReadonlyMap<string, LayoutFile>
  readonly project: { readonly name: string }
  /** ISO day that new files get. */
  readonly today: string
}

/** Returns the problems of a file that block its migration. */
export function hindrances(file: LayoutFile, { conflicts }: Pick<LoadedFile, "conflicts">): Problem[] {
  return [
    ...(file.state === "broken"
      ? [
          {
            path: file.path,
            message:
              "the file cannot be parsed. Fix it at its source and import it again, or exclude its category",
          },
        ]
      : []),
    ...(conflicts > 0
      ? [
          {
            path: file.path,
            message:
              "the file has a conflict, because it was changed here and at its source. Resolve the conflict first",
          },
        ]
      : []),
  ]
}

/**
 * Returns a note if proposals are waiting for a file that the migration removes. Empty without such
 * proposals.
 */
export function waitingProposals(
  { proposals, memory }: Pick<LoadedFile, "proposals" | "memory">,
  path: string,
): NotMigrated[] {
  if (proposals === 0) return []
  return [
    {
      path: memory.path,
      why: `${proposals === 1 ? "1 proposal is pending" : `${proposals} proposals are pending`} for the file and cannot be approved once the file is removed. Approve or reject ${proposals === 1 ? "it" : "them"} first, or create a new proposal for ${path}`,
    },
  ]
}

/** Returns the plan of a category that cannot be migrated, with its problems. */
export const refusedPlan = (category: CategoryLayout, problems: readonly Problem[]): CategoryPlan => ({
  category,
  from: category.layout,
  files: [],
  entries: [],
  left: [],
  problems,
})

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
    const heads = await currentFilesById(visible, some, tx)
    const entries = await entriesByFile(visible, some, tx)
    const waiting = await waitingForFiles(visible, some, tx)
    const taken = await resultsOfRemovedFiles(visible, some, tx)
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
