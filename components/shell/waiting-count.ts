"use client"

import { useSyncExternalStore } from "react"

/** What waits, as the inbox last knew it; null: as the server said with the page. */
let known: number | null = null
const listeners = new Set<() => void>()

/** Tells the rail, which is not drawn anew with each decision. */
export function noteWaiting(count: number): void {
  if (count === known) return
  known = count
  for (const listener of listeners) listener()
}

export function useWaitingCount(fromServer: number | undefined): number | undefined {
  return useSyncExternalStore(listen, () => known ?? fromServer, () => fromServer)
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
