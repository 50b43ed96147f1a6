"use client"

import { type Dispatch, type RefObject, useEffect, useRef } from "react"
import type { Item } from "./item"
import { struckWords } from "./live-event"
import type { Move, Queue } from "./queue"
import { decidedHere, outbox } from "./the-outbox"
import { useLive } from "./use-live"

interface NewsProps {
  readonly team: string
  readonly me: string
  /** What is listed waits for a decision. */
  readonly waits: boolean
  readonly latest: RefObject<Queue>
  readonly move: Dispatch<Move>
  readonly strike: (id: string, words: string) => void
  readonly lookForNew: () => Promise<void>
  readonly compare: (words: string, kinds?: readonly Item["kind"][]) => Promise<void>
  readonly recount: () => void
  /** All that is known of single items has aged. */
  readonly age: () => void
  /** What is looked at is wanted anew. */
  readonly lookAgain: () => void
}

/** What can make an item come or go. */
const CONCERNS = /^(?:proposal|conflict|file|revision|import|entry|policy)/
/** What writes files, and with them makes conflicts or settles them. */
const WRITES = /^(?:conflict|file|revision|import|entry|proposal\.(?!create|snooze|assign))/
const PAUSE_MS = 1_000
const UNDECIDED: readonly (string | undefined)[] = [undefined, "waiting", "open"]

/** A look that fails is made up for by the next: whatever happens asks again, and so does the line when it is back. */
const tryTo = (look: Promise<void>): void => void look.catch(() => undefined)

/** What others do while one works: their decisions are struck out, what comes in is offered, what was taken back waits again. Nothing is drawn. */
export function News({ team, me, waits, latest, move, strike, lookForNew, compare, recount, age, lookAgain }: NewsProps): null {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLive(team, {
    onGap: () => {
      age()
      recount()
      tryTo(compare("Decided by somebody else"))
    },
    onChange: ({ by, byId, kind, proposals, conflicts }) => {
      if (!CONCERNS.test(kind)) return
      recount()
      const pending = outbox.pendingIds()
      const { items: known, left } = latest.current
      const others = [...(proposals ?? []), ...(conflicts ?? [])].filter((one) => !pending.has(one.id) && !(byId === me && decidedHere.has(one.id)))
      let isNew = false
      for (const one of waits ? others : []) {
        const isKnown = known.some((item) => item.id === one.id)
        if (!UNDECIDED.includes(one.state)) strike(one.id, struckWords(one, byId === me ? "you in another window" : by))
        else if (!isKnown) isNew = true
        else if (left.has(one.id) && byId !== me) {
          decidedHere.delete(one.id)
          move({ do: "refuse", refusals: [{ id: one.id, words: `${by} took the decision back: it waits again` }] })
        }
      }
      if (isNew) tryTo(lookForNew())
      if (proposals === undefined && kind.startsWith("proposal.") && byId !== me) tryTo(compare(`Decided by ${by}`, ["proposal"]))
      if (WRITES.test(kind)) {
        clearTimeout(timer.current)
        const words = kind === "conflict.gone" ? "Settled: a side of it no longer stands" : kind.startsWith("conflict") ? `Decided by ${by}` : `Settled by what ${by} did`
        timer.current = setTimeout(() => tryTo(compare(words, ["conflict"])), PAUSE_MS)
      }
      if (byId === me && others.length === 0) return
      age()
      lookAgain()
    },
  })
  return null
}
