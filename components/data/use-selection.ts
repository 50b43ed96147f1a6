"use client"

import { useState } from "react"

export interface Selection {
  /** The selected rows that are still in the list. */
  readonly ids: readonly string[]
  readonly has: (id: string) => boolean
  readonly toggle: (id: string) => void
  readonly toggleAll: () => void
  readonly clear: () => void
}

/**
 * Returns the rows of a list that the user selected for a bulk action. `rows`: the ids of all rows that can
 * be selected.
 */
export function useSelection(rows: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const ids = rows.filter((id) => chosen.has(id))
  return {
    ids,
    has: (id) => chosen.has(id),
    toggle: (id) =>
      setChosen((before) => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    toggleAll: () => setChosen(new Set(ids.length === rows.length ? [] : rows)),
    clear: () => setChosen(new Set()),
  }
}
