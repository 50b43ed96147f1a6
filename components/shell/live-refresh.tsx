"use client"

import { useEffect, useRef } from "react"
import { useRouter } from "next/navigation"
import { useLive } from "@/components/queue/use-live"

interface LiveRefreshProps {
  team: string
  /** Prefixes of the event kinds that change the page, such as "file" or "proposal". */
  on: readonly string[]
}

/** Debounce for events that arrive together. */
const REFRESH_PAUSE_MS = 1_500

/** Refreshes a server-rendered page shortly after a relevant event, and after a lost connection. */
export function LiveRefresh({ team, on }: LiveRefreshProps): null {
  const router = useRouter()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const soon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => router.refresh(), REFRESH_PAUSE_MS)
  }
  useLive(team, {
    onChange: ({ kind }) =>
      on.some((one) => kind === one || kind.startsWith(`${one}.`)) ? soon() : undefined,
    onGap: soon,
  })
  return null
}
