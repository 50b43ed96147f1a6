"use client"

import type { OutputOf } from "@/lib/http/contract"
import { useCallback, useEffect, useRef, useState } from "react"
import { noteWaiting } from "@/components/data/waiting-count"
import { call } from "@/components/data/http-client"
import { outbox } from "@/components/queue/shared-outbox"

export type InboxCounts = OutputOf<"inbox.count">

const waitingIn = ({
  proposals = 0,
  conflicts = 0,
  alerts = 0,
  syntheses = 0,
  seedPlans = 0,
}: Partial<InboxCounts>): number => proposals + conflicts + alerts + syntheses + seedPlans

const PAUSE_MS = 700

/** Returns the counts of undecided items, updated with each decision and reloaded when idle. */
export function useCounts(team: string, project: string | null, start: InboxCounts) {
  const [counts, setCounts] = useState(start)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The navigation counts all projects.
  useEffect(() => (project === null ? noteWaiting(team, counts.items) : undefined), [team, project, counts])

  const recount = useCallback(
    function recountSoon(): void {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        if (outbox.pendingIds().size > 0) return recountSoon()
        call("inbox.count", { team, ...(project === null ? {} : { project }) })
          .then((answer) => (outbox.pendingIds().size > 0 ? recountSoon() : setCounts(answer)))
          .catch(() => undefined) // The next change reloads them.
      }, PAUSE_MS)
    },
    [team, project],
  )
  useEffect(() => () => clearTimeout(timer.current), [])

  /** Adds to the counts. Negative values subtract. */
  const add = useCallback(
    (change: Partial<InboxCounts>) => {
      setCounts((before) => ({
        proposals: Math.max(0, before.proposals + (change.proposals ?? 0)),
        conflicts: Math.max(0, before.conflicts + (change.conflicts ?? 0)),
        alerts: Math.max(0, before.alerts + (change.alerts ?? 0)),
        syntheses: Math.max(0, before.syntheses + (change.syntheses ?? 0)),
        seedPlans: Math.max(0, before.seedPlans + (change.seedPlans ?? 0)),
        snoozed: Math.max(0, before.snoozed + (change.snoozed ?? 0)),
        notices: before.notices,
        items: Math.max(0, before.items + waitingIn(change)),
      }))
      recount()
    },
    [recount],
  )
  return { counts, add, recount }
}
