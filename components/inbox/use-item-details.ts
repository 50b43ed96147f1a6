"use client"

import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react"
import { outbox } from "@/components/queue/shared-outbox"
import { type CachedDetail, type DetailCache, openDetailCache } from "./detail/detail-cache"
import { type InboxItem, itemOf, type ItemSummary, writeLanesOf } from "./item"
import { kindOf } from "./kinds"

interface Identified {
  readonly id: string
}

/** The details of all kinds of items. */
export interface ItemDetailCache extends DetailCache<Identified, InboxItem> {
  /** Marks the details of items of these files as outdated (default: all). */
  ageFiles(lanes?: readonly string[]): void
}

/** The detail that the server rendered. */
export interface KnownDetail {
  readonly kind: string
  readonly item: ItemSummary
  readonly detail: Identified
}

interface CacheOptions {
  readonly team: string
  /** The listed items, of which the server rendered one. */
  readonly items: readonly InboxItem[]
  readonly known: KnownDetail | null
  /** Called with the item of each loaded detail. */
  readonly onRead: (item: InboxItem) => void
}

/** Returns the cache of details, filled with the detail from the server. */
export function useDetailCache({ team, items, known, onRead }: CacheOptions): ItemDetailCache {
  const [cache] = useState((): ItemDetailCache => {
    const opened = openDetailCache<Identified, InboxItem>(async (item) => {
      const kind = kindOf(item)
      const detail = await readUnchanged(item.id, () => kind.read(item.summary, team))
      if (detail) onRead(itemOf(kind, kind.summaryOf(detail)))
      return detail
    })
    const first = items.find((one) => one.id === known?.item.id)
    if (first && known) opened.put(first, known.detail)
    return {
      ...opened,
      ageFiles: (lanes) =>
        opened.age(
          (item) =>
            lanes === undefined ||
            kindOf(item).isChangedByAll === true ||
            writeLanesOf(item).some((lane) => lanes.includes(lane)),
        ),
    }
  })
  return cache
}

/**
 * Reads an item until no decision changed it during the read. Returns null if a decision is pending, because
 * its response reloads the item.
 */
async function readUnchanged<Detail>(id: string, read: () => Promise<Detail>): Promise<Detail | null> {
  for (;;) {
    const clock = outbox.clock()
    const detail = await read()
    if (!outbox.hasChangedSince(clock, id)) return detail
    if (outbox.pendingIds().has(id)) return null
  }
}

/** The number of following items to prefetch. The previous one is prefetched too. */
const AHEAD = 4

const NOTHING: CachedDetail<Identified> = { detail: null, problem: null }

/** Returns the current item, its index and its detail, and prefetches the details of its neighbors. */
export function useItemDetail(cache: ItemDetailCache, items: readonly InboxItem[], current: string | null) {
  const index = items.findIndex((item) => item.id === current)
  const selected = items[index] ?? null
  const near = useNear(items, index)
  useEffect(() => {
    const [next, ...further] = near
    cache.want([selected, next].filter((one) => one != null))
    cache.prepare(further)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a changed summary does not request the detail again
  }, [cache, selected?.id, near])
  const read = useCallback(
    () => (current === null ? NOTHING : (cache.get(current) ?? NOTHING)),
    [cache, current],
  )
  const detail = useSyncExternalStore(cache.subscribe, read, read)
  return { index, selected, detail: selected === null ? NOTHING : detail, near }
}

/**
 * Returns the items after and before the current one. Returns the same array while the items are the same.
 */
function useNear(items: readonly InboxItem[], index: number): readonly InboxItem[] {
  const near = [
    ...items.slice(index + 1, index + 1 + AHEAD),
    ...items.slice(Math.max(0, index - 1), Math.max(0, index)),
  ]
  const ids = near.map((item) => item.id).join(" ")
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the ids name the items
  return useMemo(() => near, [ids])
}
