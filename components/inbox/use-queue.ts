"use client"

import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "react"
import { useQuery } from "@/components/data/use-query"
import { type Filters, groupingOf, readFilters } from "./filters"
import type { InboxItem } from "./item"
import { itemsOf } from "./listing"
import { AT_ONCE, type FirstPages, listsOf, readRest } from "./lists"
import { useNewItems } from "./use-new-items"
import { moveQueue, type Queue, startQueue } from "./queue"
import { outbox } from "@/components/queue/shared-outbox"
import { hasLeft } from "./actions/decided-here"

export interface QueueStart {
  readonly team: string
  readonly pages: FirstPages
}

/** Returns the list: the first page from the server, then the rest, reloaded when the filters change. */
export function useQueue({ team, pages }: QueueStart) {
  const [query] = useQuery()
  const address = withoutItem(query)
  const filters = useMemo(() => readFilters(new URLSearchParams(address)), [address])
  const lists = useMemo(() => listsOf(team, filters), [team, filters])
  const [queue, move] = useReducer(moveQueue, null, () => firstQueue(pages, filters, query.get("item")))
  const [state, setState] = useState<{ busy: boolean; problem: string | null; total: number }>({
    busy: false,
    problem: null,
    total: totalOf(pages),
  })
  const latest = useRef(queue)
  useLayoutEffect(() => {
    latest.current = queue
  })

  const listAgain = useCallback(
    async (signal: AbortSignal) => {
      setState((before) => ({ ...before, busy: true }))
      try {
        const firsts = await Promise.all(lists.map((list) => list.read({ limit: String(AT_ONCE) }, signal)))
        const items = itemsOf(Object.assign({}, ...firsts), filters)
        move({ do: "replace", items, grouped: groupingOf(filters), left: hidden(filters, items) })
        setState({ busy: false, problem: null, total: firsts.reduce((sum, one) => sum + one.total, 0) })
        for (const [place, { next }] of firsts.entries())
          await readRest(lists[place], next, signal, (one) =>
            move({ do: "append", items: itemsOf(one, filters) }),
          )
      } catch (cause) {
        if (!signal.aborted)
          setState((before) => ({ ...before, busy: false, problem: (cause as Error).message }))
      }
    },
    [lists, filters],
  )

  const shownFor = useRef(address)
  useEffect(() => {
    const abort = new AbortController()
    if (shownFor.current !== address) {
      shownFor.current = address
      void listAgain(abort.signal)
    } else {
      // If this fails, the list still shows how many more there are.
      for (const list of lists)
        readRest(list, list.rest(pages), abort.signal, (one) =>
          move({ do: "append", items: itemsOf(one, filters) }),
        ).catch(() => undefined)
    }
    return () => abort.abort()
  }, [address, listAgain, lists, filters, pages])

  const { lookForNew, compare } = useNewItems({ lists, filters, latest, move })
  const retry = useCallback(() => void listAgain(new AbortController().signal), [listAgain])
  return { queue, move, latest, filters, ...state, retry, lookForNew, compare }
}

/** Returns the list as the server rendered it. `current`: the ID of the item that the address names. */
function firstQueue(pages: FirstPages, filters: Filters, current: string | null): Queue {
  const { proposals, conflicts, syntheses, seedPlans, alerts } = pages
  const items = itemsOf({ ...proposals, ...conflicts, ...syntheses, ...seedPlans, ...alerts }, filters)
  return startQueue({ items, current, grouped: groupingOf(filters), left: hidden(filters, items) })
}

/** Returns the number of items on the server, listed or not. */
const totalOf = (pages: FirstPages): number =>
  Object.values(pages).reduce(
    (sum: number, page: FirstPages[keyof FirstPages]) => sum + (page?.total ?? 0),
    0,
  )

/** Returns the ids decided on this page that an outdated list may still contain. */
function hidden(filters: Filters, items: readonly InboxItem[]): ReadonlySet<string> {
  if (filters.tab === "decided") return new Set()
  const pending = outbox.pendingIds()
  return new Set(
    items.filter((item) => pending.has(item.id) || hasLeft(item, filters.tab)).map((item) => item.id),
  )
}

function withoutItem(query: URLSearchParams): string {
  const rest = new URLSearchParams(query)
  rest.delete("item")
  rest.sort()
  return rest.toString()
}
