"use client"

import { useCallback, useEffect, useState, useRef } from "react"
import type { Diagnostic } from "@/lib/memory/memory-files/format"
import type { OutputOf } from "@/lib/http/contract"
import { ITEM_FILTERS, type Filter, isBroken, isChoosable, type ImportItem } from "../import-types"
import { callOperation } from "../../data/http-client"

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

export type ItemPage = OutputOf<"import.items">

interface Items {
  items: readonly ImportItem[]
  /** True while more files are loading. */
  loading: boolean
  problem: string | null
  /** Reloads all files. */
  reload: () => void
}

/** Returns all files of an import: the first page from the server, then the rest. */
export function useItems(team: string, run: string, first: ItemPage): Items {
  const [page, setPage] = useState(first)
  const [problem, setProblem] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (page.next === null && round === 0) return
    const abort = new AbortController()
    const anew = round > 0
    void (async () => {
      const all: ImportItem[] = anew ? [] : [...first.items]
      let next = anew ? "" : first.next
      while (next !== null) {
        const answer: ItemPage = await callOperation(
          "import.items",
          { run, team, limit: "5000", ...(next === "" ? {} : { after: next }) },
          { signal: abort.signal },
        )
        all.push(...answer.items)
        next = answer.next
        if (!anew || next === null) setPage({ items: [...all], next })
      }
      setProblem(null)
    })().catch((cause: Error) => (abort.signal.aborted ? undefined : setProblem(cause.message)))
    return () => abort.abort()
    // oxlint-disable-next-line react/exhaustive-deps -- the first page is only the start
  }, [team, run, round])
  return {
    items: page.items,
    loading: page.next !== null && problem === null,
    problem,
    reload: useCallback(() => setRound((before) => before + 1), []),
  }
}

export interface FileSelection {
  readonly paths: ReadonlySet<string>
  /** Toggles a file. With `range`, also sets all files between it and the last one. */
  toggle(path: string, range: boolean): void
  /** Selects all files, or none if all are selected. */
  toggleAll(paths: readonly string[]): void
  clear(): void
}

/** Returns the selection. `order`: the paths as listed. */
export function useChosen(order: readonly string[]): FileSelection {
  const [paths, setPaths] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(null)
  const set = (some: readonly string[], on: boolean) =>
    setPaths((before) => {
      const next = new Set(before)
      for (const one of some) {
        if (on) next.add(one)
        else next.delete(one)
      }
      return next
    })
  return {
    paths,
    toggle: (path, range) => {
      const on = !paths.has(path)
      const [from, to] = [last.current === null ? -1 : order.indexOf(last.current), order.indexOf(path)]
      set(
        range && from >= 0 && to >= 0 ? order.slice(Math.min(from, to), Math.max(from, to) + 1) : [path],
        on,
      )
      last.current = path
    },
    toggleAll: (some) => set(some, !some.every((one) => paths.has(one))),
    clear: () => setPaths(new Set()),
  }
}
