"use client"

import { useSyncExternalStore } from "react"

/** Kinds of waiting counts: all inbox items, and the syntheses among them. */
export type WaitingFor = "inbox" | "coach"

/**
 * Latest waiting counts by team and kind. Without an entry, the count that the server rendered is current.
 */
const known = new Map<string, number>()
const listeners = new Set<() => void>()

/** Updates the counts in the rail and the page title, which are not re-rendered after a decision. */
export function setWaitingCount(team: string, count: number, waits: WaitingFor = "inbox"): void {
  const key = keyOf(team, waits)
  if (count === known.get(key)) return
  known.set(key, count)
  for (const listener of listeners) listener()
}

export function useWaitingCount(
  team: string,
  fromServer: number | undefined,
  waits: WaitingFor = "inbox",
): number | undefined {
  return useSyncExternalStore(
    listen,
    () => known.get(keyOf(team, waits)) ?? fromServer,
    () => fromServer,
  )
}

const keyOf = (team: string, waits: WaitingFor) => `${waits}/${team}`

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
