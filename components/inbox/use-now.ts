"use client"

import { useEffect, useState } from "react"

const MINUTE_MS = 60_000

/** The server's clock at first, so that ages are the same on both sides; from then on this machine's, by the minute. */
export function useNow(start: string): string {
  const [now, setNow] = useState(start)
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
