"use client"

import { useCallback, useEffect, useReducer, useRef, useState } from "react"
import { outbox } from "@/components/queue/shared-outbox"
import { useLive } from "@/components/queue/use-live"
import { Refused } from "@/components/data/http-client"
import { count } from "@/components/data/count"
import { sayProblemAbove } from "./say-above"
import { LEFT, type Place, type Plan } from "../seed-types"
import { beginBoard, drawnPlacements, changedTo, moved, type PlacedMove, sectionsOf } from "./board-state"
import { fetchPlan, sendApply, sendMoves, type SentMoves } from "./send"

interface Setting {
  readonly plan: Plan
  /** The entry that the URL names. */
  readonly asked: string | null
  readonly announce: (words: string) => void
  /** Called when the plan is no longer waiting, so the page has to change. */
  readonly onOver: () => void
}

interface Undone {
  readonly number: number
  /** The previous places. */
  readonly before: ReadonlyMap<string, Place>
  readonly words: string
}

/** Debounce of requests, in milliseconds. */
const PAUSE_MS = 200
const STALE = "the plan was changed by someone else"

let numbered = 0

/**
 * Returns the state of the board. Moves are optimistic and sent in order, each with the version of the
 * previous one. If another person was faster, the plan is reloaded and the refused move is reported.
 */
