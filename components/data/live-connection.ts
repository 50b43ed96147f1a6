"use client"

import { useEffect, useRef } from "react"

interface Hears {
  /** Handles a change event, as sent by the server. */
  readonly onChange: (data: string) => void
  /** Called after a lost connection, because events may be missing. */
  readonly onGap: () => void
}

interface Line {
  readonly hearers: Set<Hears>
  /** Time of the last event or gap. */
  lastAt: number
  readonly hangUp: () => void
}

const lines = new Map<string, Line>()

/** Maximum time in milliseconds between rendering and subscribing, in which the page may miss events. */
const DRAWN_WITHIN_MS = 5_000
const RECONNECT_MS = 5_000

/**
 * Subscribes to the events of a team while the page is visible, with one connection per page. A hidden page
 * disconnects, because browsers limit connections per server. Becoming visible again counts as a gap.
 */
export function useLiveLine(team: string, hears: Hears): void {
  const latest = useRef(hears)
  useEffect(() => {
    latest.current = hears
  })
  useEffect(
    () =>
      listen(team, {
        onChange: (data) => latest.current.onChange(data),
        onGap: () => latest.current.onGap(),
      }),
    [team],
  )
}

function listen(team: string, hears: Hears): () => void {
  const line = lines.get(team) ?? open(team)
  lines.set(team, line)
  line.hearers.add(hears)
  if (performance.now() - line.lastAt < DRAWN_WITHIN_MS) hears.onGap()
  return () => {
    line.hearers.delete(hears)
    // The connection stays open for a moment, so that the next page can reuse it.
    setTimeout(() => {
      if (line.hearers.size > 0 || lines.get(team) !== line) return
      lines.delete(team)
      line.hangUp()
    })
  }
}

/** Number of changes of the team at rendering. Changes between that and the first event were missed. */
const drawnAt = () => Number(document.querySelector<HTMLElement>("[data-drawn-at]")?.dataset.drawnAt)

function open(team: string): Line {
  const line: Line = { hearers: new Set(), lastAt: Number.NEGATIVE_INFINITY, hangUp }
  let source: EventSource | null = null
  let wasUp = false
  let waiting: ReturnType<typeof setTimeout> | undefined
  const tell = (how: (one: Hears) => void) => {
    line.lastAt = performance.now()
    line.hearers.forEach(how)
  }
  const tellOfGap = () => tell((one) => one.onGap())
  const close = () => {
    source?.close()
    source = null
  }
  const call = () => {
    if (source || document.hidden) return
    source = new EventSource(`/api/live?${new URLSearchParams({ team })}`)
    source.addEventListener("ready", (event) => {
      if (
        wasUp ||
        drawnAt() !== (JSON.parse((event as MessageEvent<string>).data) as { changes: number }).changes
      )
        tellOfGap()
      wasUp = true
    })
    source.addEventListener("error", callAgain)
    source.addEventListener("lost", tellOfGap)
    source.addEventListener("change", (event) =>
      tell((one) => one.onChange((event as MessageEvent<string>).data)),
    )
  }
  // A browser reconnects by itself after a stream ends, but not after a status such as 503.
  const callAgain = () => {
    if (source?.readyState !== EventSource.CLOSED) return
    close()
    clearTimeout(waiting)
    waiting = setTimeout(call, RECONNECT_MS)
  }
  const follow = () => (document.hidden ? close() : call())
  call()
  document.addEventListener("visibilitychange", follow)
  return line

  function hangUp() {
    clearTimeout(waiting)
    document.removeEventListener("visibilitychange", follow)
    close()
  }
}
