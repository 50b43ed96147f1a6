"use client"

import { useEffect, useState } from "react"
import { useLiveLine } from "@/components/data/live-connection"
import { type LiveEvent, readLiveEvent } from "./live-event"

interface Listener {
  onChange: (event: LiveEvent) => void
  /** Called after a reconnect, because events may have been missed. */
  onGap: () => void
}

/** Subscribes to the events of a team while the page is visible. */
export function useLive(team: string, { onChange, onGap }: Listener): void {
  useLiveLine(team, {
    onGap,
    onChange(data) {
      const change = readLiveEvent(data)
      if (change) onChange(change)
    },
  })
}

const MINUTE_MS = 60_000

/** Returns the server’s time first, so that hydration matches, then the local time, updated each minute. */
export function useNow(start: string): string {
  const [now, setNow] = useState(start)
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
