"use client"

import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  type Dispatch,
  type RefObject,
} from "react"
import { useQuery } from "@/components/data/use-query"
import { outbox } from "@/components/queue/outbox-and-undo"
import { hasLeftList } from "./actions/apply-decision"
import type { Filters } from "./inbox-filters"
import {
  groupingOf,
  isDecided,
  readFilters,
  MAX_ITEMS_OF_REQUEST,
  itemsOf,
  readPage,
  readRemainingPages,
  type InboxPage,
} from "./inbox-query"
import type { InboxItem } from "./inbox-item"
import { moveQueue, startQueue, type Queue, type QueueMove } from "./inbox-list-reducer"
import { ITEM_KINDS, kindOfTab } from "./item-kind-registry"

const MOST_NEW = 100

interface NewItemsOptions {
  readonly team: string
  readonly filters: Filters
  readonly latest: RefObject<Queue>
  readonly move: Dispatch<QueueMove>
}

/** Returns functions that compare the list with the server. The Decided list is not compared. */
function useNewItems({ team, filters, latest, move }: NewItemsOptions) {
  /** Offers new items of these kinds above the list. An empty list shows them at once. */
  const lookForNew = useCallback(
    async (kinds: readonly string[]) => {
      const kind = listedKinds(filters, kinds)
      if (kind.length === 0) return
      const clock = outbox.clock()
      const page = await readPage(team, filters, {
        among: kind,
        order: "newest",
        limit: mostNew(kind),
      })
      const items = itemsOf(page, filters).filter((item) => !outbox.hasChangedSince(clock, item.id))
      if (latest.current.items.length === 0) move({ do: "append", items })
      else move({ do: "offer", items })
    },
    [team, filters, latest, move],
  )

  /**
   * Compares the list with the server after a reconnect: offers new items and strikes out removed ones.
   * `words`: notice on a removed item.
   */
  const compare = useCallback(
    async (words: string, kinds: readonly string[] = ALL_KINDS) => {
      const kind = listedKinds(filters, kinds)
      if (kind.length === 0) return
      const clock = outbox.clock()
      const now = new Map<string, InboxItem>()
      const isWhole = await readRemainingPages({
        team,
        filters,
        next: "",
        more: { among: kind },
        take: (page) => itemsOf(page, filters).forEach((item) => now.set(item.id, item)),
      })
      // Responses to decisions are newer than a list that was read at the same time.
      const isOutdated = (item: InboxItem) => outbox.hasChangedSince(clock, item.id)
      const { items, left } = latest.current
      const known = new Set(items.map((item) => item.id))
      const fresh = [...now.values()].filter((item) => !known.has(item.id) && !isOutdated(item))
      move({ do: "offer", items: fresh })
      const isGone = (item: InboxItem) =>
        isWhole && kind.includes(item.kind.id) && !left.has(item.id) && !now.has(item.id) && !isOutdated(item)
      for (const item of items) if (isGone(item)) move({ do: "strike", id: item.id, words, isGuess: true })
    },
    [team, filters, latest, move],
  )
  return { lookForNew, compare }
}

const mostNew = (kinds: readonly string[]): number =>
  Math.max(
    ...ITEM_KINDS.filter((kind) => kinds.includes(kind.id)).map((kind) => kind.live.mostNew ?? MOST_NEW),
  )

const ALL_KINDS: readonly string[] = ITEM_KINDS.map((kind) => kind.id)

/** Returns the kinds among `kinds` that the list can hold. */
function listedKinds(filters: Filters, kinds: readonly string[]): readonly string[] {
  const only = kindOfTab(filters.tab)
  if (isDecided(filters)) return []
  return only === null ? kinds : kinds.filter((kind) => kind === only.id)
}

/**
 * Returns the inbox list with its loading state and functions to retry and to look for new items. The list
 * begins with the page that the server rendered. The hook then loads the remaining pages, and reloads the
 * list when the filters change.
 */
export function useQueue(team: string, page: InboxPage) {
  const [query] = useQuery()
  const address = withoutItem(query)
  const filters = useMemo(() => readFilters(new URLSearchParams(address)), [address])
  const [queue, move] = useReducer(moveQueue, null, () => firstQueue(page, filters, query.get("item")))
  const [state, setState] = useState<{ busy: boolean; problem: string | null; total: number }>({
    busy: false,
    problem: null,
    total: page.total,
  })
  const latest = useRef(queue)
  useLayoutEffect(() => {
    latest.current = queue
  })
  const append = useCallback(
    (more: InboxPage) => move({ do: "append", items: itemsOf(more, filters) }),
    [filters],
  )

  const listAgain = useCallback(
    async (signal: AbortSignal) => {
      setState((before) => ({ ...before, busy: true }))
      try {
        const first = await readPage(team, filters, { limit: MAX_ITEMS_OF_REQUEST }, signal)
        const items = itemsOf(first, filters)
        move({ do: "replace", items, grouped: groupingOf(filters), left: hidden(filters, items) })
        setState({ busy: false, problem: null, total: first.total })
        await readRemainingPages({ team, filters, next: first.next, signal, take: append })
      } catch (cause) {
        if (!signal.aborted)
          setState((before) => ({ ...before, busy: false, problem: (cause as Error).message }))
      }
    },
    [team, filters, append],
  )

  const shownFor = useRef(address)
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    if (shownFor.current !== address) {
      shownFor.current = address
      void listAgain(signal)
    } else {
      // If this fails, the list still shows how many more there are.
      readRemainingPages({ team, filters, next: page.next, signal, take: append }).catch(() => undefined)
    }
    return () => abort.abort()
  }, [address, listAgain, team, filters, page, append])

  const { lookForNew, compare } = useNewItems({ team, filters, latest, move })
  const retry = useCallback(() => void listAgain(new AbortController().signal), [listAgain])
  return { queue, move, latest, filters, ...state, retry, lookForNew, compare }
}

/** Returns the list as the server rendered it. `current`: the ID of the item that the address names. */
function firstQueue(page: InboxPage, filters: Filters, current: string | null): Queue {
  const items = itemsOf(page, filters)
  return startQueue({ items, current, grouped: groupingOf(filters), left: hidden(filters, items) })
}

/** Returns the ids decided on this page that an outdated list may still contain. */
function hidden(filters: Filters, items: readonly InboxItem[]): ReadonlySet<string> {
  if (isDecided(filters)) return new Set()
  const pending = outbox.pendingIds()
  const isSnoozed = filters.tab === "snoozed"
  return new Set(
    items.filter((item) => pending.has(item.id) || hasLeftList(item, isSnoozed)).map((item) => item.id),
  )
}

export function withoutItem(query: URLSearchParams): string {
  const rest = new URLSearchParams(query)
  rest.delete("item")
  rest.sort()
  return rest.toString()
}
