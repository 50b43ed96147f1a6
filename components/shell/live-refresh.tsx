"use client"

import { useRouter } from "next/navigation"
import { useEffect, useRef } from "react"
import { useLive } from "@/components/inbox/use-live"

interface LiveRefreshProps {
  team: string
  /** What begins the kinds of events that change what the page shows: "file", "proposal". */
  on: readonly string[]
}

/** What comes together is shown together. */
const PAUSE_MS = 1_500

/** Keeps a page that the server drew at the present: it is drawn anew a moment after something changed that it shows, and after a break. */
export function LiveRefresh({ team, on }: LiveRefreshProps): null {
  const router = useRouter()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const soon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => router.refresh(), PAUSE_MS)
  }
  useLive(team, {
    onChange: ({ kind }) =>
      on.some((one) => kind === one || kind.startsWith(`${one}.`)) ? soon() : undefined,
    onGap: soon,
  })
  return null
}
