"use client"

import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "react"
import { useQuery } from "@/components/data/use-query"
import { type Filters, groupingOf, readFilters } from "./filters"
import type { Item } from "./item"
import { itemsOf } from "./listing"
import { type AskedList, type FirstPages, listsOf } from "./lists"
import { moveQueue, type Queue, startQueue } from "./queue"
import { outbox } from "@/components/queue/shared-outbox"
import { hasLeft } from "./actions/decided-here"

export interface QueueStart {
  readonly team: string
  readonly pages: FirstPages
}

const AT_ONCE = 500
const NEWEST = 100

/** Returns the list: the first page from the server, then the rest, reloaded when the filters change. */
export function useQueue({ team, pages }: QueueStart) {
  const [query] = useQuery()
  const address = withoutItem(query)
  const filters = useMemo(() => readFilters(new URLSearchParams(address)), [address])
  const lists = useMemo(() => listsOf(team, filters), [team, filters])
  const [queue, move] = useReducer(moveQueue, null, (): Queue => {
    const items = itemsOf(
      { ...pages.proposals, ...pages.conflicts, ...pages.syntheses, ...pages.seedPlans, ...pages.alerts },
      filters,
    )
    return startQueue({
      items,
      current: query.get("item"),
      grouped: groupingOf(filters),
      left: hidden(filters, items),
    })
  })
  const [state, setState] = useState<{ busy: boolean; problem: string | null; total: number }>({
    busy: false,
    problem: null,
    total:
      (pages.proposals?.total ?? 0) +
      (pages.conflicts?.total ?? 0) +
      (pages.syntheses?.total ?? 0) +
      (pages.seedPlans?.total ?? 0) +
      (pages.alerts?.total ?? 0),
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

  /** Offers new items above the list. Alerts are sorted by severity, so new ones can be anywhere. */
  const lookForNew = useCallback(async () => {
    if (filters.tab === "decided") return
    const clock = outbox.clock()
    const newest = await Promise.all(
      lists.map((list) =>
        list.read({
          ...(list.kind === "proposal" ? { order: "newest" } : {}),
          limit: String(list.kind === "alert" ? list.most : NEWEST),
        }),
      ),
    )
    const items = newest
      .flatMap((one) => itemsOf(one, filters))
      .filter((item) => !outbox.hasChangedSince(clock, item.id))
    if (latest.current.items.length === 0) move({ do: "append", items })
    else move({ do: "offer", items })
  }, [lists, filters])

  /** After a reconnect: offers new items and strikes out removed ones. */
  const compare = useCallback(
    async (
      words: string,
      kinds: readonly Item["kind"][] = ["proposal", "conflict", "synthesis", "seed", "alert"],
    ) => {
      if (filters.tab === "decided") return
      const asked = lists.filter((list) => kinds.includes(list.kind))
      const clock = outbox.clock()
      const now = new Map<string, Item>()
      const whole = new Set<Item["kind"]>()
      for (const list of asked) {
        const isWhole = await readRest(list, "", undefined, (one) =>
          itemsOf(one, filters).forEach((item) => now.set(item.id, item)),
        )
        if (isWhole) whole.add(list.kind)
      }
      // Responses to decisions are newer than a list that was read at the same time.
      const isOutdated = (item: Item) => outbox.hasChangedSince(clock, item.id)
      const { items, left } = latest.current
      const known = new Set(items.map((item) => item.id))
      move({
        do: "offer",
        items: [...now.values()].filter((item) => !known.has(item.id) && !isOutdated(item)),
      })
      const isGone = (item: Item) =>
        whole.has(item.kind) && !left.has(item.id) && !now.has(item.id) && !isOutdated(item)
      for (const item of items) if (isGone(item)) move({ do: "strike", id: item.id, words, isGuess: true })
    },
    [lists, filters],
  )

  const retry = useCallback(() => void listAgain(new AbortController().signal), [listAgain])
  return { queue, move, latest, filters, ...state, retry, lookForNew, compare }
}

/** Reads pages from the cursor `next` ("" is the start, null the end). Returns true if it reached the end. */
async function readRest(
  list: AskedList | undefined,
  next: string | null,
  signal: AbortSignal | undefined,
  take: (one: Awaited<ReturnType<AskedList["read"]>>) => void,
): Promise<boolean> {
  let after = next
  for (let read = 0; list && after !== null && read < list.most; read += AT_ONCE) {
    const one = await list.read({ limit: String(AT_ONCE), ...(after === "" ? {} : { after }) }, signal)
    if (signal?.aborted) return false
    take(one)
    after = one.next
  }
  return after === null
}

/** Returns the ids decided on this page that an outdated list may still contain. */
function hidden(filters: Filters, items: readonly Item[]): ReadonlySet<string> {
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
