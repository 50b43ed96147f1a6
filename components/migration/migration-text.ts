import type { OutputOf } from "@/lib/http/contract"
import { formatCount } from "@/lib/memory/text/sentence"
import type { Tone } from "@/components/ui/tag"

export type TargetLayout = Layout["may"][number]
type LayoutNow = Layout["layout"]

/** A category of a project with its layout, as `migration.layouts` returns it. */
export type Layout = OutputOf<"migration.layouts">["categories"][number]

type FileChangeKind = PlannedFile["becomes"]

export type PlannedFile = MigrationPreview["categories"][number]["files"][number]

export type PlannedEntry = MigrationPreview["categories"][number]["entries"][number]

type MigrationTotals = MigrationPreview["totals"]

/** The preview of a migration, as `migration.preview` returns it. */
export type MigrationPreview = OutputOf<"migration.preview">

/** A past migration, as `migration.list` returns it. */
export type Migration = OutputOf<"migration.list">["migrations"][number]

/** The result of a migration for a file. */
export type MigratedFile = OutputOf<"migration.show">["writes"][number]

export const TARGETS: readonly { readonly to: TargetLayout; readonly about: string }[] = [
  { to: "D", about: "One file per category, with a shared section and one section per role" },
  { to: "A", about: "Each agent’s entries are moved to its own file" },
]

export const LAYOUT_NAMES: Record<LayoutNow, string> = {
  A: "One file per agent",
  B: "One shared file",
  C: "One shared file and one file per role",
  D: "One file with sections",
  mixed: "Mixed layouts",
  none: "No memory yet",
}

/** Returns the letter and the name of a layout: "A · One file per agent". */
export const layoutWords = (layout: LayoutNow): string =>
  layout === "mixed" || layout === "none" ? LAYOUT_NAMES[layout] : `${layout} · ${LAYOUT_NAMES[layout]}`

export const FILE_CHANGE_LABELS: Record<FileChangeKind, { readonly tone: Tone; readonly words: string }> = {
  made: { tone: "good", words: "created" },
  changed: { tone: "neutral", words: "changed" },
  removed: { tone: "caution", words: "removed" },
  same: { tone: "neutral", words: "unchanged" },
}

export const ENTRY_CHANGE_LABELS: Record<
  PlannedEntry["how"],
  { readonly tone: Tone; readonly words: string }
> = {
  moved: { tone: "neutral", words: "moved" },
  merged: { tone: "caution", words: "merged" },
  same: { tone: "neutral", words: "unchanged" },
}

const entries = (number: number) => formatCount(number, "entry")

/**
 * Returns the label of the button: "Migrate: creates 13 files, removes 42, moves 1,204 entries, loses no entries".
 */
export function migrationConsequence({
  made,
  removed,
  changed,
  moved,
  merged,
  lost,
}: MigrationTotals): string {
  const files = [
    ["creates", made],
    ["changes", changed],
    ["removes", removed],
  ].filter(([, number]) => number !== 0) as [string, number][]
  const filed = files.map(
    ([does, number], place) =>
      `${does} ${place === 0 ? formatCount(number, "file") : number.toLocaleString("en")}`,
  )
  const said = [
    ...filed,
    ...(moved > 0 ? [`moves ${entries(moved)}`] : []),
    ...(merged > 0 ? [`merges ${merged.toLocaleString("en")}`] : []),
    lost === 0 ? "loses no entries" : `loses ${lost.toLocaleString("en")}`,
  ]
  return `Migrate: ${said.join(", ")}`
}

/** Returns the result of a migration: "13 files created, 42 removed, 1,204 entries moved, none lost". */
export function migratedWords({
  counts: { made, removed, changed, moved, merged },
}: Pick<Migration, "counts">): string {
  const files = [
    [made, "created"],
    [changed, "changed"],
    [removed, "removed"],
  ].filter(([number]) => number !== 0) as [number, string][]
  const filed = files.map(
    ([number, words], place) =>
      `${place === 0 ? formatCount(number, "file") : number.toLocaleString("en")} ${words}`,
  )
  return `${filed.join(", ") || "No files changed"}, ${entries(moved)} moved${merged > 0 ? `, ${merged.toLocaleString("en")} merged` : ""}, none lost`
}

/** Returns the effect of an undo: "Undo: restores 42 files, removes 13". */
export function undoWords({ counts: { made, removed, changed } }: Pick<Migration, "counts">): string {
  const said = [
    ...(removed > 0 ? [`restores ${formatCount(removed, "file")}`] : []),
    ...(made > 0 ? [`removes ${removed > 0 ? made.toLocaleString("en") : formatCount(made, "file")}`] : []),
    ...(changed > 0 ? [`reverts ${formatCount(changed, "file")}`] : []),
  ]
  return said.length === 0 ? "Undo" : `Undo: ${said.join(", ")}`
}

/**
 * Returns the change of a file. `present`: true if the migration created the file, false if it removed the
 * file. Otherwise revision 1 means created, and no revision means unchanged.
 */
export function fileChangeOf({
  present,
  revision,
}: Pick<MigratedFile, "present" | "revision">): FileChangeKind {
  if (present === false) return "removed"
  if (present === true || revision === 1) return "made"
  return revision === null ? "same" : "changed"
}