export function useBoard({ plan: first, asked, announce, onOver }: Setting) {
  const { id, team } = first
  const [board, move] = useReducer(moved, null, () => beginBoard(first, asked))
  const [undos, setUndos] = useState<readonly Undone[]>([])
  const [busy, setBusy] = useState<"apply" | "fit" | null>(null)
  const latest = useRef({ onOver, announce })
  useEffect(() => {
    latest.current = { onOver, announce }
  })
  /** `version`: the last version from the server. `round`: increases when earlier requests are outdated. */
  const server = useRef({ version: first.version, round: 0, open: 0 })

  const told = useCallback((plan: Plan) => {
    if (plan.state !== "waiting") return latest.current.onOver()
    server.current.version = plan.version
    move({ do: "told", plan })
  }, [])

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asking = useRef<AbortController | null>(null)
  const heard = useRef(0)
  const look = useCallback(
    (version = Infinity) => {
      heard.current = Math.max(heard.current, version)
      clearTimeout(timer.current)
      timer.current = setTimeout(async () => {
        const isNews = heard.current > server.current.version
        heard.current = 0
        if (!isNews || server.current.open > 0) return // the last answer has the plan
        asking.current?.abort()
        const { signal } = (asking.current = new AbortController())
        try {
          const plan = await fetchPlan(id, signal)
          if (signal.aborted || server.current.open > 0) return
          if (plan.version === server.current.version && plan.state === "waiting") return
          if (plan.state === "waiting")
            latest.current.announce("The plan was changed elsewhere. Showing the current plan.")
          setUndos([])
          told(plan)
        } catch {
          // Unreachable or removed: the page stays as it is, and the next move reports it.
        }
      }, PAUSE_MS)
    },
    [id, told],
  )
  useEffect(() => () => (clearTimeout(timer.current), asking.current?.abort()), [])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => (outbox.wouldLose() ? event.preventDefault() : undefined)
    window.addEventListener("beforeunload", warn)
    return () => window.removeEventListener("beforeunload", warn)
  }, [])
  useLive(team, {
    onChange: (event) => {
      const version = changedTo(event, id)
      if (version !== null) look(version)
    },
    onGap: look,
  })

  /** Sends a request with the current version. Requests based on an outdated plan are not sent. */
  const post = useCallback(
    <Answer>(send: (version: number, key: string) => Promise<Answer>) => {
      const { round } = server.current
      server.current.open += 1
      let version: number | null = null
      const posted = outbox.post({
        lanes: [id],
        ids: [id],
        send: (key) => {
          if (round !== server.current.round) throw new Refused(412, STALE, "stale")
          version ??= server.current.version
          return send(version, key)
        },
      })
      const over = () => {
        server.current.open -= 1
      }
      return { posted, over, round }
    },
    [id],
  )

  /**
   * Reports a refused move. After a change by another person, the plan is reloaded and pending moves are
   * dropped.
   */
  const refused = async (cause: Error, round: number, what: string) => {
    if (!(cause instanceof Refused && (cause.reason === "stale" || cause.reason === "conflict")))
      return sayProblemAbove(`${what}: ${cause.message}`)
    if (round !== server.current.round) return // already reported with the first refused move
    const isStale = cause.reason === "stale"
    if (isStale) server.current.round += 1
    try {
      const plan = await fetchPlan(id)
      if (isStale || plan.state !== "waiting") {
        setUndos([])
        told(plan)
      }
      void sayProblemAbove(`${what}: ${cause.message}.${isStale ? " Showing the current plan." : ""}`)
    } catch (other) {
      void sayProblemAbove(
        `${what}: ${cause.message}. Could not reload the plan: ${other instanceof Error ? other.message : String(other)}`,
      )
    }
  }

  const put = (number: number, to: ReadonlyMap<string, Place>, words: string, on: boolean) => {
    const one: PlacedMove = { number, to }
    move({ do: "place", move: one, on })
    announce(words)
    const { posted, over, round } = post((version, key) =>
      sendMoves(id, { version, moves: [...to].map(([entry, place]) => ({ entry, place })) }, key),
    )
    posted.answer.then(
      (plan) => {
        over()
        server.current.version = plan.version
        move({ do: "settle", number, plan })
      },
      (cause: Error) => {
        over()
        move({ do: "return", number })
        setUndos((all) => all.filter((some) => some.number !== number))
        void refused(
          cause,
          round,
          to.size === 1 ? "The entry was not moved" : `${to.size} entries were not moved`,
        )
      },
    )
  }

  const nameOf = (place: Place) =>
    place === LEFT
      ? "left out"
      : `to ${sectionsOf(board.plan).find((one) => one.place === place)?.heading ?? place}`

  return {
    board,
    move,
    busy,
    mayUndo: undos.length > 0,
    /** Moves entries. Entries that are already there stay. */
    place: (entries: readonly string[], place: Place, on: boolean) => {
      const drawn = new Map(drawnPlacements(board).map((one) => [one.entry, one.place]))
      const some = entries.filter((entry) => drawn.has(entry) && drawn.get(entry) !== place)
      if (some.length === 0) return false
      const words = `${count(some.length, "entry", "entries")} ${nameOf(place)}`
      const number = (numbered += 1)
      setUndos((all) => [
        { number, before: new Map(some.map((entry) => [entry, drawn.get(entry) ?? LEFT])), words },
        ...all,
      ])
      put(number, new Map(some.map((entry) => [entry, place])), words, on)
      return true
    },
    /** Undoes the last move on this page. */
    undo: () => {
      const [last, ...rest] = undos
      if (last === undefined) return null
      setUndos(rest)
      put((numbered += 1), last.before, `Undone: ${last.words}`, false)
      return last.words
    },
    fit: () => {
      if (busy !== null) return
      setBusy("fit")
      const { posted, over, round } = post((version, key) =>
        sendMoves(id, { version, moves: [], fit: true } satisfies SentMoves, key),
      )
      posted.answer
        .then(
          (plan) => {
            over()
            setUndos([])
            told(plan)
            announce(`Within budget: ${plan.lines} of ${plan.budget} lines`)
          },
          (cause: Error) => {
            over()
            return refused(cause, round, "Could not make room")
          },
        )
        .finally(() => setBusy(null))
    },
    apply: () => {
      if (busy !== null) return
      setBusy("apply")
      announce("Applying")
      const { posted, over, round } = post((version, key) =>
        sendApply(id, { version, proposals: board.plan.target === "has-content" }, key),
      )
      posted.answer.then(
        () => {
          over()
          latest.current.onOver()
        },
        (cause: Error) => {
          over()
          setBusy(null)
          void refused(cause, round, "Not applied")
        },
      )
    },
  }
}
