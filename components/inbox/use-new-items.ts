"use client"

import { type Dispatch, type RefObject, useCallback } from "react"
import { outbox } from "@/components/queue/shared-outbox"
import type { Filters } from "./filter-types"
import { isDecided } from "./filters"
import type { InboxItem } from "./item"
import { ITEM_KINDS, kindOfTab } from "./kinds"
import { itemsOf, readPage, readRest } from "./listing"
import type { Queue, QueueMove } from "./queue"

const MOST_NEW = 100

interface NewItemsOptions {
  readonly team: string
  readonly filters: Filters
  readonly latest: RefObject<Queue>
  readonly move: Dispatch<QueueMove>
}

/** Returns functions that compare the list with the server. The Decided list is not compared. */
export function useNewItems({ team, filters, latest, move }: NewItemsOptions) {
  /** Offers new items of these kinds above the list. */
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

  /** After a reconnect: offers new items and strikes out removed ones. `words` say who removed them. */
  const compare = useCallback(
    async (words: string, kinds: readonly string[] = ALL_KINDS) => {
      const kind = listedKinds(filters, kinds)
      if (kind.length === 0) return
      const clock = outbox.clock()
      const now = new Map<string, InboxItem>()
      const isWhole = await readRest({
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

/** Returns those of the kinds that the list can hold. */
function listedKinds(filters: Filters, kinds: readonly string[]): readonly string[] {
  const only = kindOfTab(filters.tab)
  if (isDecided(filters)) return []
  return only === null ? kinds : kinds.filter((kind) => kind === only.id)
}
