"use client"

import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "react"
import type { ProposalSummary } from "@/components/proposal/shapes"
import { askServer } from "@/components/source/ask"
import { useQuery } from "@/components/ui/use-query"
import { type Filters, proposalQuery, readFilters } from "./filters"
import type { Finding } from "./finding"
import type { Item } from "./item"
import { itemsOf } from "./listing"
import { moveQueue, type Queue, startQueue } from "./queue"
import { decidedHere, outbox } from "./the-outbox"

/** What `GET /proposals` answers with. */
export interface ListPage {
  proposals: ProposalSummary[]
  next: string | null
  total: number
}

export interface QueueStart {
  readonly team: string
  readonly page: ListPage
  readonly findings: readonly Finding[]
}

/** Nobody works through more at a sitting. */
const MOST = 5_000
const AT_ONCE = 500
const NEWEST = 100

/** The list: first what came with the page, then the rest of it, then whatever the filters in the address ask for. */
export function useQueue({ team, page, findings }: QueueStart) {
  const [query] = useQuery()
  const address = withoutItem(query)
  const filters = useMemo(() => readFilters(new URLSearchParams(address)), [address])
  const [queue, move] = useReducer(moveQueue, null, (): Queue => {
    const items = itemsOf(page.proposals, findings, filters)
    return startQueue({ items, current: query.get("item"), grouped: filters.order === "file", left: hidden(filters, items) })
  })
  const [state, setState] = useState<{ busy: boolean; problem: string | null; total: number }>({ busy: false, problem: null, total: page.total })
  const latest = useRef(queue)
  useLayoutEffect(() => {
    latest.current = queue
  })

  /** All that there is, portion by portion; each is given to `take` as it comes. */
  const readAll = useCallback(
    async (after: string | null, signal: AbortSignal, take: (one: ListPage, first: boolean) => void) => {
      const asked = proposalQuery(team, filters)
      if (asked === null) return take({ proposals: [], next: null, total: 0 }, true)
      let next = after
      for (let read = 0, first = after === null; (first || next !== null) && read < MOST; first = false) {
        const one = await askServer<ListPage>("/proposals", { query: { ...asked, limit: String(AT_ONCE), ...(next === null ? {} : { after: next }) }, signal })
        take(one, first)
        read += one.proposals.length
        next = one.next
      }
    },
    [team, filters],
  )

  const listAgain = useCallback(
    (signal: AbortSignal) => {
      setState((before) => ({ ...before, busy: true }))
      return readAll(null, signal, (one, first) => {
        if (signal.aborted) return
        const items = itemsOf(one.proposals, first ? findings : [], filters)
        if (first) move({ do: "replace", items, grouped: filters.order === "file", left: hidden(filters, items) })
        else move({ do: "append", items })
        setState({ busy: false, problem: null, total: one.total })
      }).catch((cause: Error) => (signal.aborted ? undefined : setState((before) => ({ ...before, busy: false, problem: cause.message }))))
    },
    [readAll, filters, findings],
  )

  const shownFor = useRef(address)
  useEffect(() => {
    const abort = new AbortController()
    if (shownFor.current !== address) {
      shownFor.current = address
      void listAgain(abort.signal)
    } else if (page.next !== null) {
      readAll(page.next, abort.signal, (one) => (abort.signal.aborted ? undefined : move({ do: "append", items: itemsOf(one.proposals, [], filters) }))).catch(() => undefined) // the list says how many more there are
    }
    return () => abort.abort()
  }, [address, listAgain, readAll, filters, page.next])

  /** What came in since, offered above the list. */
  const lookForNew = useCallback(async () => {
    const asked = proposalQuery(team, filters)
    if (asked === null || filters.tab === "decided") return
    const { proposals } = await askServer<ListPage>("/proposals", { query: { ...asked, order: "newest", limit: String(NEWEST) } })
    const items = itemsOf(proposals, [], filters).filter((item) => !outbox.pendingIds().has(item.id))
    if (latest.current.items.length === 0) move({ do: "append", items })
    else move({ do: "offer", items })
  }, [team, filters])

  /** After a while of not listening: what is new is offered, what is gone is struck out. */
  const compare = useCallback(
    async (words: string) => {
      if (filters.tab === "decided") return
      const abort = new AbortController()
      const now = new Map<string, Item>()
      let whole = false
      await readAll(null, abort.signal, (one) => {
        for (const item of itemsOf(one.proposals, [], filters)) now.set(item.id, item)
        whole = one.next === null
      })
      if (!whole) return
      const pending = outbox.pendingIds()
      const { items, left } = latest.current
      const known = new Set(items.map((item) => item.id))
      move({ do: "offer", items: [...now.values()].filter((item) => !known.has(item.id) && !pending.has(item.id)) })
      for (const item of items) if (item.kind === "proposal" && !left.has(item.id) && !now.has(item.id)) move({ do: "strike", id: item.id, words })
    },
    [readAll, filters],
  )

  const retry = useCallback(() => void listAgain(new AbortController().signal), [listAgain])
  return { queue, move, latest, filters, ...state, retry, lookForNew, compare }
}

/** What was decided here and may still be in a list that was read before. */
function hidden(filters: Filters, items: readonly Item[]): ReadonlySet<string> {
  if (filters.tab === "decided") return new Set()
  const pending = outbox.pendingIds()
  return new Set(items.filter((item) => pending.has(item.id) || decidedHere.has(item.id)).map((item) => item.id))
}

function withoutItem(query: URLSearchParams): string {
  const rest = new URLSearchParams(query)
  rest.delete("item")
  rest.sort()
  return rest.toString()
}
