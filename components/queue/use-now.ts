"use client"

import { useEffect, useState } from "react"

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
