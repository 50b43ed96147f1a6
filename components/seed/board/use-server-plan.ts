"use client"

import { type RefObject, useCallback, useEffect, useRef } from "react"
import { RefusedError } from "@/components/data/http-client"
import { outbox } from "@/components/queue/outbox-and-undo"
import { useLive } from "@/components/queue/use-live"
import type { SeedPlan } from "../seed-plans"
import { changedTo } from "./board-reducer"
import { showErrorToastAtTop } from "@/components/data/show-toast"
import { fetchPlan } from "./plan-requests"

interface ServerPlanOptions {
  readonly plan: SeedPlan
  readonly announce: (words: string) => void
  /** Called with a newer plan, which replaces optimistic moves. */
  readonly onPlan: (plan: SeedPlan) => void
  /** Called when another person changed the plan, so that earlier moves cannot be undone. */
  readonly onChangedElsewhere: () => void
  /** Called when the plan is no longer waiting, so the page has to change. */
  readonly onOver: () => void
}

/** Known state of the plan on the server. */
interface ServerState {
  /** The last version from the server. */
  version: number
  /** Increases when earlier requests are outdated. */
  round: number
  /** The number of requests without an answer. */
  open: number
}

const STALE = "someone else changed the plan"

/**
 * Sends changes of a plan in order, each with the version of the previous answer, and reloads the plan when
 * another person changed it.
 */
export function useServerPlan({ plan: { id, team, version }, ...options }: ServerPlanOptions) {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const server = useRef<ServerState>({ version, round: 0, open: 0 })

  const show = useCallback((plan: SeedPlan) => {
    if (plan.state !== "waiting") return latest.current.onOver()
    server.current.version = plan.version
    latest.current.onPlan(plan)
  }, [])
  const showChanged = useCallback(
    (plan: SeedPlan) => {
      latest.current.onChangedElsewhere()
      show(plan)
    },
    [show],
  )
  const reload = useCallback(
    async (signal: AbortSignal) => {
      const plan = await fetchPlan(id, signal)
      if (signal.aborted || server.current.open > 0) return
      if (plan.version === server.current.version && plan.state === "waiting") return
      if (plan.state === "waiting")
        latest.current.announce("The plan was changed elsewhere. Showing the current plan.")
      showChanged(plan)
    },
    [id, showChanged],
  )
  // The answer of an open request contains the plan, so events are ignored until the answer arrives.
  const isNews = useCallback(
    (heard: number) => heard > server.current.version && server.current.open === 0,
    [],
  )
  useReloads({ team, id, isNews, reload })

  /** Records the version that an answer of the server has. */
  const noteVersion = useCallback((answered: number) => {
    server.current.version = answered
  }, [])
  return { show, noteVersion, ...usePlanPost({ id, serverRef: server, showChanged }) }
}

interface PlanPostOptions {
  /** The ID of the plan. */
  readonly id: string
  readonly serverRef: RefObject<ServerState>
  /** Shows a plan that another person changed. */
  readonly showChanged: (plan: SeedPlan) => void
}

/** Returns functions that send a change of the plan and report a refused one. */
function usePlanPost({ id, serverRef, showChanged }: PlanPostOptions) {
  /**
   * Sends a request with the current version. Requests based on an outdated plan are not sent. Returns the
   * request, its round, and a function to call after its answer.
   */
  const post = useCallback(
    <Answer>(send: (version: number, key: string) => Promise<Answer>) => {
      const { round } = serverRef.current
      serverRef.current.open += 1
      let sentVersion: number | null = null
      const posted = outbox.post({
        lanes: [id],
        ids: [id],
        send: (key) => {
          if (round !== serverRef.current.round) throw new RefusedError(412, STALE, "stale")
          sentVersion ??= serverRef.current.version
          return send(sentVersion, key)
        },
      })
      const over = () => {
        serverRef.current.open -= 1
      }
      return { posted, over, round }
    },
    [id, serverRef],
  )

  /**
   * Reports a refused move. After a change by another person, the plan is reloaded and pending moves are
   * dropped.
   */
  const reportRefused = async (cause: Error, round: number, what: string) => {
    if (!(cause instanceof RefusedError && (cause.reason === "stale" || cause.reason === "conflict")))
      return showErrorToastAtTop(`${what}: ${cause.message}`)
    if (round !== serverRef.current.round) return // already reported with the first refused move
    const isStale = cause.reason === "stale"
    if (isStale) serverRef.current.round += 1
    try {
      const plan = await fetchPlan(id)
      if (isStale || plan.state !== "waiting") showChanged(plan)
      void showErrorToastAtTop(`${what}: ${cause.message}.${isStale ? " Showing the current plan." : ""}`)
    } catch (other) {
      void showErrorToastAtTop(`${what}: ${cause.message}. Could not reload the plan: ${messageOf(other)}`)
    }
  }

  return { post, reportRefused }
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** Debounce of requests, in milliseconds. */
const PAUSE_MS = 200

interface ReloadOptions {
  readonly team: string
  /** The ID of the plan. */
  readonly id: string
  /** True if the version of an event is newer than the plan on this page. */
  readonly isNews: (version: number) => boolean
  readonly reload: (signal: AbortSignal) => Promise<void>
}

/** Reloads the plan shortly after events that changed it. A later reload aborts an earlier one. */
function useReloads({ team, id, isNews, reload }: ReloadOptions): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asking = useRef<AbortController | null>(null)
  const heard = useRef(0)
  const look = useCallback(
    (version = Infinity) => {
      heard.current = Math.max(heard.current, version)
      clearTimeout(timer.current)
      timer.current = setTimeout(async () => {
        const news = isNews(heard.current)
        heard.current = 0
        if (!news) return
        asking.current?.abort()
        asking.current = new AbortController()
        // If the plan is unreachable or removed, the page does not change. The next move reports the error.
        await reload(asking.current.signal).catch(() => undefined)
      }, PAUSE_MS)
    },
    [isNews, reload],
  )
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      asking.current?.abort()
    },
    [],
  )
  useLive(team, {
    onChange: (event) => {
      const version = changedTo(event, id)
      if (version !== null) look(version)
    },
    onGap: look,
  })
}
