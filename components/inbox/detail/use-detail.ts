"use client"

import { useCallback, useEffect, useState, useSyncExternalStore } from "react"
import { type DetailCache, openDetailCache, type CachedDetail } from "./detail-cache"
import { outbox } from "@/components/queue/shared-outbox"

/** The number of following items to prefetch. The previous one is prefetched too. */
export const AHEAD = 4

interface Shelf<Detail> {
  readonly ask: (id: string) => Promise<Detail>
  /** Details that the server rendered. */
  readonly known: readonly Detail[]
  /** Called with each loaded detail. */
  readonly onDetail: (detail: Detail) => void
}

/** Returns the detail cache of one kind, filled with the details from the server. */
export function useDetailCache<Detail extends { readonly id: string }>({
  ask,
  known,
  onDetail,
}: Shelf<Detail>): DetailCache<Detail> {
  const [cache] = useState(() => {
    const made = openDetailCache<Detail>(async (id) => {
      const detail = await readUnchanged(id, ask)
      if (detail) onDetail(detail)
      return detail
    })
    for (const detail of known) made.put(detail)
    return made
  })
  return cache
}

/**
 * Reads an item until no decision changed it during the read. Returns null while a decision is pending, whose
 * response reloads it.
 */
async function readUnchanged<Detail>(
  id: string,
  ask: (id: string) => Promise<Detail>,
): Promise<Detail | null> {
  for (;;) {
    const clock = outbox.clock()
    const detail = await ask(id)
    if (!outbox.hasChangedSince(clock, id)) return detail
    if (outbox.pendingIds().has(id)) return null
  }
}

const NOTHING = { detail: null, problem: null }

/** Returns the detail of the current item and prefetches the others. */
export function useDetail<Detail>(
  cache: DetailCache<Detail>,
  id: string | null,
  others: readonly string[],
): CachedDetail<Detail> {
  const read = useCallback(() => (id === null ? NOTHING : (cache.get(id) ?? NOTHING)), [cache, id])
  const near = others.join(" ")
  useEffect(() => {
    const [next, ...further] = near.split(" ").filter(Boolean)
    cache.want([id, next].filter((one) => typeof one === "string"))
    cache.prepare(further)
  }, [cache, id, near])
  return useSyncExternalStore(cache.subscribe, read, read)
}
