"use client"

import { type Dispatch, useReducer, useState, type DragEvent, useCallback, useEffect, useRef } from "react"
import { useUnsentWarning } from "@/components/queue/outbox-and-undo"
import { formatCount } from "@/lib/memory/text/sentence"
import { newKey } from "@/components/data/idempotency-key"
import { measureDecision } from "@/components/queue/focus-and-presses"
import { showErrorToastAtTop } from "@/components/data/show-toast"
import { LEFT_OUT_PLACE, type PlanPlace, type SeedPlan, type EntryPlacement } from "../seed-plans"
import {
  beginBoard,
  type Board,
  drawnPlacements,
  type BoardMove,
  moveBoard,
  planSections,
  placeOfKey,
} from "./board-reducer"
import { sendApply, sendMoves, type SentMoves, sendDrop } from "./plan-requests"
import { useServerPlan } from "./use-server-plan"

interface BoardOptions {
  readonly plan: SeedPlan
  /** The entry that the URL names. */
  readonly asked: string | null
  readonly announce: (words: string) => void
  /** Called when the plan is no longer waiting, so the page has to change. */
  readonly onOver: () => void
}

/** A move that can be undone. */
interface UndoableMove {
  readonly number: number
  /** The previous places. */
  readonly before: ReadonlyMap<string, PlanPlace>
  readonly words: string
}

/**
 * Returns the state of the board. Moves are optimistic and sent in order, each with the version of the
 * previous one. If another person was faster, the plan is reloaded and the refused move is reported.
 */
export function useBoard({ plan, asked, announce, onOver }: BoardOptions) {
  const [board, move] = useReducer(moveBoard, null, () => beginBoard(plan, asked))
  const [undos, setUndos] = useState<readonly UndoableMove[]>([])
  const server = useServerPlan({
    plan,
    announce,
    onPlan: (next) => move({ do: "told", plan: next }),
    onChangedElsewhere: () => setUndos([]),
    onOver,
  })
  useUnsentWarning()
  return {
    board,
    move,
    mayUndo: undos.length > 0,
    ...useMoves({ board, move, announce, server, undos, setUndos }),
    ...usePlanRequests({ plan: board.plan, announce, onOver, server, onFitted: () => setUndos([]) }),
  }
}

interface MovesOptions extends Pick<BoardOptions, "announce"> {
  readonly board: Board
  readonly move: Dispatch<BoardMove>
  readonly server: ReturnType<typeof useServerPlan>
  readonly undos: readonly UndoableMove[]
  readonly setUndos: (change: (all: readonly UndoableMove[]) => readonly UndoableMove[]) => void
}

let numbered = 0

/** Returns functions that move entries and undo moves. */
function useMoves({ board, move, announce, server, undos, setUndos }: MovesOptions) {
  const put = (number: number, to: ReadonlyMap<string, PlanPlace>, words: string, on: boolean) => {
    move({ do: "place", move: { number, to }, on })
    announce(words)
    const { posted, over, round } = server.post((version, key) =>
      sendMoves(board.plan.id, { version, moves: [...to].map(([entry, place]) => ({ entry, place })) }, key),
    )
    posted.answer.then(
      (plan) => {
        over()
        server.noteVersion(plan.version)
        move({ do: "settle", number, plan })
      },
      (cause: Error) => {
        over()
        move({ do: "return", number })
        setUndos((all) => all.filter((some) => some.number !== number))
        const what = to.size === 1 ? "Could not move the entry" : `Could not move ${to.size} entries`
        void server.reportRefused(cause, round, what)
      },
    )
  }
  return {
    /** Moves entries to a place. Returns false if all of them are already there. */
    place: (entries: readonly string[], place: PlanPlace, on: boolean) => {
      const drawn = new Map(drawnPlacements(board).map((one) => [one.entry, one.place]))
      const some = entries.filter((entry) => drawn.has(entry) && drawn.get(entry) !== place)
      if (some.length === 0) return false
      const words = `${formatCount(some.length, "entry")} ${nameOf(board.plan, place)}`
      const number = (numbered += 1)
      const before = new Map(some.map((entry) => [entry, drawn.get(entry) ?? LEFT_OUT_PLACE]))
      setUndos((all) => [{ number, before, words }, ...all])
      put(number, new Map(some.map((entry) => [entry, place])), words, on)
      return true
    },
    /** Undoes the last move on this page. Returns its description, or null if there is no move. */
    undo: () => {
      const [last, ...rest] = undos
      if (last === undefined) return null
      setUndos(() => rest)
      put((numbered += 1), last.before, `Undone: ${last.words}`, false)
      return last.words
    },
  }
}

function nameOf(plan: SeedPlan, place: PlanPlace): string {
  if (place === LEFT_OUT_PLACE) return "left out"
  return `moved to ${planSections(plan).find((one) => one.place === place)?.heading ?? place}`
}

interface PlanRequestsOptions extends Pick<BoardOptions, "plan" | "announce" | "onOver"> {
  readonly server: ReturnType<typeof useServerPlan>
  readonly onFitted: () => void
}

/** Returns functions that make room in the plan and apply it, one at a time. */
function usePlanRequests({ plan: { id, target }, announce, onOver, server, onFitted }: PlanRequestsOptions) {
  const [busy, setBusy] = useState<"apply" | "fit" | null>(null)
  return {
    busy,
    fit: () => {
      if (busy !== null) return
      setBusy("fit")
      const { posted, over, round } = server.post((version, key) =>
        sendMoves(id, { version, moves: [], fit: true } satisfies SentMoves, key),
      )
      posted.answer
        .then(
          (plan) => {
            over()
            onFitted()
            server.show(plan)
            announce(`The plan is now within budget: ${plan.lines} of ${plan.budget} lines`)
          },
          (cause: Error) => {
            over()
            return server.reportRefused(cause, round, "Could not make room")
          },
        )
        .finally(() => setBusy(null))
    },
    apply: () => {
      if (busy !== null) return
      setBusy("apply")
      announce("Applying the plan")
      const { posted, over, round } = server.post((version, key) =>
        sendApply(id, { version, proposals: target === "has-content" }, key),
      )
      posted.answer.then(
        () => {
          over()
          onOver()
        },
        (cause: Error) => {
          over()
          setBusy(null)
          void server.reportRefused(cause, round, "Could not apply the plan")
        },
      )
    },
  }
}

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
