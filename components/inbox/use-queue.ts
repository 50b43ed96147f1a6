"use client"

import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "react"
import { useQuery } from "@/components/data/use-query"
import { outbox } from "@/components/queue/shared-outbox"
import { hasLeft } from "./actions/decided-here"
import type { Filters } from "./filter-types"
import { groupingOf, isDecided, readFilters } from "./filters"
import type { InboxItem } from "./item"
import { AT_ONCE, type InboxPage, itemsOf, readPage, readRest } from "./listing"
import { moveQueue, type Queue, startQueue } from "./queue"
import { useNewItems } from "./use-new-items"

/** Returns the list: the first page from the server, then the rest, reloaded when the filters change. */
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
        const first = await readPage(team, filters, { limit: AT_ONCE }, signal)
        const items = itemsOf(first, filters)
        move({ do: "replace", items, grouped: groupingOf(filters), left: hidden(filters, items) })
        setState({ busy: false, problem: null, total: first.total })
        await readRest({ team, filters, next: first.next, signal, take: append })
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
      readRest({ team, filters, next: page.next, signal, take: append }).catch(() => undefined)
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
    items.filter((item) => pending.has(item.id) || hasLeft(item, isSnoozed)).map((item) => item.id),
  )
}

function withoutItem(query: URLSearchParams): string {
  const rest = new URLSearchParams(query)
  rest.delete("item")
  rest.sort()
  return rest.toString()
}
