"use client"

import { useWindowVirtualizer } from "@tanstack/react-virtual"
import { useLayoutEffect, useRef, useState } from "react"

/** What stands over the rows while they scroll: the page's bar and the table's head. */
const COVERED_PX = 80

interface DrawnRows {
  count: number
  /** Height of a row by its place, the same for the same place. */
  pxOf: (place: number) => number
  keyOf: (place: number) => string
}

/** The rows of a long table that are drawn, with what stands for those above and below them. */
export function useDrawn<Body extends HTMLElement = HTMLTableSectionElement>({
  count,
  pxOf,
  keyOf,
}: DrawnRows) {
  const body = useRef<Body>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(
    () => setTop(body.current ? body.current.getBoundingClientRect().top + window.scrollY : 0),
    [],
  )
  // oxlint-disable-next-line react/incompatible-library -- its answers are read in this render only
  const rows = useWindowVirtualizer({
    count,
    estimateSize: pxOf,
    getItemKey: keyOf,
    overscan: 10,
    scrollMargin: top,
    scrollPaddingStart: COVERED_PX,
    initialRect: { width: 1_200, height: 1_100 },
  })
  const drawn = rows.getVirtualItems()
  return {
    body,
    drawn,
    above: (drawn[0]?.start ?? top) - top,
    below: rows.getTotalSize() - ((drawn.at(-1)?.end ?? top) - top),
    show: (place: number) => rows.scrollToIndex(place),
  }
}
