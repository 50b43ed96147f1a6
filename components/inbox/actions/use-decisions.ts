"use client"

import { type Dispatch, type RefObject, useCallback, useEffect, useRef, useState } from "react"
import type { DecisionOutcome } from "@/components/proposals/proposal-types"
import type { Deed, Told } from "./action"
import type { Item } from "../item"
import { allRefused, refusedWords } from "./outcome"
import type { Posted } from "../../queue/outbox"
import type { Move, Queue } from "../queue"
import { sayProblemHere } from "./announce"
import { outbox } from "@/components/queue/shared-outbox"
import { decidedHere } from "./decided-here"
import type { Counts } from "../use-counts"
import { forgetDrafts } from "../../queue/use-drafts"
import { drop, pass, push, UNDO_MS, type Undoable } from "../../queue/undo-stack"

interface Undone extends Undoable {
  readonly deed: Deed
  readonly posted: Posted<readonly DecisionOutcome[]>
  /** Ids of refused items, which have nothing to undo. */
  readonly refused: Set<string>
}

/** The outcomes of a bulk decision. */
export interface Report {
  readonly number: number
  readonly words: string
  readonly waiting: boolean
  readonly outcomes: readonly Told[]
}

interface Setting {
  readonly queue: RefObject<Queue>
  readonly move: Dispatch<Move>
  readonly onCount: (change: Partial<Counts>) => void
  /** Called with the files that may have changed. Their item details are outdated. */
  readonly onWritten: (lanes: readonly string[]) => void
  /** Reloads these items. */
  readonly onWanted: (items: readonly Item[]) => void
  /** Announces a message to screen readers. */
  readonly announce: (words: string) => void
}

let numbered = 0

/**
 * Applies decisions optimistically and sends them in the background. Refused items return; decisions can be
 * undone for a while.
 */
export function useDecisions({ queue, move, onCount, onWritten, onWanted, announce }: Setting) {
  const [stack, setStack] = useState<readonly Undone[]>([])
  const [report, setReport] = useState<Report | null>(null)
  const here = useRef(true)
  const heard = useRef({ onWritten, onWanted })
  useEffect(() => {
    heard.current = { onWritten, onWanted }
  })
  useEffect(() => {
    here.current = true
    return () => void (here.current = false)
  }, [])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => (outbox.wouldLose() ? event.preventDefault() : undefined)
    window.addEventListener("beforeunload", warn)
    return () => window.removeEventListener("beforeunload", warn)
  }, [])
  const lookAgain = useCallback(
    (lanes: readonly string[], ids: readonly string[]) => {
      heard.current.onWritten(lanes)
      heard.current.onWanted(queue.current.items.filter((item) => ids.includes(item.id)))
    },
    [queue],
  )

  const decide = useCallback(
    (deed: Deed) => {
      const number = (numbered += 1)
      const { items, words, lanes } = deed
      const ids = items.map((one) => one.id)
      const refused = new Set<string>()
      const many = deed.report !== undefined
      move({ do: "leave", ids })
      if (deed.leaves === "decided") forgetDrafts(ids)
      for (const id of ids) decidedHere.set(id, deed.leaves)
      onCount(deed.counts(items))
      announce(words)
      if (many)
        setReport({
          number,
          words: `Deciding ${items.length.toLocaleString("en")}…`,
          waiting: true,
          outcomes: [],
        })

      const posted = outbox.post({ lanes, ids, send: deed.send })
      setStack((before) =>
        push(before, { number, words, msLeft: UNDO_MS, waits: many, deed, posted, refused }),
      )
      const settle = (outcomes: readonly DecisionOutcome[]) => {
        const failed = outcomes.filter((one) => !one.ok)
        for (const { id } of failed) {
          refused.add(id)
          decidedHere.delete(id)
        }
        if (failed.length > 0) {
          onCount(opposite(deed.counts(items.filter((one) => refused.has(one.id)))))
          move({ do: "refuse", refusals: failed.map((one) => ({ id: one.id, words: refusedWords(one) })) })
          if (!many) announce(`Not applied: ${failed.map(refusedWords).join(" ")}`)
          if (!here.current)
            void sayProblemHere(
              `${words}: ${failed.length === 1 ? failed.map(refusedWords).join(" ") : `${failed.length} were refused and are back in the inbox`}`,
            )
        }
        if (refused.size === items.length) setStack((before) => drop(before, number))
        if (many)
          setStack((before) => before.map((one) => (one.number === number ? { ...one, waits: false } : one)))
        if (many)
          setReport((before) =>
            before?.number === number
              ? { number, waiting: false, words, outcomes: [], ...deed.report?.(outcomes) }
              : before,
          )
        lookAgain(lanes, [queue.current.current ?? "", ...refused])
      }
      posted.answer.then(settle, (cause: unknown) => settle(allRefused(ids, cause)))
    },
    [move, onCount, announce, lookAgain, queue],
  )

  const undo = useCallback(
    (number?: number) => {
      const one = number === undefined ? stack[0] : stack.find((some) => some.number === number)
      if (!one) return false
      const { deed } = one
      setStack((before) => drop(before, one.number))
      const back = deed.items.filter((item) => !one.refused.has(item.id))
      const ids = back.map((item) => item.id)
      move({ do: "return", items: back })
      for (const id of ids) decidedHere.delete(id)
      onCount(opposite(deed.counts(back)))
      announce(`Undone: ${one.words}`)
      setReport((before) => (before?.number === one.number ? null : before))
      if (one.posted.cancel()) return true
      const posted = outbox.post({
        lanes: deed.lanes,
        ids,
        // Refusals are known only when the request is sent.
        send: (key) =>
          deed.takeBack(
            ids.filter((id) => !one.refused.has(id)),
            key,
          ),
      })
      const settle = (outcomes: readonly DecisionOutcome[]) => {
        const failed = outcomes.filter((some) => !some.ok)
        lookAgain(
          deed.lanes,
          ids.filter((id) => id === queue.current.current),
        )
        if (failed.length === 0) return
        const gone = back.filter((item) => failed.some((some) => some.id === item.id))
        move({ do: "leave", ids: gone.map((item) => item.id) })
        for (const { id } of gone) decidedHere.set(id, deed.leaves)
        onCount(deed.counts(gone))
        void sayProblemHere(
          `Undo failed: ${failed.length === 1 ? failed.map(refusedWords).join(" ") : `${failed.length} of ${ids.length} remain decided. ${failed.slice(0, 1).map(refusedWords).join(" ")}`}`,
        )
      }
      posted.answer.then(settle, (cause: unknown) => settle(allRefused(ids, cause)))
      return true
    },
    [stack, move, onCount, announce, lookAgain, queue],
  )

  const passTime = useCallback((ms: number) => setStack((before) => pass(before, ms)), [])
  const closeReport = useCallback(() => setReport(null), [])
  return { decide, undo, stack, passTime, report, closeReport }
}

const opposite = (change: Partial<Counts>): Partial<Counts> =>
  Object.fromEntries(Object.entries(change).map(([name, number]) => [name, -number]))
