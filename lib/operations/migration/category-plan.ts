import type { LayoutFile } from "@/lib/db/migration/migrations"
import type { Standing } from "../writing/revise"
import type { FormatId } from "@/lib/memory/memory-files/format"
import type { Accounted, NotMigrated, Problem } from "@/lib/memory/migration/memory"
import type { Loaded } from "./load"
import type { Layout, StandingCategory } from "./standing"

/** A file as a migration leaves it. */
export interface PlannedFile {
  /** Null: it was never there. */
  readonly standing: Standing | null
  readonly path: string
  readonly format: FormatId
  readonly agent: string | null
  readonly becomes: "made" | "changed" | "removed" | "same"
  /** Null where no text changes. */
  readonly next: {
    readonly text: string
    /** Of its entries; null for a new one. */ readonly ids: readonly (string | null)[]
  } | null
  readonly restored: boolean
  /** What stood in it, and where that stands since. */
  readonly entries: readonly Accounted[]
}

export interface CategoryPlan {
  readonly category: StandingCategory
  readonly from: Layout
  readonly files: readonly PlannedFile[]
  readonly entries: readonly Accounted[]
  readonly left: readonly NotMigrated[]
  readonly problems: readonly Problem[]
}

/** What planning a category is given. */
export interface Planning {
  readonly category: StandingCategory
  readonly loaded: ReadonlyMap<string, Loaded>
  /** Ids of entries of categories' files that all shared before agents' files were gathered there. */
  readonly common: ReadonlySet<string>
  readonly byPath: ReadonlyMap<string, LayoutFile>
  readonly project: { readonly name: string }
  /** ISO day, for files that are made. */
  readonly today: string
}

/** Why a file cannot be moved, whatever comes to stand where. */
export function hindrances(file: LayoutFile, { conflicts }: Pick<Loaded, "conflicts">): Problem[] {
  return [
    ...(file.state === "broken"
      ? [
          {
            path: file.path,
            message: "it cannot be parsed: fix it at its source and import it again, or exclude its category",
          },
        ]
      : []),
    ...(conflicts > 0
      ? [
          {
            path: file.path,
            message: "it was changed here and at its source: decide that conflict first",
          },
        ]
      : []),
  ]
}

/** What waits for a file that goes. */
export function waitingFor(
  { proposals, memory }: Pick<Loaded, "proposals" | "memory">,
  path: string,
): NotMigrated[] {
  if (proposals === 0) return []
  return [
    {
      path: memory.path,
      why: `${proposals === 1 ? "1 proposal waits" : `${proposals} proposals wait`} for it and cannot be approved after the file is removed: decide first, or propose for ${path}`,
    },
  ]
}

export const refusedPlan = (category: StandingCategory, problems: readonly Problem[]): CategoryPlan => ({
  category,
  from: category.layout,
  files: [],
  entries: [],
  left: [],
  problems,
})
