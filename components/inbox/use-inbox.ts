"use client"

import { useCallback, useMemo, useState, useEffect, useRef, type RefObject, type Dispatch } from "react"
import type { Filters } from "./inbox-filters"
import { isDecided, type InboxPage } from "./inbox-query"
import { isUndecided, type InboxItem } from "./inbox-item"
import { visibleItems, type QueueMove } from "./inbox-list-reducer"
import { useDetailCache, useItemDetail, type KnownDetail } from "./item-pane"
import { useQueue } from "./use-inbox-list"
import { useUndoStack, outbox } from "@/components/queue/outbox-and-undo"
import type { OutputOf } from "@/lib/http/contract"
import { setWaitingCount } from "@/components/data/waiting-count"
import { readLater } from "@/components/data/read-later"
import { ownValue } from "@/lib/memory/text/own-value"
import type { ItemAction, CountChange } from "./actions/item-action"
import type { AppliedDecision, BulkReport, DecisionPage } from "./actions/apply-decision"
import { type Assignee, assigneeOfItem } from "./actions/assignee"
import { decisions } from "./actions/loaded-decisions"
import { sum } from "@/lib/memory/text/aggregates"

interface DecisionsOptions extends Pick<DecisionPage, "queue" | "move" | "onCount" | "announce"> {
  /** Called with the files that may have changed. Their item details are outdated. */
  readonly onWritten: (lanes: readonly string[]) => void
  /** Reloads these items. */
  readonly onWanted: (items: readonly InboxItem[]) => void
}

/**
 * Applies decisions optimistically and sends them in the background. Refused items return; decisions can be
 * undone for a while.
 */
function useDecisions({ queue, move, onCount, onWritten, onWanted, announce }: DecisionsOptions) {
  const { stack, setStack, passTime } = useUndoStack<AppliedDecision>()
  const [report, setReport] = useState<BulkReport | null>(null)
  const isOpen = useIsOpen()
  const callbacks = useRef({ onWritten, onWanted })
  useEffect(() => {
    callbacks.current = { onWritten, onWanted }
  })
  const page = useMemo((): DecisionPage => {
    const reload: DecisionPage["reload"] = (lanes, ids) => {
      callbacks.current.onWritten(lanes)
      callbacks.current.onWanted(queue.current.items.filter((item) => ids.includes(item.id)))
    }
    return { queue, move, onCount, announce, reload, isOpen, setStack, setReport }
  }, [queue, move, onCount, announce, isOpen, setStack])

  const decide = useCallback((action: ItemAction) => decisions().applyDecision(page, action), [page])
  /** Undoes a decision (default: the last one). Returns false if there is none. */
  const undo = useCallback(
    (number?: number) => {
      const one = number === undefined ? stack[0] : stack.find((some) => some.number === number)
      if (!one) return false
      decisions().undoDecision(page, one)
      return true
    },
    [stack, page],
  )
  const closeReport = useCallback(() => setReport(null), [])
  return { decide, undo, stack, passTime, report, closeReport }
}

/** Returns a ref that is true while the page is open. */
function useIsOpen(): RefObject<boolean> {
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => void (isOpen.current = false)
  }, [])
  return isOpen
}

/** Milliseconds that an item decided by someone else stays visible, struck out. */
const STRUCK_MS = 2_500

/** Data that the server rendered. */
export interface InboxStart {
  /** The id of the current user. */
  readonly me: string
  readonly team: string
  readonly page: InboxPage
  readonly counts: InboxCounts
  readonly known: KnownDetail | null
}

/** Returns the list with its counts, the current item with its detail, and the functions that decide items. */
export function useInbox({ team, me, page, counts: start, known }: InboxStart) {
  const list = useQueue(team, page)
  const { queue, move, latest, filters } = list
  const items = useMemo(
    () => visibleItems({ items: queue.items, left: queue.left }),
    [queue.items, queue.left],
  )
  const { counts, add, recount } = useCounts(team, filters.project, start)
  const [said, announce] = useState("")
  const waits = !isDecided(filters)
  const strike = useStrike(move)
  const assignees = useAssigneeFilter({ filters, me, waits, move, strike })
  const onRead = (item: InboxItem) => {
    const wasRefused = latest.current.marks.get(item.id)?.kind === "refused"
    if (!waits || wasRefused || isUndecided(item)) return assignees.update(item)
    void findWhyGone(item, filters).then((why) =>
      why === null ? assignees.update(item) : strike(item.id, why),
    )
  }
  const cache = useDetailCache({ team, items: queue.items, known, onRead })
  const current = useItemDetail(cache, items, queue.current)
  const deciding = useDecisions({
    queue: latest,
    move,
    onCount: add,
    onWritten: cache.ageFiles,
    onWanted: cache.want,
    announce,
  })
  const chosen = useMemo(() => items.filter((one) => queue.chosen.has(one.id)), [items, queue.chosen])
  const reloadCurrent = () => {
    const { current: id, items: all, left } = latest.current
    cache.want(all.filter((one) => one.id === id && !left.has(one.id)))
  }
  const { selected } = current
  return {
    team,
    ...list,
    ...current,
    ...deciding,
    ...assignees,
    items,
    /** Number of items of the list that are not loaded. */
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
    cache,
    mark: selected ? queue.marks.get(selected.id) : undefined,
    /** Findings that rank last because the team mostly dismisses them. */
    dismissals: page.dismissals,
    /** The selected items. */
    chosen,
  }
}

/** Returns a function that strikes an item out, and removes it a little later. */
const useStrike = (move: Dispatch<QueueMove>) =>
  useCallback(
    (id: string, words: string) => {
      move({ do: "strike", id, words })
      setTimeout(() => move({ do: "clear", ids: [id] }), STRUCK_MS)
    },
    [move],
  )

/** Returns the notice on a decided item that left the list. Null if it did not, or if the script cannot be loaded. */
const findWhyGone = (item: InboxItem, filters: Filters): Promise<string | null> =>
  import("./gone-items").then(
    ({ whyGone }) => whyGone(item, filters),
    () => null,
  )

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
function useAssigneeFilter({
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

export type InboxCounts = Pick<
  OutputOf<"inbox.count">,
  "items" | "listed" | "snoozed" | "notices" | "yours" | "mine"
>

const PAUSE_MS = 700

/** Returns the counts of undecided items, updated with each decision and reloaded when idle. */
function useCounts(team: string, project: string | null, start: InboxCounts) {
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
        readLater("inbox.count", { team, ...(project === null ? {} : { project }) })
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
