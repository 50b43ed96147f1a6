import type { Diagnostic } from "@/lib/memory/memory-files/diagnostic"
import { ITEM_FILTERS, type Filter, isBroken, isChoosable, type ImportItem } from "../import-statuses"

/** The filter of the files in the address: `?status=broken&q=tester`. */
export interface ItemView {
  status: Filter | null
  words: string
}

export function readItemView(query: { get(name: string): string | null }): ItemView {
  const status = query.get("status")
  return {
    status: ITEM_FILTERS.find((one) => one === status) ?? null,
    words: (query.get("q") ?? "").trim().toLowerCase(),
  }
}

export interface ItemGroup {
  kind: "group"
  key: string
  title: string
  files: number
  entries: number
  /** Paths of the files whose placement can change. */
  placeable: readonly string[]
}

export type ItemLine =
  | ItemGroup
  | { kind: "item"; item: ImportItem; firstOfAgent: boolean }
  | { kind: "diagnostic"; path: string; place: number; diagnostic: Diagnostic }

export function matchingItems(items: readonly ImportItem[], { status, words }: ItemView): ImportItem[] {
  return items.filter(
    (item) =>
      fitsStatus(item, status) &&
      (words === "" ||
        [item.path, item.agent, item.category, item.project].some((one) =>
          one?.toLowerCase().includes(words),
        )),
  )
}

function fitsStatus(item: ImportItem, status: Filter | null): boolean {
  if (status === null) return true
  return status === "broken" ? isBroken(item) : item.status === status
}

/** Returns the table rows: quarantined files first, then by project and agent, ignored files last. */
export function itemLines(items: readonly ImportItem[], open: ReadonlySet<string>): ItemLine[] {
  const groups = new Map<string, ImportItem[]>()
  for (const item of items) {
    const key = groupKey(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, members]) => [groupOf(key, members), ...memberLines(members, open)])
}

function groupOf(key: string, items: readonly ImportItem[]): ItemGroup {
  const entries = items.reduce((sum, item) => sum + item.entries, 0)
  return {
    kind: "group",
    key,
    title: key.slice(1),
    files: items.length,
    entries,
    placeable: items.filter(isChoosable).map((item) => item.path),
  }
}

/** Returns the key of a file’s group: a digit that sorts the groups and is not shown, then the heading. */
function groupKey(item: ImportItem): string {
  if (item.status === "set-aside" || item.status === "wanted") return "0Quarantined"
  if (item.status === "left-alone") return "2Ignored"
  return `1${item.project ?? "No project"}`
}

function memberLines(items: readonly ImportItem[], open: ReadonlySet<string>): ItemLine[] {
  const sorted = items.toSorted((a, b) => compare(ownerOf(a), ownerOf(b)) || compare(a.path, b.path))
  return sorted.flatMap((item, place): ItemLine[] => {
    const before = sorted[place - 1]
    const firstOfAgent = !before || ownerOf(before) !== ownerOf(item)
    const findings = open.has(item.path)
      ? item.diagnostics.map((diagnostic, number): ItemLine => ({
          kind: "diagnostic",
          path: item.path,
          place: number,
          diagnostic,
        }))
      : []
    return [{ kind: "item", item, firstOfAgent }, ...findings]
  })
}

/** Returns the owner of the memory: an agent, or else "~CATEGORY", or else "~" for the project. */
export function ownerOf(item: ImportItem): string {
  return item.agent ?? (item.category === null ? "~" : `~${item.category}`)
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
