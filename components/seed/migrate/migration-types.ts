export type TargetLayout = "A" | "D"
export type LayoutNow = "A" | "B" | "C" | "D" | "mixed" | "none"

/** A category of a project with its layout, as `migration.layouts` returns it. */
export interface Layout {
  readonly slug: string
  readonly name: string
  readonly layout: LayoutNow
  readonly agents: readonly {
    readonly name: string
    readonly file: string | null
    readonly entries: number
  }[]
  readonly files: readonly {
    readonly id: string
    readonly path: string
    readonly role: string
    readonly entries: number
    readonly lines: number
  }[]
  /** Layouts that it can be migrated to. */
  readonly may: readonly TargetLayout[]
  /** For all other layouts: the reason why not. */
  readonly why: Readonly<Record<string, string>>
}

export interface MigratedHunk {
  readonly line: number
  readonly before: readonly string[]
  readonly after: readonly string[]
}

export type Becomes = "made" | "changed" | "removed" | "same"

export interface PlannedFile {
  readonly file: string | null
  readonly path: string
  readonly becomes: Becomes
  readonly agent: string | null
  readonly before: number
  readonly after: number
  readonly added: number
  readonly cut: number
  /** True if it has the same bytes as before an earlier migration. */
  readonly restored: boolean
  readonly hunks: readonly MigratedHunk[] | null
}

export interface PlannedEntry {
  readonly text: string
  readonly from: { readonly path: string; readonly line: number }
  readonly to: { readonly path: string; readonly line: number; readonly section: string | null } | null
  readonly how: "moved" | "same" | "merged"
  readonly why: string
}

export interface MigrationTotals {
  readonly files: number
  readonly made: number
  readonly removed: number
  readonly changed: number
  readonly entries: number
  readonly moved: number
  readonly merged: number
  readonly stayed: number
  readonly lost: number
  /** Paths of files that will be over budget. */
  readonly over: readonly string[]
}

/** The preview of a migration, as `migration.preview` returns it. */
export interface MigrationPreview {
  readonly shown: string
  readonly from: string
  readonly to: TargetLayout
  readonly categories: readonly {
    readonly slug: string
    readonly name: string
    readonly from: LayoutNow
    readonly files: readonly PlannedFile[]
    readonly entries: readonly PlannedEntry[]
  }[]
  readonly totals: MigrationTotals
  /** Problems that block the migration. */
  readonly problems: readonly { readonly path: string; readonly message: string }[]
  /** Ignored files, and why. */
  readonly left: readonly { readonly path: string; readonly why: string }[]
}

/** A past migration, as `migration.list` returns it. */
export interface Migration {
  readonly id: string
  readonly project: { readonly slug: string; readonly name: string }
  readonly from: string
  readonly to: string
  readonly categories: readonly string[]
  readonly counts: {
    readonly files: number
    readonly made: number
    readonly removed: number
    readonly changed: number
    readonly restored: number
    readonly entries: number
    readonly moved: number
    readonly merged: number
    readonly stayed: number
  }
  readonly by: string
  readonly at: string
  readonly reason: string
  readonly undone: { readonly by: string; readonly at: string } | null
}

/** The result of a migration for a file. */
export interface MigratedFile {
  readonly file: string
  readonly path: string
  readonly agent: string | null
  readonly revision: number | null
  readonly present: boolean | null
  readonly entries: readonly PlannedEntry[]
}
