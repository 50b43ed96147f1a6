"use client"

import { useEffect, useRef } from "react"
import { type LiveEvent, readLiveEvent } from "./live-event"

interface Listener {
  onChange: (event: LiveEvent) => void
  /** The line was down for a while, so something may have been missed. */
  onGap: () => void
}

/**
 * Hears what happens in a team while the page is looked at. A page in the background hangs up: browsers allow few lines to one server,
 * and every tab would hold one.
 */
export function useLive(team: string, listener: Listener): void {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => {
    let source: EventSource | null = null
    let wasUp = false
    const hangUp = () => {
      source?.close()
      source = null
    }
    const call = () => {
      if (source || document.hidden) return
      const line = new EventSource(`/api/live?${new URLSearchParams({ team })}`)
      source = line
      line.addEventListener("open", () => {
        if (wasUp) latest.current.onGap()
        wasUp = true
      })
      line.addEventListener("lost", () => latest.current.onGap())
      line.addEventListener("change", (event) => {
        const change = readLiveEvent((event as MessageEvent<string>).data)
        if (change) latest.current.onChange(change)
      })
    }
    const follow = () => (document.hidden ? hangUp() : call())
    call()
    document.addEventListener("visibilitychange", follow)
    return () => {
      document.removeEventListener("visibilitychange", follow)
      hangUp()
    }
  }, [team])
}
