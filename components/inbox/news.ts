"use client"

import { type Dispatch, type RefObject, useEffect, useRef } from "react"
import { leftWords } from "@/components/alerts/alert-text"
import type { AlertState } from "@/lib/memory/alerts/kinds"
import type { Item } from "./item"
import { struckWords } from "./live-event"
import type { Move, Queue } from "./queue"
import { decidedHere, outbox } from "./actions/shared-outbox"
import { useLive } from "./use-live"

interface NewsProps {
  readonly team: string
  readonly me: string
  /** What is listed waits for a decision. */
  readonly waits: boolean
  /** Which alerts are listed; null: none. */
  readonly alertState: AlertState | null
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
  /** These are listed with figures that hold no longer. */
  readonly readAnew: (items: readonly Item[]) => void
}

/** What can make an item come or go. */
const CONCERNS =
  /^(?:proposal|conflict|synthesis|claim|coach-run|seed|alert|file|revision|import|entry|policy)/
/** What writes files, and with them makes conflicts or settles them. */
const WRITES = /^(?:conflict|file|revision|import|entry|proposal\.(?!create|snooze|assign))/
const PAUSE_MS = 1_000
const UNDECIDED: readonly (string | undefined)[] = [undefined, "waiting", "open"]

/** A look that fails is made up for by the next: whatever happens asks again, and so does the line when it is back. */
const tryTo = (look: Promise<void>): void => void look.catch(() => undefined)

/** What others do while one works: their decisions are struck out, what comes in is offered, what was taken back waits again. Nothing is drawn. */
export function News({
  team,
  me,
  waits,
  alertState,
  latest,
  move,
  strike,
  lookForNew,
  compare,
  recount,
  age,
  lookAgain,
  readAnew,
}: NewsProps): null {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLive(team, {
    onGap: () => {
      age()
      recount()
      lookAgain() // what is looked at says who decided it
      tryTo(compare("Decided by somebody else"))
    },
    onChange: ({ by, byId, kind, proposals, conflicts, syntheses, seeds, alerts }) => {
      if (!CONCERNS.test(kind)) return
      recount()
      const pending = outbox.pendingIds()
      // Events of this page's own decisions can arrive after an undo; the answers to its requests say how its items stand.
      const isOwn = (id: string) => pending.has(id) || (byId === me && outbox.hasChangedSince(0, id))
      const { items: known, left } = latest.current
      const others = [
        ...(proposals ?? []),
        ...(conflicts ?? []),
        ...(syntheses ?? []),
        ...(seeds ?? []),
      ].filter((one) => !isOwn(one.id))
      let isNew = false
      for (const one of waits ? others : []) {
        const isKnown = known.some((item) => item.id === one.id)
        if (!UNDECIDED.includes(one.state))
          strike(one.id, struckWords(one, byId === me ? "you in another window" : by))
        else if (!isKnown) isNew = true
        else if (left.has(one.id) && byId !== me) {
          decidedHere.delete(one.id)
          move({
            do: "refuse",
            refusals: [{ id: one.id, words: `${by} took the decision back: it waits again` }],
          })
        }
      }
      for (const one of alertState === null ? [] : (alerts ?? [])) {
        if (isOwn(one.id)) continue
        const isKnown = known.some((item) => item.id === one.id)
        if (one.state !== alertState)
          strike(one.id, leftWords(one.state, byId === me ? "you in another window" : by))
        else if (!isKnown) isNew = true
        else if (left.has(one.id)) {
          decidedHere.delete(one.id)
          move({
            do: "refuse",
            refusals: [
              {
                id: one.id,
                words: byId === me ? "It was raised again" : `${by} brought it back: it waits again`,
              },
            ],
          })
        }
      }
      if (alertState !== null && alerts === undefined && kind.startsWith("alert"))
        tryTo(compare(byId === me ? "Decided in another window" : "Settled meanwhile", ["alert"]))
      if (isNew) tryTo(lookForNew())
      if (syntheses === undefined && /^(?:synthesis\.(?!snooze)|claim\.)/.test(kind) && byId !== me)
        tryTo(compare(`Decided by ${by}`, ["synthesis"]))
      if (proposals === undefined && kind.startsWith("proposal.") && byId !== me)
        tryTo(compare(`Decided by ${by}`, ["proposal"]))
      if (seeds === undefined && /^seed\.(?!snooze)/.test(kind) && byId !== me)
        tryTo(compare(`Decided by ${by}`, ["seed"]))
      if (WRITES.test(kind)) {
        clearTimeout(timer.current)
        const words =
          kind === "conflict.gone"
            ? "Settled: a side of it no longer stands"
            : kind.startsWith("conflict")
              ? `Decided by ${by}`
              : `Settled by what ${by} did`
        timer.current = setTimeout(() => tryTo(compare(words, ["conflict"])), PAUSE_MS)
      }
      if (byId === me && others.length === 0 && (alerts ?? []).every((one) => isOwn(one.id))) return
      age()
      lookAgain()
      const decidedIn = new Set([...(syntheses ?? []), ...(seeds ?? [])].map((one) => one.id))
      if (decidedIn.size > 0) readAnew(known.filter((item) => decidedIn.has(item.id) && !left.has(item.id)))
    },
  })
  return null
}
