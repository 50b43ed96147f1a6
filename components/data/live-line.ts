"use client"

import { useEffect, useRef } from "react"

interface Hears {
  /** What the server tells of a change, as it was sent. */
  readonly onChange: (data: string) => void
  /** The line was down for a while, so something may have been missed. */
  readonly onGap: () => void
}

interface Line {
  readonly hearers: Set<Hears>
  /** When something happened last, or may have. */
  lastAt: number
  readonly hangUp: () => void
}

const lines = new Map<string, Line>()

/** From the drawing of a part of a page to its hearing what happens: what happened so lately it may not show. */
const DRAWN_WITHIN_MS = 5_000
const RECONNECT_MS = 5_000

/**
 * Hears what happens in a team while the page is looked at, through one line for the whole page. A page in the background hangs up: browsers
 * allow few lines to one server, and every tab would hold one. When it is looked at again, that counts as a gap.
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
    // A page that follows at once goes on with the same line.
    setTimeout(() => {
      if (line.hearers.size > 0 || lines.get(team) !== line) return
      lines.delete(team)
      line.hangUp()
    })
  }
}

/** How many changes of the team there were when the page was drawn: what came between that and the line's first word was missed. */
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
