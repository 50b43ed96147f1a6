"use client"

import { useState, type Dispatch } from "react"
import { measureDecision } from "@/components/queue/focus-and-presses"
import type { InboxItem } from "../inbox-item"
import type { QueueMove } from "../inbox-list-reducer"
import { type ItemAction, type BulkVerdict } from "./item-action"
import { announceProblem, announceBriefly } from "./announce"
import { type Assignee, isDiscussed } from "./assignee"

interface BulkActionsOptions {
  readonly team: string
  readonly mayCurate: boolean
  /** The selected items. */
  readonly chosen: readonly InboxItem[]
  /** The ID of the current item. */
  readonly current: string | null
  readonly move: Dispatch<QueueMove>
  readonly decide: (action: ItemAction) => void
  /** Focuses the row of the current item after the next change. */
  readonly follow: () => void
  /** Marks the details of all items as outdated and reloads the details of these items. */
  readonly reload: (items: readonly InboxItem[]) => void
  /** Called with the items that were assigned. */
  readonly onAssigned: (ids: readonly string[], person: Assignee) => void
}

/** Returns the actions on the selected items. `asking`: the decision that waits for a confirmation. */
export function useBulkActions(options: BulkActionsOptions) {
  const { team, mayCurate, chosen, current, move, decide, follow, reload, onAssigned } = options
  const [asking, setAsking] = useState<BulkVerdict | null>(null)
  const [isAssigning, setAssigning] = useState(false)
  const clear = () => move({ do: "choose none" })
  const assign = async (person: Assignee) => {
    setAssigning(false)
    const { assignItems } = await import("./assign")
    const words = mayCurate ? await assignItems({ team, items: chosen, person }) : null
    if (words === null) return void announceBriefly("None of the selected items can be assigned")
    clear()
    onAssigned(
      chosen.filter(isDiscussed).map(({ id }) => id),
      person,
    )
    reload(chosen.filter((one) => one.id === current))
    void announceBriefly(words)
  }
  const send = (person: Assignee) =>
    void assign(person).catch(
      (cause: Error) => void announceProblem(`Could not assign the items: ${cause.message}`),
    )
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
    isAssigning: isAssigning && mayCurate && chosen.length > 0,
    /** Opens or closes the panel that assigns the selected items. */
    toggleAssigning: () => setAssigning((before) => !before),
    assign: send,
    assignToMe: () => send({ id: "me", name: "you" }),
  }
}
