"use client"

import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "react"
import { useQuery } from "@/components/data/use-query"
import { outbox } from "@/components/queue/outbox-and-undo"
import { hasLeftList } from "./actions/decided-items"
import type { Filters } from "./inbox-filters"
import { groupingOf, isDecided, readFilters, itemsOf, type InboxPage } from "./inbox-query"
import type { InboxItem } from "./inbox-item"
import { moveQueue, startQueue, type Queue } from "./inbox-list-reducer"

/**
 * Returns the inbox list with its loading state and a function to retry. The list
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
        const { MAX_ITEMS_OF_REQUEST, readPage, readRemainingPages } = await loadReading()
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
      loadReading()
        .then((one) => one.readRemainingPages({ team, filters, next: page.next, signal, take: append }))
        .catch(() => undefined)
    }
    return () => abort.abort()
  }, [address, listAgain, team, filters, page, append])

  const retry = useCallback(() => void listAgain(new AbortController().signal), [listAgain])
  return { queue, move, latest, filters, ...state, retry }
}

/** Loads the script that reads pages of the list. */
const loadReading = () => import("./inbox-pages")

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
