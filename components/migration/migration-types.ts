import type { OutputOf } from "@/lib/http/contract"

export type TargetLayout = Layout["may"][number]
export type LayoutNow = Layout["layout"]

/** A category of a project with its layout, as `migration.layouts` returns it. */
export type Layout = OutputOf<"migration.layouts">["categories"][number]

export type FileChangeKind = PlannedFile["becomes"]

export type PlannedFile = MigrationPreview["categories"][number]["files"][number]

export type PlannedEntry = MigrationPreview["categories"][number]["entries"][number]

export type MigrationTotals = MigrationPreview["totals"]

/** The preview of a migration, as `migration.preview` returns it. */
export type MigrationPreview = OutputOf<"migration.preview">

/** A past migration, as `migration.list` returns it. */
export type Migration = OutputOf<"migration.list">["migrations"][number]

/** The result of a migration for a file. */
export type MigratedFile = OutputOf<"migration.show">["writes"][number]
