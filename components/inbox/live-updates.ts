"use client"

import { type Dispatch, useEffect, useRef } from "react"
import type { ChangedItem, LiveEvent } from "@/components/queue/live-event"
import { outbox } from "@/components/queue/outbox-and-undo"
import { useLive } from "@/components/queue/use-live"
import { ALREADY_DECIDED } from "./item-detail"
import { decidedItems } from "./actions/decided-items"
import type { Filters } from "./inbox-filters"
import { isDecided } from "./inbox-query"
import type { InboxItem } from "./inbox-item"
import type { ItemKind } from "./item-kind"
import { ITEM_KINDS, kindOfTab } from "./item-kind-registry"
import type { QueueMove } from "./inbox-list-reducer"
import { ALL_LIST_PARTS, listPartsOf } from "./list-parts-registry"
import { compareList, type ComparedList, lookForNew } from "./new-items"

interface LiveUpdatesProps extends ComparedList {
  readonly me: string
  readonly strike: (id: string, words: string) => void
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
const PAUSE_MS = 1_000

const concerns = ({ kind }: LiveEvent): boolean =>
  CONCERNS.test(kind) || ALL_LIST_PARTS.some(({ live }) => live.unnamed.test(kind))

/** Ignores the failure of a read, because the next event or reconnect reads again. */
const tryTo = (look: Promise<void>): void => void look.catch(() => undefined)

/**
 * Applies live events: strikes out items that others decided, offers new ones and restores undone ones.
 * Renders nothing.
 */
export function LiveUpdates(props: LiveUpdatesProps): null {
  const { team, me, latest, recount, age, reloadCurrent, reload } = props
  const compareSoon = useDelayed()
  useLive(team, {
    onGap: () => {
      age()
      recount()
      reloadCurrent() // The current item shows who decided it.
      tryTo(compareList(props, ALREADY_DECIDED))
    },
    onChange: (event) => {
      if (!concerns(event)) return
      recount()
      const seen = seenEvent(event, me)
      const kinds = listedKinds(props.filters)
      const withNew = kinds.filter((kind) => applyChanges(kind, props, seen))
      if (withNew.length > 0)
        tryTo(
          lookForNew(
            props,
            withNew.map((kind) => kind.id),
          ),
        )
      for (const kind of kinds) {
        compareUnnamed(kind, props, seen)
        const { settledBy } = listPartsOf(kind).live
        if (settledBy?.events.test(event.kind))
          compareSoon(() => tryTo(compareList(props, settledBy.words(event, seen.byMe), [kind.id])))
      }
      if (seen.isOnlyOwn) return
      age()
      reloadCurrent()
      const { items, left } = latest.current
      const changed = changedCounts(event)
      if (changed.size > 0) reload(items.filter((item) => changed.has(item.id) && !left.has(item.id)))
    },
  })
  return null
}

/** Returns a function that debounces: it runs only the last callback, `PAUSE_MS` after the last call. */
function useDelayed(): (run: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (run) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(run, PAUSE_MS)
  }
}

/** Returns the kinds that the list can hold. The Decided list does not follow events. */
function listedKinds(filters: Filters): readonly ItemKind[] {
  if (isDecided(filters)) return []
  const only = kindOfTab(filters.tab)
  return only === null ? ITEM_KINDS : [only]
}

/** Returns the ids of changed items whose counts are outdated. */
const changedCounts = (event: LiveEvent): ReadonlySet<string> =>
  new Set(
    ALL_LIST_PARTS.flatMap(({ live }) => (live.reloads ? (event[live.member] ?? []) : [])).map(
      (one) => one.id,
    ),
  )

/** A live event with its relation to this page and the person. */
interface SeenEvent extends LiveEvent {
  /** True if the person caused the event, on this page or another one. */
  readonly byMe: boolean
  /** Author of the event, for the notice on an item. For the same person: "you in another window". */
  readonly who: string
  /** True for items that this page changed. */
  readonly isOwn: (id: string) => boolean
  /** True if only this page made the changes. */
  readonly isOnlyOwn: boolean
}

function seenEvent(event: LiveEvent, me: string): SeenEvent {
  const byMe = event.byId === me
  const pending = outbox.pendingIds()
  // Events of this page’s own decisions can arrive after an undo. The responses to its requests are
  // authoritative.
  const isOwn = (id: string) => pending.has(id) || (byMe && outbox.hasChangedSince(0, id))
  const named = ALL_LIST_PARTS.flatMap(({ live }) => event[live.member] ?? [])
  return {
    ...event,
    byMe,
    who: byMe ? "you in another window" : event.by,
    isOwn,
    isOnlyOwn: byMe && named.every((one) => isOwn(one.id)),
  }
}

/**
 * Strikes out items of a kind that left the list and restores undone ones. Returns true if there are items that
 * are not listed.
 */
function applyChanges(
  kind: ItemKind,
  { filters, latest, strike, move }: LiveUpdatesProps,
  event: SeenEvent,
): boolean {
  const { live } = listPartsOf(kind)
  const { items, left } = latest.current
  const changes: readonly ChangedItem[] = (event[live.member] ?? []).filter((one) => !event.isOwn(one.id))
  const back = live.returnedWords(event.by, event.byMe)
  let hasNew = false
  for (const one of changes) {
    if (!live.isListed(one.state, filters)) strike(one.id, live.goneWords(one, event.who))
    else if (!items.some((item) => item.id === one.id)) hasNew = true
    else if (left.has(one.id) && back !== null) restore(move, one.id, back)
  }
  return hasNew
}

/** Restores an item whose decision was undone. */
function restore(move: Dispatch<QueueMove>, id: string, words: string): void {
  decidedItems.delete(id)
  move({ do: "refuse", refusals: [{ id, words }] })
}

/** Compares the items of a kind with the server after an event that does not name them. */
function compareUnnamed({ id }: ItemKind, props: LiveUpdatesProps, event: SeenEvent): void {
  const { live } = listPartsOf({ id })
  const words = live.unnamedWords(event.by, event.byMe)
  if (words !== null && event[live.member] === undefined && live.unnamed.test(event.kind))
    tryTo(compareList(props, words, [id]))
}
