import type { LayoutFile } from "@/lib/db/migration/migrations"
import type { LockedFile } from "../writing/revise"
import type { FormatId } from "@/lib/memory/memory-files/format"
import type { MigratedStatement, NotMigrated, Problem } from "@/lib/memory/migration/memory"
import type { LoadedFile } from "./load"
import type { Layout, CategoryLayout } from "./current-layouts"

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
