"use client"

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
