"use client"

import { useWindowVirtualizer } from "@tanstack/react-virtual"
import { useCallback, useLayoutEffect, useRef, useState } from "react"
import type { ReceiptLine } from "./view"

const PX: Record<ReceiptLine["kind"], number> = { group: 30, agent: 34, detail: 320 }
/** The height of the page header and the table head, which stay above the scrolled rows. */
const COVERED_PX = 80

/** Returns the rendered rows of a virtual table, and a function that moves the focus between agents. */
export function useRows(lines: readonly ReceiptLine[]) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(
    () => setTop(body.current ? body.current.getBoundingClientRect().top + window.scrollY : 0),
    [],
  )
  // oxlint-disable-next-line react/incompatible-library -- its results are read in this render only
  const rows = useWindowVirtualizer({
    count: lines.length,
    estimateSize: (index) => PX[lines[index]?.kind ?? "agent"],
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: 12,
    scrollMargin: top,
    scrollPaddingStart: COVERED_PX,
    initialRect: { width: 1_200, height: 1_200 },
  })
  const drawn = rows.getVirtualItems()
  const links = useRef(new Map<number, HTMLAnchorElement>())
  const wanted = useRef<number | null>(null)
  const step = (by: 1 | -1) => {
    const here =
      [...links.current].find(([, link]) => link === document.activeElement)?.[0] ??
      (by > 0 ? -1 : lines.length)
    let next = here + by
    while (lines[next] && lines[next]?.kind !== "agent") next += by
    if (!lines[next]) return
    wanted.current = next
    rows.scrollToIndex(next)
    links.current.get(next)?.focus({ preventScroll: true })
  }
  const hold = useCallback((index: number, link: HTMLAnchorElement | null) => {
    if (!link) return void links.current.delete(index)
    links.current.set(index, link)
    if (wanted.current !== index) return
    wanted.current = null
    link.focus({ preventScroll: true })
  }, [])
  return {
    body,
    drawn,
    above: (drawn[0]?.start ?? top) - top,
    below: rows.getTotalSize() - ((drawn.at(-1)?.end ?? top) - top),
    measure: rows.measureElement,
    hold,
    step,
  }
}
