"use client"

import { useCallback, useEffect, useState, useSyncExternalStore } from "react"
import { type DetailShelf, openShelf, type Shelved } from "./detail-cache"
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
export function useShelf<Detail extends { readonly id: string }>({
  ask,
  known,
  onDetail,
}: Shelf<Detail>): DetailShelf<Detail> {
  const [shelf] = useState(() => {
    const made = openShelf<Detail>(async (id) => {
      const detail = await readUnchanged(id, ask)
      if (detail) onDetail(detail)
      return detail
    })
    for (const detail of known) made.put(detail)
    return made
  })
  return shelf
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
  shelf: DetailShelf<Detail>,
  id: string | null,
  others: readonly string[],
): Shelved<Detail> {
  const read = useCallback(() => (id === null ? NOTHING : (shelf.get(id) ?? NOTHING)), [shelf, id])
  const near = others.join(" ")
  useEffect(() => {
    const [next, ...further] = near.split(" ").filter(Boolean)
    shelf.want([id, next].filter((one) => typeof one === "string"))
    shelf.prepare(further)
  }, [shelf, id, near])
  return useSyncExternalStore(shelf.subscribe, read, read)
}
