"use client"

import { type Dispatch, useState, useEffect } from "react"
import {
  holdKeys,
  bindKeys,
  replayHeldKeys,
  type KeyAction,
  useKeys,
} from "@/components/data/keyboard-shortcuts"
import { isWide, measureDecision } from "@/components/queue/focus-and-presses"
import type { ItemAction } from "./actions/item-action"
import { decisions } from "./actions/loaded-decisions"
import type { QueueMove } from "./inbox-list-reducer"
import { type DetailController, type DetailProps, NO_PERMISSION, type OpenPanel } from "./item-detail"

const READ: OpenPanel = { mode: "read", mergeWith: null, said: null }

/**
 * Returns the open panel of the current item, a key that changes with the panel and its selected entry, and a
 * function that opens another panel. Returns the closed state if another item became current.
 */
export function useOpenPanel(current: string | null) {
  const [open, setOpen] = useState<OpenPanel & { for: string | null }>({ ...READ, for: null })
  const opened: OpenPanel = open.for === current ? open : READ
  const show = (more: Partial<OpenPanel>) => setOpen({ ...READ, ...more, for: current })
  /** Key that changes with the panel and with the entry that is selected in the panel. */
  const panel = opened.mergeWith === null ? opened.mode : `${opened.mode}/${opened.mergeWith}`
  return { opened, panel, show }
}

interface ControllerOptions
  extends
    Pick<DetailController, "team" | "me" | "mayCurate" | "mayComment" | "waits" | "mark" | "opened" | "show">,
    Pick<DetailController, "ask" | "announce" | "update"> {
  /** True if the current item can be assigned. */
  readonly isAssignable: boolean
  /** True if the person opened an item, so that narrow screens show it instead of the list. */
  readonly asked: boolean
  readonly move: Dispatch<QueueMove>
  readonly decide: (action: ItemAction) => void
  readonly recount: () => void
  /** Focuses the row of the current item after the next change. */
  readonly follow: () => void
}

/** Returns the state and the actions that the pane of an item needs. */
export function detailController(options: ControllerOptions): DetailController {
  const { asked, move, decide, recount, follow, isAssignable, ...shared } = options
  const { opened, show, ask, announce } = shared
  const say = (words: string | null) => {
    show({ said: words })
    announce(words ?? "")
  }
  const toggle = (mode: OpenPanel["mode"]) => {
    ask()
    if (opened.mode !== mode) holdKeys()
    show({ mode: opened.mode === mode ? "read" : mode })
  }
  return {
    ...shared,
    say,
    toggle,
    assignTo() {
      if (!shared.mayCurate) say(NO_PERMISSION)
      else if (isAssignable) toggle("assign-to")
      else say("Only open proposals, conflicts and alerts can be assigned")
    },
    step(by) {
      follow()
      ask()
      // On a narrow screen that shows the list, the first key opens the first item.
      if (asked || isWide()) move({ do: "step", by })
    },
    decide(action) {
      follow()
      show({})
      if (asked || !isWide()) ask()
      decide(action)
      measureDecision()
    },
    takeBack(item, send) {
      follow()
      decisions().undoDecided({ item, send, move, recount, announce })
    },
  }
}

/**
 * Binds the keys of the current item to its actions, unless the person is typing. Replays keys pressed before
 * this script loaded.
 */
export function useDetailKeys<Action extends string>(
  title: string,
  { controller, some, deaf }: Pick<DetailProps, "controller" | "some" | "deaf">,
  keys: readonly KeyAction<Action>[],
  handlers: Readonly<Partial<Record<Action, () => void>>>,
): void {
  useKeys(title, some || deaf || controller.opened.mode !== "read" ? [] : bindKeys(keys, handlers))
  useEffect(() => replayHeldKeys(), [])
}
