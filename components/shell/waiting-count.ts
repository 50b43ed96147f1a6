"use client"

import { useSyncExternalStore } from "react"

/** For what something waits: for a decision in the inbox; of that, for a review of what the coach wrote. */
export type WaitingFor = "inbox" | "coach"

/** What waits in a team, as this page last heard; what is missing is as the server said with the page. */
const known = new Map<string, number>()
const listeners = new Set<() => void>()

/** Tells the rail and the title, which are not drawn anew with each decision. */
export function noteWaiting(team: string, count: number, waits: WaitingFor = "inbox"): void {
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
