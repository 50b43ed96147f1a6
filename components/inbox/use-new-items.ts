"use client"

import { type Dispatch, type RefObject, useCallback } from "react"
import { outbox } from "@/components/queue/shared-outbox"
import type { Filters } from "./filters"
import type { InboxItem } from "./item"
import { itemsOf } from "./listing"
import { type ReadableList, readRest } from "./lists"
import type { Queue, QueueMove } from "./queue"

const NEWEST = 100
const ALL_KINDS: readonly InboxItem["kind"][] = ["proposal", "conflict", "synthesis", "seed", "alert"]

interface NewItemsOptions {
  readonly lists: readonly ReadableList[]
  readonly filters: Filters
  readonly latest: RefObject<Queue>
  readonly move: Dispatch<QueueMove>
}

/** Returns functions that compare the list with the server. The Decided list is not compared. */
export function useNewItems({ lists, filters, latest, move }: NewItemsOptions) {
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
  }, [lists, filters, latest, move])

  /** After a reconnect: offers new items and strikes out removed ones. `words` say who removed them. */
  const compare = useCallback(
    async (words: string, kinds: readonly InboxItem["kind"][] = ALL_KINDS) => {
      if (filters.tab === "decided") return
      const clock = outbox.clock()
      const now = new Map<string, InboxItem>()
      const whole = new Set<InboxItem["kind"]>()
      for (const list of lists.filter(({ kind }) => kinds.includes(kind))) {
        const isWhole = await readRest(list, "", undefined, (one) =>
          itemsOf(one, filters).forEach((item) => now.set(item.id, item)),
        )
        if (isWhole) whole.add(list.kind)
      }
      // Responses to decisions are newer than a list that was read at the same time.
      const isOutdated = (item: InboxItem) => outbox.hasChangedSince(clock, item.id)
      const { items, left } = latest.current
      const known = new Set(items.map((item) => item.id))
      const fresh = [...now.values()].filter((item) => !known.has(item.id) && !isOutdated(item))
      move({ do: "offer", items: fresh })
      const isGone = (item: InboxItem) =>
        whole.has(item.kind) && !left.has(item.id) && !now.has(item.id) && !isOutdated(item)
      for (const item of items) if (isGone(item)) move({ do: "strike", id: item.id, words, isGuess: true })
    },
    [lists, filters, latest, move],
  )
  return { lookForNew, compare }
}
