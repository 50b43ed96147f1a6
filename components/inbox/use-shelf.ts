"use client"

import { useCallback, useEffect, useState, useSyncExternalStore } from "react"
import type { ProposalDetail } from "@/components/proposal/shapes"
import { askServer } from "@/components/source/ask"
import { type DetailShelf, openShelf, type Shelved } from "./detail-shelf"

/** So many of the next ones are there before one gets to them, and the one before. */
export const AHEAD = 4

/** Details of proposals, with those that came with the page. `onDetail` hears of each that is read. */
export function useShelf(known: readonly ProposalDetail[], onDetail: (detail: ProposalDetail) => void): DetailShelf {
  const [shelf] = useState(() => {
    const made = openShelf(async (id) => {
      const detail = await askServer<ProposalDetail>(`/proposals/${id}`)
      onDetail(detail)
      return detail
    })
    for (const detail of known) made.put(detail)
    return made
  })
  return shelf
}

const NOTHING: Shelved = { detail: null, problem: null }

/** The detail of the one that is looked at; the others named are read as well. */
export function useDetail(shelf: DetailShelf, id: string | null, others: readonly string[]): Shelved {
  const read = useCallback(() => (id === null ? NOTHING : (shelf.get(id) ?? NOTHING)), [shelf, id])
  const near = others.join(" ")
  useEffect(() => {
    const [next, ...further] = near.split(" ").filter(Boolean)
    shelf.want([id, next].filter((one) => typeof one === "string"))
    shelf.prepare(further)
  }, [shelf, id, near])
  return useSyncExternalStore(shelf.subscribe, read, read)
}
