"use client"

import { useWindowVirtualizer } from "@tanstack/react-virtual"
import { useLayoutEffect, useRef, useState } from "react"

/** The height of the page header and the table head, which stay above the scrolled rows. */
const COVERED_PX = 80

interface DrawnRows {
  count: number
  /** The height of a row, constant for each position. */
  pxOf: (place: number) => number
  keyOf: (place: number) => string
}

/** Returns the rendered rows of a virtual table, with the heights of the spacers above and below. */
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
  // oxlint-disable-next-line react/incompatible-library -- its results are read in this render only
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
