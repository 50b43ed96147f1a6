"use client"

import { useWindowVirtualizer } from "@tanstack/react-virtual"
import { useLayoutEffect, useRef, useState } from "react"

/** The height of the page header and the table head, which stay above the scrolled rows. */
const COVERED_PX = 80

interface VirtualRowsOptions {
  readonly count: number
  /** The expected height of a row, in pixels. */
  readonly pxOf: (index: number) => number
  readonly keyOf: (index: number) => string
  /** Returns false for rows that the keys skip, such as headings. Default: the keys reach all rows. */
  readonly isStop?: (index: number) => boolean
}

/**
 * Returns the rendered rows of a virtual list, the heights of the spacers above and below, and functions that
 * show a row and that move the focus between rows.
 */
export function useVirtualRows<Body extends HTMLElement = HTMLTableSectionElement>({
  count,
  pxOf,
  keyOf,
  isStop = () => true,
}: VirtualRowsOptions) {
  const body = useRef<Body>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(
    () => setTop(body.current ? body.current.getBoundingClientRect().top + window.scrollY : 0),
    [],
  )
  // oxlint-disable-next-line react/incompatible-library -- its results are read in this render only
  const rows = useWindowVirtualizer({
    count,
    estimateSize: pxOf,
    getItemKey: keyOf,
    overscan: 12,
    scrollMargin: top,
    scrollPaddingStart: COVERED_PX,
    initialRect: { width: 1_200, height: 1_200 },
  })
  const drawn = rows.getVirtualItems()
  /** Index of the row to focus once it is rendered; null: none. */
  const wanted = useRef<number | null>(null)
  const focusWanted = () => {
    const target = wanted.current === null ? null : targetIn(body.current, wanted.current)
    if (!target) return
    wanted.current = null
    target.focus({ preventScroll: true })
  }
  useLayoutEffect(focusWanted)
  const step = (by: 1 | -1) => {
    let next = focusedIndex(body.current) ?? (by > 0 ? -1 : count)
    do next += by
    while (next >= 0 && next < count && !isStop(next))
    if (next < 0 || next >= count) return
    wanted.current = next
    rows.scrollToIndex(next)
    focusWanted()
  }
  return {
    body,
    drawn,
    above: (drawn[0]?.start ?? top) - top,
    below: rows.getTotalSize() - ((drawn.at(-1)?.end ?? top) - top),
    measure: rows.measureElement,
    show: (index: number) => rows.scrollToIndex(index),
    step,
  }
}

/**
 * Returns the element of a row that a key focuses: its first link, input or button, except the checkbox that
 * selects the row. Null if the row is not rendered.
 */
const targetIn = (body: HTMLElement | null, index: number): HTMLElement | null =>
  body?.querySelector<HTMLElement>(`[data-index="${index}"] :is(a, input:not([data-select]), button)`) ?? null

/** Returns the index of the row with the focus, or null. */
function focusedIndex(body: HTMLElement | null): number | null {
  const row = document.activeElement?.closest<HTMLElement>("[data-index]")
  return row && body?.contains(row) ? Number(row.dataset.index) : null
}
