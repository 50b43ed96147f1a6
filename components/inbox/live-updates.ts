"use client"

import { type Dispatch, type RefObject, useEffect, useRef } from "react"
import { leftWords } from "@/components/alerts/alert-text"
import type { AlertState } from "@/lib/memory/alerts/kinds"
import type { InboxItem } from "./item"
import { type LiveEvent, struckWords } from "../queue/live-event"
import type { QueueMove, Queue } from "./queue"
import { outbox } from "@/components/queue/shared-outbox"
import { decidedHere } from "./actions/decided-here"
import { useLive } from "../queue/use-live"

interface LiveUpdatesProps {
  readonly team: string
  readonly me: string
  /** True if the listed items are undecided. */
  readonly waits: boolean
  /** The state of the listed alerts; null if no alerts are listed. */
  readonly alertState: AlertState | null
  readonly latest: RefObject<Queue>
  readonly move: Dispatch<QueueMove>
  readonly strike: (id: string, words: string) => void
  readonly lookForNew: () => Promise<void>
  readonly compare: (words: string, kinds?: readonly InboxItem["kind"][]) => Promise<void>
  readonly recount: () => void
  /** Marks all item details as outdated. */
  readonly age: () => void
  /** Reloads the current item. */
  readonly reloadCurrent: () => void
  /** Reloads items whose counts are outdated. */
  readonly reload: (items: readonly InboxItem[]) => void
}

/** Events that can add or remove items. */
const CONCERNS =
  /^(?:proposal|conflict|synthesis|claim|coach-run|seed|alert|file|revision|import|entry|policy)/
/** Events that write files and so can raise or settle conflicts. */
const WRITES = /^(?:conflict|file|revision|import|entry|proposal\.(?!create|snooze|assign))/
const PAUSE_MS = 1_000
const UNDECIDED: readonly (string | undefined)[] = [undefined, "waiting", "open"]

/** Ignores a failed read: the next event or reconnect reads again. */
const tryTo = (look: Promise<void>): void => void look.catch(() => undefined)

/**
 * Applies live events: strikes out items that others decided, offers new ones and restores undone ones.
 * Renders nothing.
 */
export function LiveUpdates(props: LiveUpdatesProps): null {
  const { team, me, latest, lookForNew, compare, recount, age, reloadCurrent, reload } = props
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLive(team, {
    onGap: () => {
      age()
      recount()
      reloadCurrent() // The current item shows who decided it.
      tryTo(compare("Decided by someone else"))
    },
    onChange: (event) => {
      if (!CONCERNS.test(event.kind)) return
      recount()
      const seen = seenEvent(event, me)
      const hasNewItems = applyDecisions(props, seen)
      const hasNewAlerts = applyAlerts(props, seen)
      compareAlerts(props, seen)
      if (hasNewItems || hasNewAlerts) tryTo(lookForNew())
      compareUnlisted(props, seen)
      if (WRITES.test(event.kind)) {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => tryTo(compare(settledWords(event), ["conflict"])), PAUSE_MS)
      }
      if (seen.isOnlyOwn) return
      age()
      reloadCurrent()
      const { items, left } = latest.current
      const changed = new Set([...(event.syntheses ?? []), ...(event.seeds ?? [])].map((one) => one.id))
      if (changed.size > 0) reload(items.filter((item) => changed.has(item.id) && !left.has(item.id)))
    },
  })
  return null
}

/** A live event as this page sees it. */
interface SeenEvent extends LiveEvent {
  /** True if the person caused the event, on this page or another one. */
  readonly byMe: boolean
  /** Who decided, for the notice on an item. */
  readonly who: string
  /** Changed proposals, conflicts, syntheses and seed plans, without those of this page. */
  readonly others: readonly Changed[]
  readonly otherAlerts: readonly NonNullable<LiveEvent["alerts"]>[number][]
  /** True if only this page made the changes. */
  readonly isOnlyOwn: boolean
}

