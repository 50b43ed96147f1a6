"use client"

import { useCallback, useEffect, useRef, useState } from "react"

/** Number of rows per chunk. */
export const CHUNK = 60
/**
 * Number of chunks up to which a file is rendered at once. Of longer files, the start and the part around the
 * selection are rendered first.
 */
const AT_ONCE = 20
/**
 * Number of chunks up to which the rest of a file is rendered while the browser is idle. Longer files render
 * only the chunks near the viewport and remove the others.
 */
const WHOLE = 100
const AHEAD_PX = 1_600

export interface Chunks {
  isDrawn(chunk: number): boolean
  /**
   * Returns the height in pixels of a removed chunk when last rendered. Null for rendered chunks and for
   * those never rendered.
   */
  heightOf(chunk: number): number | null
  draw(chunk: number): void
  /** Ref for the element of each chunk, which has its number in `data-chunk`. */
  watch(element: HTMLElement | null): (() => void) | undefined
}

/**
 * Decides which chunks of a long file are rendered. The browser's search finds rendered text.
 * The browser skips the layout of hidden chunks (`content-visibility`).
 */
export function useChunks(chunks: number, first: number): Chunks {
  const [known, setKnown] = useState<ReadonlyMap<number, "drawn" | number>>(() =>
    drawAll(
      new Map(),
      chunks <= AT_ONCE
        ? Array.from({ length: chunks }, (_, chunk) => chunk)
        : [0, 1, first - 1, first, first + 1],
    ),
  )
  const observer = useRef<IntersectionObserver | null>(null)
  const waiting = useRef(new Set<HTMLElement>())
  const draw = useCallback(
    (chunk: number) => setKnown((before) => drawAll(before, [chunk - 1, chunk, chunk + 1])),
    [],
  )

  useEffect(() => {
    const one = new IntersectionObserver(
      (entries) => setKnown((before) => move(before, entries, chunks > WHOLE)),
      { rootMargin: `${AHEAD_PX}px` },
    )
    observer.current = one
    for (const element of waiting.current) one.observe(element)
    return () => one.disconnect()
  }, [chunks])

  useEffect(() => {
    if (chunks > WHOLE) return
    const next = Array.from({ length: chunks }, (_, chunk) => chunk).find(
      (chunk) => known.get(chunk) !== "drawn",
    )
    return next === undefined ? undefined : whenIdle(() => setKnown((before) => drawAll(before, [next])))
  }, [chunks, known])

  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    waiting.current.add(element)
    observer.current?.observe(element)
    return () => {
      waiting.current.delete(element)
      observer.current?.unobserve(element)
    }
  }, [])
  return {
    isDrawn: (chunk) => known.get(chunk) === "drawn",
    heightOf: (chunk) => {
      const height = known.get(chunk)
      return typeof height === "number" ? height : null
    },
    draw,
    watch,
  }
}

type Known = ReadonlyMap<number, "drawn" | number>

function drawAll(before: Known, some: readonly number[]): Known {
  if (some.every((chunk) => before.get(chunk) === "drawn")) return before
  return new Map([...before, ...some.map((chunk) => [chunk, "drawn"] as const)])
}

/**
 * Returns the chunks with those near the viewport rendered. `takesAway`: removes the others, except a focused
 * one, and keeps their height.
 */
function move(before: Known, entries: readonly IntersectionObserverEntry[], takesAway: boolean): Known {
  const near = entries.filter((entry) => entry.isIntersecting).map(numberOf)
  const gone = takesAway
    ? entries.filter(
        (entry) =>
          !entry.isIntersecting &&
          before.get(numberOf(entry)) === "drawn" &&
          !entry.target.contains(document.activeElement),
      )
    : []
  const drawn = drawAll(before, near)
  return gone.length === 0
    ? drawn
    : new Map([...drawn, ...gone.map((entry) => [numberOf(entry), entry.boundingClientRect.height] as const)])
}

const numberOf = ({ target }: IntersectionObserverEntry) => Number((target as HTMLElement).dataset["chunk"])

function whenIdle(work: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(work, 120)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work)
  return () => cancelIdleCallback(handle)
}
