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

/** One import, as `showImportRun` answers with it. */
export interface Run {
  run: string
  /** The team’s slug. */
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
  /** What it did with each file is no longer kept. */
  pruned: boolean
  /** Team ids of `memory/teams/<id>` that are not this team, with their new files. */
  teamIds: readonly { id: string; paths: readonly string[] }[]
}

/** One file of an import. */
export interface Item {
  path: string
  status: ItemStatus
  /** Whether the import has stored it. */
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
  /** Files that were decided on here and not written back yet, and how many of them stand on a branch already. */
  waiting: number
  onBranch: number
}

/** What the URL calls a set of an import's files, and how people read it. `broken` is a part of new and changed. */
export const FILTERS = ["new", "changed", "same", "gone", "broken", "left-alone", "set-aside"] as const
export type Filter = (typeof FILTERS)[number]

export const FILTER_NAMES: Record<Filter, string> = {
  new: "New",
  changed: "Changed",
  same: "Same",
  gone: "Gone",
  broken: "Broken",
  "left-alone": "Left alone",
  "set-aside": "Set aside",
}

export function countOf(files: FileCounts, filter: Filter): number {
  if (filter === "left-alone") return files.leftAlone
  return filter === "set-aside" ? files.setAside : files[filter]
}

/** A file that is stored although nothing in it could be understood. */
export function isBroken(item: Item): boolean {
  return isWritten(item) && item.entries === 0 && item.diagnostics.some((one) => one.severity === "error")
}

/** A file that the import would write: only these can be placed elsewhere. */
export function isWritten(item: Item): boolean {
  return item.status === "new" || item.status === "changed"
}

/** A file that was left alone and can be taken as memory all the same: text that a memory format may have. */
export function isTakeable(item: Item): boolean {
  return (
    item.status === "left-alone" &&
    item.agent === null &&
    /\.(?:md|markdown|mdc|txt|jsonl?)$/i.test(item.path)
  )
}

/** A file that something can be done with before the import starts. */
export function isChoosable(item: Item): boolean {
  return isWritten(item) || isTakeable(item)
}

/** A run that ended before it had stored all: then each file says whether it is in. */
export function endedHalfway(run: Run): boolean {
  return (run.state === "cancelled" || run.state === "failed") && run.stored.files > 0
}

export function runPath(team: string, run: string): string {
  return `/t/${team}/sources/${run}`
}
