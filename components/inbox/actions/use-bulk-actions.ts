"use client"

import { useState, type Dispatch } from "react"
import { measureDecision } from "@/components/queue/press-time"
import type { InboxItem } from "../item"
import type { QueueMove } from "../queue"
import type { ItemAction } from "./action"
import { sayProblemHere, sayShortly } from "./announce"
import type { BulkKinds, BulkVerdict } from "./bulk-kind"
import { count } from "@/components/data/count"

/** Assigns the items to the current user where possible. Returns a message; null if none can be assigned. */
async function assignToMe(
  team: string,
  items: readonly InboxItem[],
  kinds: BulkKinds,
): Promise<string | null> {
  const parts: string[] = []
  for (const [id, { assign }] of kinds) {
    const ids = items.filter((one) => one.kind.id === id).map((one) => one.id)
    if (!assign || ids.length === 0) continue
    await assign.send(team, ids)
    parts.push(count(ids.length, assign.noun))
  }
  return parts.length === 0 ? null : `${parts.join(" and ")} assigned to you`
}

interface BulkActionsOptions {
  readonly team: string
  readonly mayCurate: boolean
  /** The selected items. */
  readonly chosen: readonly InboxItem[]
  /** The ID of the current item. */
  readonly current: string | null
  readonly loadKinds: () => Promise<BulkKinds>
  readonly move: Dispatch<QueueMove>
  readonly decide: (action: ItemAction) => void
  /** Focuses the row of the current item after the next change. */
  readonly follow: () => void
  /** Reloads the items, of which all details are outdated. */
  readonly reload: (items: readonly InboxItem[]) => void
}

/** Returns the actions on the selected items. `asking`: the decision that waits for a confirmation. */
export function useBulkActions(options: BulkActionsOptions) {
  const { team, mayCurate, chosen, current, loadKinds, move, decide, follow, reload } = options
  const [asking, setAsking] = useState<BulkVerdict | null>(null)
  const clear = () => move({ do: "choose none" })
  const assign = async () => {
    const words = mayCurate ? await assignToMe(team, chosen, await loadKinds()) : null
    if (words === null) return void sayShortly("None of the selected items can be assigned")
    clear()
    reload(chosen.filter((one) => one.id === current))
    void sayShortly(words)
  }
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
    assign: () =>
      void assign().catch(
        (cause: Error) => void sayProblemHere(`The items were not assigned to you: ${cause.message}`),
      ),
  }
}
