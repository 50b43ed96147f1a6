import type { Diagnostic } from "@/lib/memory/memory-files/diagnostic"

export type RunState = "collecting" | "planned" | "running" | "done" | "cancelled" | "failed"
export type ItemStatus =
  | "wanted"
  | "received"
  | "new"
  | "changed"
  | "same"
  | "gone"
  | "left-alone"
  | "set-aside"

export interface FileCounts {
  new: number
  changed: number
  same: number
  gone: number
  broken: number
  leftAlone: number
  setAside: number
}

/** An import, as `showImportRun` returns it. */
export interface ImportRun {
  run: string
  /** Slug of the team. */
  team: string
  source: { kind: string; name: string }
  project: string | null
  state: RunState
  by: string
  error: string | null
  createdAt: string
  startedAt: string | null
  finishedAt: string | null
  offered: number
  stored: { files: number; entries: number }
  files: FileCounts
  entries: number
  /** True if the details of each file were deleted. */
  pruned: boolean
  /** Team ids in `memory/teams/<id>` that differ from this team, with their new files. */
  teamIds: readonly { id: string; paths: readonly string[] }[]
}

/** A file of an import. */
export interface ImportItem {
  path: string
  status: ItemStatus
  /** True if the import has stored it. */
  written: boolean
  size: number
  format: string | null
  project: string | null
  agent: string | null
  category: string | null
  scope: string | null
  entries: number
  reason: string | null
  diagnostics: readonly Diagnostic[]
}

export interface Source {
  id: string
  kind: string
  name: string
  files: number
  gone: number
  lastImportedAt: string | null
  /** The number of files to write back. `onBranch`: how many of them are on a branch already. */
  waiting: number
  onBranch: number
}

/** The filters in the address. `broken` files are also new or changed. */
export const ITEM_FILTERS = ["new", "changed", "same", "gone", "broken", "left-alone", "set-aside"] as const
export type Filter = (typeof ITEM_FILTERS)[number]

export const ITEM_FILTER_NAMES: Record<Filter, string> = {
  new: "New",
  changed: "Changed",
  same: "Unchanged",
  gone: "Removed",
  broken: "Malformed",
  "left-alone": "Ignored",
  "set-aside": "Quarantined",
}

export function countOf(files: FileCounts, filter: Filter): number {
  if (filter === "left-alone") return files.leftAlone
  return filter === "set-aside" ? files.setAside : files[filter]
}

/** True if the file is stored but could not be parsed. */
export function isBroken(item: ImportItem): boolean {
  return isWritten(item) && item.entries === 0 && item.diagnostics.some((one) => one.severity === "error")
}

/** True if the import would write the file. Only the placement of such files can change. */
export function isWritten(item: ImportItem): boolean {
  return item.status === "new" || item.status === "changed"
}

/** True if an ignored file can be imported with a format. */
export function isTakeable(item: ImportItem): boolean {
  return (
    item.status === "left-alone" &&
    item.agent === null &&
    /\.(?:md|markdown|mdc|txt|jsonl?)$/i.test(item.path)
  )
}

/** True if the file can be selected before the import starts. */
export function isChoosable(item: ImportItem): boolean {
  return isWritten(item) || isTakeable(item)
}

/** True if the import ended before all files were stored. */
export function endedHalfway(run: ImportRun): boolean {
  return (run.state === "cancelled" || run.state === "failed") && run.stored.files > 0
}

export function runPath(team: string, run: string): string {
  return `/t/${team}/sources/${run}`
}
