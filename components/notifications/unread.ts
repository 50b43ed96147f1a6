"use client"

import { useSyncExternalStore } from "react"
import { callOperation } from "@/components/data/http-client"
import type { OutputOf } from "@/lib/http/contract"

export type PersonalNotice = OutputOf<"notification.list">["notifications"][number]

/** The unread notifications of the person by team. */
const unread = new Map<string, readonly PersonalNotice[]>()
const listeners = new Set<() => void>()
const NONE: readonly PersonalNotice[] = []

function set(team: string, notices: readonly PersonalNotice[]): void {
  unread.set(team, notices)
  for (const listener of listeners) listener()
}

/**
 * Reads the unread notifications of a team. A failed read keeps the known ones, because the next event reads
 * again.
 */
export function readUnread(team: string): void {
  callOperation("notification.list", { team }).then(
    ({ notifications }) => set(team, notifications),
    () => undefined,
  )
}

/** Marks the notifications of an item as read, or all of a team (null). */
export function markRead(team: string, item: string | null): void {
  const left = (unread.get(team) ?? NONE).filter((one) => item !== null && one.item !== item)
  set(team, left)
  callOperation("notification.read", { team, item }).catch(() => readUnread(team))
}

export function useUnread(team: string): readonly PersonalNotice[] {
  return useSyncExternalStore(
    listen,
    () => unread.get(team) ?? NONE,
    () => NONE,
  )
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
