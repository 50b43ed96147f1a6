"use client"

import { type Dispatch, type RefObject, useEffect, useRef } from "react"
import { leftWords } from "@/components/alerts/alert-text"
import type { AlertState } from "@/lib/memory/alerts/kinds"
import type { Item } from "./item"
import { struckWords } from "../queue/live-event"
import type { Move, Queue } from "./queue"
import { outbox } from "@/components/queue/shared-outbox"
import { decidedHere } from "./actions/decided-here"
import { useLive } from "../queue/use-live"

interface NewsProps {
  readonly team: string
  readonly me: string
  /** True if the listed items are undecided. */
  readonly waits: boolean
  /** The state of the listed alerts; null if no alerts are listed. */
  readonly alertState: AlertState | null
  readonly latest: RefObject<Queue>
  readonly move: Dispatch<Move>
  readonly strike: (id: string, words: string) => void
  readonly lookForNew: () => Promise<void>
  readonly compare: (words: string, kinds?: readonly Item["kind"][]) => Promise<void>
  readonly recount: () => void
  /** Marks all item details as outdated. */
  readonly age: () => void
  /** Reloads the current item. */
  readonly lookAgain: () => void
  /** Reloads items whose counts are outdated. */
  readonly readAnew: (items: readonly Item[]) => void
}

/** Events that can add or remove items. */
const CONCERNS =
  /^(?:proposal|conflict|synthesis|claim|coach-run|seed|alert|file|revision|import|entry|policy)/
/** Events that write files and so can raise or settle conflicts. */
const WRITES = /^(?:conflict|file|revision|import|entry|proposal\.(?!create|snooze|assign))/
const PAUSE_MS = 1_000
const UNDECIDED: readonly (string | undefined)[] = [undefined, "waiting", "open"]

/** Ignores a failed read: the next event or reconnect reads again. */
const tryTo = (look: Promise<void>): void => void look.catch(() => undefined)

/**
 * Applies live events: strikes out items that others decided, offers new ones and restores undone ones.
 * Renders nothing.
 */
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
      lookAgain() // The current item shows who decided it.
      tryTo(compare("Decided by someone else"))
    },
    onChange: ({ by, byId, kind, proposals, conflicts, syntheses, seeds, alerts }) => {
      if (!CONCERNS.test(kind)) return
      recount()
      const pending = outbox.pendingIds()
      // Events of this page’s own decisions can arrive after an undo. The responses to its requests are
      // authoritative.
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
            refusals: [{ id: one.id, words: `${by} undid the decision` }],
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
                words: byId === me ? "The alert was raised again" : `${by} reopened the alert`,
              },
            ],
          })
        }
      }
      if (alertState !== null && alerts === undefined && kind.startsWith("alert"))
        tryTo(compare(byId === me ? "Decided in another window" : "Already settled", ["alert"]))
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
            ? "Settled: one side was removed or changed"
            : kind.startsWith("conflict")
              ? `Decided by ${by}`
              : `Settled by a change from ${by}`
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
