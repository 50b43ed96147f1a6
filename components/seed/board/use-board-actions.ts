"use client"

import { type DragEvent, useCallback, useEffect, useRef, useState } from "react"
import { newKey } from "@/components/data/idempotency-key"
import { measureDecision } from "@/components/queue/press-time"
import type { PlanPlace, EntryPlacement } from "../seed-types"
import { placeOfKey } from "./board-state"
import { showErrorToastAtTop } from "@/components/data/show-toast"
import { sendDrop } from "./send"
import type { useBoard } from "./use-board"

interface BoardActionsOptions {
  readonly state: ReturnType<typeof useBoard>
  /** Number of lines of the file, with optimistic moves. */
  readonly lines: number
  /** The reason why the reader may not move entries; null if they may. */
  readonly mayNotMove: string | null
  /** The reason why the plan cannot be applied; null if it can. */
  readonly hindrance: string | null
  /** Focuses the card of the current entry after the next change. */
  readonly follow: () => void
  /** Shows the current entry on narrow screens. */
  readonly ask: () => void
  readonly discard: () => void
  readonly onPreview: (what: "text" | "context") => void
  readonly openSource: () => void
}

/**
 * Returns the actions for keys, buttons and dragging on the board, and the message of the last action that
 * had no effect.
 */
export function useBoardActions(options: BoardActionsOptions) {
  const { state, mayNotMove, follow, ask } = options
  const { board, move, place, undo } = state
  const { plan, current, chosen } = board
  const [said, setSaid] = useState<string | null>(null)
  const put = (ids: readonly string[], to: PlanPlace, on = true) => {
    if (mayNotMove !== null) return setSaid(mayNotMove)
    follow()
    ask()
    const alreadyThere = ids.length === 1 ? "The entry is already there" : "The entries are already there"
    setSaid(place(ids, to, on) ? null : alreadyThere)
    measureDecision()
  }
  const selection = (): readonly string[] => {
    if (chosen.size > 0) return [...chosen]
    return current === null ? [] : [current]
  }
  const walk = (step: () => void) => {
    follow()
    ask()
    setSaid(null)
    step()
  }
  const does = {
    ...planActions(options, setSaid),
    step: (by: 1 | -1) => walk(() => move({ do: "step", by })),
    column: (by: 1 | -1) => walk(() => move({ do: "column", by })),
    unsure: () => walk(() => move({ do: "unsure" })),
    put: (key: string) => {
      const to = placeOfKey(plan, key)
      if (to !== null) put(selection(), to)
    },
    undo: () => {
      if (mayNotMove !== null) return setSaid(mayNotMove)
      follow()
      setSaid(
        undo() === null
          ? "Nothing to undo. You have not moved any entries since you opened this page."
          : null,
      )
      measureDecision()
    },
    choose: () => {
      if (mayNotMove !== null) return setSaid(mayNotMove)
      if (current !== null) move({ do: "choose", entry: current })
    },
    none: () => move({ do: "choose-none" }),
  }
  return { does, put, said }
}

/** Returns the actions on the whole plan: apply, discard, make room and previews. */
function planActions(options: BoardActionsOptions, setSaid: (words: string | null) => void) {
  const { state, lines, mayNotMove, hindrance, discard, onPreview, openSource } = options
  const { plan } = state.board
  return {
    apply: () => (hindrance === null ? state.apply() : setSaid(hindrance)),
    drop: () => {
      if (plan.may.decide) discard()
      else setSaid(plan.may.why ?? "Only a team lead can discard the plan")
    },
    fit: () => {
      if (mayNotMove !== null) return setSaid(mayNotMove)
      if (lines <= plan.budget) return setSaid("The plan is already within budget")
      setSaid(null)
      state.fit()
    },
    text: () => onPreview("text"),
    context: () => {
      if (plan.agent !== null) onPreview("context")
      else setSaid("Category memory has no context preview because each agent receives its own part")
    },
    open: openSource,
  }
}

/** Returns a function that discards the plan once. `onDone` is called after the server has discarded it. */
export function useDiscard(plan: string, onDone: () => void): () => void {
  const isSent = useRef(false)
  return async () => {
    if (isSent.current) return
    isSent.current = true
    try {
      await sendDrop(plan, newKey())
      onDone()
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause)
      void showErrorToastAtTop(`Could not discard the plan: ${message}`)
      isSent.current = false
    }
  }
}

/** Returns a stable `onDrag` for the cards, and a function that returns the dragged entries once. */
export function useDragging(drawn: readonly EntryPlacement[], chosen: ReadonlySet<string>) {
  const dragged = useRef<readonly string[]>([])
  const drag = useRef((_event: DragEvent, _entry: string) => undefined as void)
  useEffect(() => {
    drag.current = (event, id) => {
      dragged.current = chosen.has(id) ? [...chosen] : [id]
      event.dataTransfer.effectAllowed = "move"
      event.dataTransfer.setData("text/plain", drawn.find((one) => one.entry === id)?.text ?? "")
    }
  })
  const onDrag = useCallback((event: DragEvent, id: string) => drag.current(event, id), [])
  const takeDragged = (): readonly string[] => {
    const entries = dragged.current
    dragged.current = []
    return entries
  }
  return { onDrag, takeDragged }
}
