"use client"

import { useCallback, useEffect, useRef, useState } from "react"

/** Rows that are drawn together. */
export const CHUNK = 60
/** Up to here a file is drawn at once. Beyond it the rest comes when one scrolls there, and piece by piece while nothing else is to do. */
const AT_ONCE = 20
const AHEAD_PX = 1_600

/**
 * Which chunks of a long file are drawn. Once drawn they stay, so that the browser's own search finds what is in them; the browser
 * itself passes over those out of sight (`content-visibility`).
 */
export function useChunks(chunks: number, first: number): { isDrawn: (chunk: number) => boolean; draw: (chunk: number) => void; watch: (element: HTMLElement | null) => (() => void) | undefined } {
  const [drawn, setDrawn] = useState<ReadonlySet<number>>(() => new Set(chunks <= AT_ONCE ? Array.from({ length: chunks }, (_, chunk) => chunk) : [0, 1, first - 1, first, first + 1]))
  const observer = useRef<IntersectionObserver | null>(null)
  const waiting = useRef(new Set<HTMLElement>())
  const draw = useCallback((chunk: number) => setDrawn((before) => (before.has(chunk) ? before : new Set([...before, chunk - 1, chunk, chunk + 1]))), [])

  useEffect(() => {
    const one = new IntersectionObserver(
      (entries) => {
        const near = entries.filter((entry) => entry.isIntersecting).map((entry) => Number((entry.target as HTMLElement).dataset["chunk"]))
        if (near.length > 0) setDrawn((before) => new Set([...before, ...near]))
      },
      { rootMargin: `${AHEAD_PX}px` },
    )
    observer.current = one
    for (const element of waiting.current) one.observe(element)
    return () => one.disconnect()
  }, [])

  useEffect(() => {
    const next = Array.from({ length: chunks }, (_, chunk) => chunk).find((chunk) => !drawn.has(chunk))
    if (next === undefined) return
    return whenIdle(() => setDrawn((before) => new Set([...before, next])))
  }, [chunks, drawn])

  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    waiting.current.add(element)
    observer.current?.observe(element)
    return () => {
      waiting.current.delete(element)
      observer.current?.unobserve(element)
    }
  }, [])
  return { isDrawn: (chunk) => drawn.has(chunk), draw, watch }
}

function whenIdle(work: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(work, 120)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work)
  return () => cancelIdleCallback(handle)
}
