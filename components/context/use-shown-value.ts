"use client"

import { type RefObject, useEffect, useRef } from "react"

/**
 * A box that one types into while the address follows: what comes back from it is known and leaves the box alone; another value (one went
 * back, or followed a link) is put into it.
 */
export function useShownValue<Box extends HTMLInputElement | HTMLTextAreaElement>(
  shown: string,
): [box: RefObject<Box | null>, note: (sent: string) => void] {
  const box = useRef<Box>(null)
  const sent = useRef<string[]>([])
  const last = useRef(shown)
  useEffect(() => {
    if (shown === last.current) return
    last.current = shown
    const at = sent.current.lastIndexOf(shown)
    if (at < 0 && box.current) box.current.value = shown
    sent.current = at < 0 ? [] : sent.current.slice(at)
  }, [shown])
  return [box, (value) => sent.current.push(value)]
}
