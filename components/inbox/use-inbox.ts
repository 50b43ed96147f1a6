"use client"

import { useCallback, useMemo, useState } from "react"
import type { Excerpt } from "@/components/alerts/alert-types"
import { leftWords } from "@/components/alerts/alert-text"
import { struckWords } from "@/components/queue/live-event"
import { useDecisions } from "./actions/use-decisions"
import { type KnownDetails, useDetailCaches, useItemDetails } from "./detail/use-preloaded-details"
import { alertQuery, alertStateOf } from "./filters"
import { type InboxItem, isUndecided } from "./item"
import type { FirstPages } from "./lists"
import { visibleItems } from "./queue"
import { type InboxCounts, useCounts } from "./use-counts"
import { useQueue } from "./use-queue"

/** How long an item that a colleague decided stays visible, struck out. */
const STRUCK_MS = 2_500

/** What the server rendered. */
export interface InboxStart {
  readonly team: string
  readonly pages: FirstPages
  readonly counts: InboxCounts
  readonly details: KnownDetails
  /** By alert. */
  readonly excerpts: Readonly<Record<string, Excerpt>>
}

/** Returns the list with its counts, the current item with its detail, and the functions that decide items. */
export function useInbox({ team, pages, counts: start, details: known, excerpts }: InboxStart) {
  const list = useQueue({ team, pages })
  const { queue, move, latest, filters } = list
  const items = useMemo(
    () => visibleItems({ items: queue.items, left: queue.left }),
    [queue.items, queue.left],
  )
  const { counts, add, recount } = useCounts(team, filters.project, start)
  const [said, announce] = useState("")
  const waits = filters.tab !== "decided"
  const strike = useCallback(
    (id: string, words: string) => {
      move({ do: "strike", id, words })
      setTimeout(() => move({ do: "clear", ids: [id] }), STRUCK_MS)
    },
    [move],
  )
  const caches = useDetailCaches(known, (item) => {
    // The Alerts tab also lists settled alerts.
    const isListed = item.kind === "alert" && item.alert.state === alertStateOf(filters)
    const wasRefused = latest.current.marks.get(item.id)?.kind === "refused"
    if (waits && !isUndecided(item) && !isListed && !wasRefused) strike(item.id, goneWords(item))
    else move({ do: "update", item })
  })
  const current = useItemDetails(caches, { team, items, current: queue.current, excerpts })
  const decisions = useDecisions({
    queue: latest,
    move,
    onCount: add,
    onWritten: caches.age,
    onWanted: caches.want,
    announce,
  })
  const chosen = useMemo(() => items.filter((one) => queue.chosen.has(one.id)), [items, queue.chosen])
  const reloadCurrent = () => {
    const { current: id, items: all, left } = latest.current
    caches.want(all.filter((one) => one.id === id && !left.has(one.id)))
  }
  const { selected } = current
  return {
    team,
    ...list,
    ...current,
    ...decisions,
    items,
    /** The number of undecided items that are not loaded. */
    beyond: Math.max(0, list.total - queue.items.length - queue.fresh.length),
    counts,
    recount,
    reloadCurrent,
    /** The last message to screen readers. */
    said,
    announce,
    /** True if the listed items are undecided. */
    waits,
    strike,
    caches,
    mark: selected ? queue.marks.get(selected.id) : undefined,
    /** The current item, if it is a proposal. */
    proposal: selected?.kind === "proposal" ? selected.proposal : null,
    /** The state of the listed alerts; null if no alerts are listed. */
    alertState: alertQuery(team, filters) === null ? null : alertStateOf(filters),
    /** Findings that rank last because the team mostly dismisses them. */
    dismissals: pages.conflicts?.dismissals ?? [],
    /** The selected items. */
    chosen,
  }
}

/** Returns the notice on an item that someone else decided. */
function goneWords(item: InboxItem): string {
  const someone = "someone else"
  if (item.kind === "alert") return leftWords(item.alert.state, someone)
  if (item.kind === "synthesis") return struckWords(item.synthesis, item.synthesis.decided?.by ?? someone)
  if (item.kind === "seed") return struckWords(item.plan, item.plan.decidedBy ?? someone)
  const { state, decided } = item.kind === "proposal" ? item.proposal : item.conflict
  return struckWords({ verdict: decided?.verdict, state }, decided?.by ?? someone)
}
