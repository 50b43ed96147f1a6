"use client"

import { type Dispatch, useReducer, useState } from "react"
import { useUnsentWarning } from "@/components/queue/use-undo-stack"
import { count } from "@/components/data/count"
import { LEFT_OUT_PLACE, type PlanPlace, type SeedPlan } from "../seed-types"
import {
  beginBoard,
  type Board,
  drawnPlacements,
  type BoardMove,
  moveBoard,
  planSections,
} from "./board-state"
import { sendApply, sendMoves, type SentMoves } from "./send"
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
      const words = `${count(some.length, "entry", "entries")} ${nameOf(board.plan, place)}`
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
      announce("Applying")
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
