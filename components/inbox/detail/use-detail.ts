"use client"

import { useCallback, useEffect, useState, useSyncExternalStore } from "react"
import { type DetailShelf, openShelf, type Shelved } from "./detail-cache"
import { outbox } from "../actions/shared-outbox"

/** So many of the next ones are there before one gets to them, and the one before. */
export const AHEAD = 4

interface Shelf<Detail> {
  readonly ask: (id: string) => Promise<Detail>
  /** What came with the page. */
  readonly known: readonly Detail[]
  /** Hears of each that is read. */
  readonly onDetail: (detail: Detail) => void
}

/** Details of items of one kind, with those that came with the page. */
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

/** Reads an item until no decision of this page changed it meanwhile; null while one is under way, whose answer asks again. */
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

/** The detail of the one that is looked at; the others named are read as well. */
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
