import type { OutputOf } from "@/lib/http/contract"

export type RunState = ImportRun["state"]
export type ItemStatus = ImportItem["status"]

export type FileCounts = ImportRun["files"]

/** An import, as `showImportRun` returns it. */
export type ImportRun = OutputOf<"import.show">

/** A file of an import. */
export type ImportItem = OutputOf<"import.items">["items"][number]

export type Source = OutputOf<"source.list">["sources"][number]

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

/** Explanations of filters whose names do not say what they count. */
export const ITEM_FILTER_TITLES: Partial<Record<Filter, string>> = {
  broken: "Files in which nothing could be parsed. Files parsed in part are in the estimate of inbox items.",
}

export function countOf(files: FileCounts, filter: Filter): number {
  if (filter === "left-alone") return files.leftAlone
  return filter === "set-aside" ? files.setAside : files[filter]
}

/** True if the file is or will be stored, but could not be parsed. */
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

/** True if the import was cancelled or failed after it had stored some files. */
export function endedHalfway(run: ImportRun): boolean {
  return (run.state === "cancelled" || run.state === "failed") && run.stored.files > 0
}

export function runPath(team: string, run: string): string {
  return `/t/${team}/sources/${run}`
}
