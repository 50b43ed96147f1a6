"use client"

import { type Dispatch, useCallback, useRef } from "react"
import { type Assignee, assigneeOfItem } from "./actions/assign"
import type { Filters } from "./filter-types"
import type { InboxItem } from "./item"
import type { QueueMove } from "./inbox-list-state"

interface AssigneeFilterOptions {
  readonly filters: Filters
  /** The id of the current user. */
  readonly me: string
  /** True if the listed items are undecided. */
  readonly waits: boolean
  readonly move: Dispatch<QueueMove>
  readonly strike: (id: string, words: string) => void
}

/**
 * Returns functions for items whose assignee may have changed. Items that the assignee filter no longer matches are
 * struck out and leave the list.
 */
export function useAssigneeFilter({
  filters: { assignee: wanted },
  me,
  waits,
  move,
  strike,
}: AssigneeFilterOptions) {
  const struck = useRef(new Set<string>())
  const onAssigned = useCallback(
    (ids: readonly string[], person: Assignee) => {
      if (!waits || isWanted(person, wanted, me)) return
      for (const id of ids) {
        struck.current.add(id)
        strike(id, wordsOf(person, me))
      }
    },
    [waits, wanted, me, strike],
  )
  /** Updates an item. An item that was struck out for its assignee returns if the filter matches again. */
  const update = useCallback(
    (item: InboxItem) => {
      const person = assigneeOfItem(item)
      move({ do: "update", item })
      if (!isWanted(person, wanted, me)) onAssigned([item.id], person)
      else if (struck.current.delete(item.id)) move({ do: "return", items: [item] })
    },
    [wanted, me, move, onAssigned],
  )
  return { update, onAssigned }
}

/** True if the filter matches an item of this assignee. `wanted`: "me", "none", the id of a person, or null for any. */
function isWanted(person: Assignee, wanted: string | null, me: string): boolean {
  if (wanted === null) return true
  if (wanted === "none") return person === null
  return idOf(person?.id, me) === idOf(wanted, me)
}

const idOf = (id: string | undefined, me: string) => (id === "me" ? me : id)

function wordsOf(person: Assignee, me: string): string {
  if (person === null) return "Unassigned"
  return `Assigned to ${idOf(person.id, me) === me ? "you" : person.name}`
}
