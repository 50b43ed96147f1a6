"use client"

import type { OutputOf } from "@/lib/http/contract"
import { useCallback, useEffect, useRef, useState } from "react"
import { setWaitingCount } from "@/components/data/waiting-count"
import { callOperation } from "@/components/data/http-client"
import { outbox } from "@/components/queue/shared-outbox"
import { ownValue } from "@/lib/memory/text/own-value"
import type { CountChange } from "./actions/action"

export type InboxCounts = Pick<
  OutputOf<"inbox.count">,
  "items" | "listed" | "snoozed" | "notices" | "yours" | "mine"
>

const PAUSE_MS = 700

/** Returns the counts of undecided items, updated with each decision and reloaded when idle. */
export function useCounts(team: string, project: string | null, start: InboxCounts) {
  const [counts, setCounts] = useState(start)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The navigation counts all projects.
  useEffect(
    () => (project === null ? setWaitingCount(team, counts.yours) : undefined),
    [team, project, counts],
  )

  const recount = useCallback(
    function recountSoon(): void {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        if (outbox.pendingIds().size > 0) return recountSoon()
        callOperation("inbox.count", { team, ...(project === null ? {} : { project }) })
          .then((answer) => (outbox.pendingIds().size > 0 ? recountSoon() : setCounts(answer)))
          .catch(() => undefined) // The next change reloads the counts.
      }, PAUSE_MS)
    },
    [team, project],
  )
  useEffect(() => () => clearTimeout(timer.current), [])

  /** Adds to the counts. Negative values subtract. */
  const add = useCallback(
    ({ snoozed = 0, ...kinds }: CountChange) => {
      setCounts((before) => {
        const changed = Object.entries(kinds).map(
          ([kind, number]) => [kind, Math.max(0, (ownValue(before.listed, kind) ?? 0) + number)] as const,
        )
        const listed = { ...before.listed, ...Object.fromEntries(changed) }
        const items = sum(Object.values(listed))
        return {
          ...before,
          listed,
          items,
          yours: Math.max(0, before.yours + items - before.items),
          snoozed: Math.max(0, before.snoozed + snoozed),
        }
      })
      recount()
    },
    [recount],
  )
  return { counts, add, recount }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
