"use client"

import { assigneeOfItem, assignItem } from "./actions/assign"
import type { useBulkActions } from "./actions/use-bulk-actions"
import type { DetailController } from "./detail/detail-controller"
import type { InboxItem } from "./item"
import { LazyAssignPanel } from "./lazy-parts"
import type { ItemDetailCache } from "./use-item-details"

interface AssignOneProps {
  controller: DetailController
  cache: ItemDetailCache
  item: InboxItem
}

/** The panel that assigns the current item, while it is open. */
export function AssignItemPanel({ controller, cache, item }: AssignOneProps) {
  const { team, me, opened, show } = controller
  if (opened.mode !== "assign-to") return null
  const leave = () => show({})
  return (
    <LazyAssignPanel
      {...{ team, me }}
      assignee={assigneeOfItem(item)}
      onAssign={(person) => {
        leave()
        assignItem(controller, { item, cache }, person)
      }}
      onLeave={leave}
    />
  )
}

/** Placeholder for the assignees of several items. With it, the panel offers to remove assignees. */
const SEVERAL = { id: "", name: "" }

interface AssignSeveralProps {
  team: string
  me: string
  bulk: ReturnType<typeof useBulkActions>
}

/** The panel that assigns the selected items, while it is open. */
export function AssignSelectedPanel({ team, me, bulk }: AssignSeveralProps) {
  if (!bulk.isAssigning) return null
  return (
    <LazyAssignPanel
      {...{ team, me }}
      assignee={SEVERAL}
      onAssign={bulk.assign}
      onLeave={bulk.toggleAssigning}
    />
  )
}
