"use client"

import { type Dispatch, useState } from "react"
import { measureDecision } from "@/components/queue/press-time"
import type { DetailCaches } from "../detail/use-preloaded-details"
import type { InboxItem } from "../item"
import type { QueueMove } from "../queue"
import type { ItemAction } from "./action"
import { sayProblemHere, sayShortly } from "./announce"
import { assignToMe } from "./assign-to-me"
import type { BulkVerdict } from "./bulk"

interface BulkActionsOptions {
  readonly team: string
  readonly mayCurate: boolean
  /** The selected items. */
  readonly chosen: readonly InboxItem[]
  /** The ID of the current item. */
  readonly current: string | null
  readonly caches: DetailCaches
  readonly move: Dispatch<QueueMove>
  readonly decide: (action: ItemAction) => void
  /** Focuses the row of the current item after the next change. */
  readonly follow: () => void
}

/** Returns the actions on the selected items. `asking`: the decision that waits for a confirmation. */
export function useBulkActions(options: BulkActionsOptions) {
  const { team, mayCurate, chosen, current, caches, move, decide, follow } = options
  const [asking, setAsking] = useState<BulkVerdict | null>(null)
  const clear = () => move({ do: "choose none" })
  const idsOf = (kind: InboxItem["kind"]) => chosen.filter((one) => one.kind === kind).map((one) => one.id)
  return {
    asking,
    setAsking,
    clear,
    /** Opens the confirmation of a decision, or closes it. */
    toggle: (verdict: BulkVerdict) => setAsking(asking === verdict ? null : verdict),
    decide: (action: ItemAction) => {
      setAsking(null)
      follow()
      clear()
      decide(action)
      measureDecision()
    },
    assign: () => {
      const [proposals, alerts] = [idsOf("proposal"), idsOf("alert")]
      if (!mayCurate || proposals.length + alerts.length === 0)
        return void sayShortly("None of the selected items can be assigned")
      clear()
      assignToMe(team, proposals, alerts).then(
        (words) => {
          caches.age()
          caches.want(chosen.filter((one) => one.id === current))
          void sayShortly(words)
        },
        (cause: Error) => void sayProblemHere(`The items were not assigned to you: ${cause.message}`),
      )
    },
  }
}
