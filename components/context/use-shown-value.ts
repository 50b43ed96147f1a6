"use client"

import { type RefObject, useEffect, useRef } from "react"

/**
 * Keeps an input in sync with the URL during typing. Values that the input itself sent are ignored; any
 * other value, for example after a back navigation, is written into the input.
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
