"use client"

import { useLiveLine } from "@/components/data/live-line"
import { type LiveEvent, readLiveEvent } from "./live-event"

interface Listener {
  onChange: (event: LiveEvent) => void
  /** The line was down for a while, so something may have been missed. */
  onGap: () => void
}

/** Hears what happens in a team while the page is looked at. */
export function useLive(team: string, { onChange, onGap }: Listener): void {
  useLiveLine(team, {
    onGap,
    onChange(data) {
      const change = readLiveEvent(data)
      if (change) onChange(change)
    },
  })
}
