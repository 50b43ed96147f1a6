"use client"

import { useMemo, useSyncExternalStore } from "react"

/** How a person wants to see a table. Stored in the browser, so that it does not change links. */
export interface TableView {
  /** Labels of the hidden columns. */
  readonly hidden: readonly string[]
  readonly isCompact: boolean
}

const PLAIN = '{"hidden":[],"isCompact":false}'
const CHANGED = "quarterdeck-table-view"
const storageKey = (table: string) => `quarterdeck-table-${table}`

/**
 * Returns the stored view of a table and a function that changes it. `table` names it: "agents". The server
 * and the first render show the plain view.
 */
export function useTableView(table: string): [view: TableView, change: (view: TableView) => void] {
  const stored = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(storageKey(table)) ?? PLAIN,
    () => PLAIN,
  )
  const view = useMemo(() => readTableView(stored), [stored])
  const change = (next: TableView) => {
    localStorage.setItem(storageKey(table), JSON.stringify(next))
    window.dispatchEvent(new Event(CHANGED))
  }
  return [view, change]
}

/** Reads a stored view. Anything invalid is the plain view. */
export function readTableView(stored: string): TableView {
  try {
    const { hidden, isCompact } = JSON.parse(stored) as Partial<Record<keyof TableView, unknown>>
    return {
      hidden: Array.isArray(hidden) ? hidden.filter((one) => typeof one === "string") : [],
      isCompact: isCompact === true,
    }
  } catch {
    return { hidden: [], isCompact: false }
  }
}

function subscribe(onChange: () => void): () => void {
  const events = ["storage", CHANGED]
  for (const event of events) window.addEventListener(event, onChange)
  return () => {
    for (const event of events) window.removeEventListener(event, onChange)
  }
}