type Changed = NonNullable<LiveEvent["proposals"]>[number]

function seenEvent(event: LiveEvent, me: string): SeenEvent {
  const byMe = event.byId === me
  const pending = outbox.pendingIds()
  // Events of this page’s own decisions can arrive after an undo. The responses to its requests are
  // authoritative.
  const isOwn = (id: string) => pending.has(id) || (byMe && outbox.hasChangedSince(0, id))
  const { proposals = [], conflicts = [], syntheses = [], seeds = [], alerts = [] } = event
  const others = [...proposals, ...conflicts, ...syntheses, ...seeds].filter((one) => !isOwn(one.id))
  const otherAlerts = alerts.filter((one) => !isOwn(one.id))
  return {
    ...event,
    byMe,
    who: byMe ? "you in another window" : event.by,
    others,
    otherAlerts,
    isOnlyOwn: byMe && others.length === 0 && otherAlerts.length === 0,
  }
}

/** Strikes out decided items and restores undone ones. Returns true if there are items that are not listed. */
function applyDecisions({ waits, latest, strike, move }: LiveUpdatesProps, event: SeenEvent): boolean {
  if (!waits) return false
  const { items, left } = latest.current
  let hasNew = false
  for (const one of event.others) {
    const isListed = items.some((item) => item.id === one.id)
    if (!UNDECIDED.includes(one.state)) strike(one.id, struckWords(one, event.who))
    else if (!isListed) hasNew = true
    else if (left.has(one.id) && !event.byMe) restore(move, one.id, `${event.by} undid the decision`)
  }
  return hasNew
}

/** Strikes out alerts with another state and restores reopened ones. Returns true if some are not listed. */
function applyAlerts({ alertState, latest, strike, move }: LiveUpdatesProps, event: SeenEvent): boolean {
  if (alertState === null) return false
  const { items, left } = latest.current
  const reopened = event.byMe ? "The alert was raised again" : `${event.by} reopened the alert`
  let hasNew = false
  for (const { id, state } of event.otherAlerts) {
    if (state !== alertState) strike(id, leftWords(state, event.who))
    else if (!items.some((item) => item.id === id)) hasNew = true
    else if (left.has(id)) restore(move, id, reopened)
  }
  return hasNew
}

/** Restores an item whose decision was undone. */
function restore(move: Dispatch<QueueMove>, id: string, words: string): void {
  decidedHere.delete(id)
  move({ do: "refuse", refusals: [{ id, words }] })
}

/** Compares the listed alerts with the server after an event that does not name them. */
function compareAlerts({ alertState, compare }: LiveUpdatesProps, { kind, alerts, byMe }: SeenEvent): void {
  if (alertState === null || alerts !== undefined || !kind.startsWith("alert")) return
  tryTo(compare(byMe ? "Decided in another window" : "Already settled", ["alert"]))
}

/** Kinds of items, and the events that can change them without naming them. */
const UNLISTED = [
  { item: "synthesis", named: "syntheses", events: /^(?:synthesis\.(?!snooze)|claim\.)/ },
  { item: "proposal", named: "proposals", events: /^proposal\./ },
  { item: "seed", named: "seeds", events: /^seed\.(?!snooze)/ },
] as const

/** Compares the list with the server after an event of another person that does not name the items. */
function compareUnlisted({ compare }: LiveUpdatesProps, event: SeenEvent): void {
  if (event.byMe) return
  for (const { item, named, events } of UNLISTED)
    if (event[named] === undefined && events.test(event.kind))
      tryTo(compare(`Decided by ${event.by}`, [item]))
}

/** Returns why a conflict is no longer open after an event. */
function settledWords({ kind, by }: LiveEvent): string {
  if (kind === "conflict.gone") return "Settled: one side was removed or changed"
  return kind.startsWith("conflict") ? `Decided by ${by}` : `Settled by a change from ${by}`
}
