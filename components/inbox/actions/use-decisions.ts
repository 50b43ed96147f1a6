"use client"

import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react"
import { useUndoStack } from "@/components/queue/use-undo-stack"
import type { InboxItem } from "../item"
import type { ItemAction } from "./action"
import {
  type AppliedDecision,
  applyDecision,
  type BulkReport,
  type DecisionPage,
  undoDecision,
} from "./apply-decision"

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
export function useDecisions({ queue, move, onCount, onWritten, onWanted, announce }: DecisionsOptions) {
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

  const decide = useCallback((action: ItemAction) => applyDecision(page, action), [page])
  /** Undoes a decision (default: the last one). Returns false if there is none. */
  const undo = useCallback(
    (number?: number) => {
      const one = number === undefined ? stack[0] : stack.find((some) => some.number === number)
      if (!one) return false
      undoDecision(page, one)
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
