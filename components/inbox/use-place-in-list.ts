"use client"

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react"
import { useQuery } from "@/components/data/use-query"
import { isWide } from "./focus"

/** The address follows at once, but only so often: browsers take no more than some steps a second, and each has the router at work. */
const PAUSE_MS = 250

interface Follow {
  /** What is looked at; null: there is nothing. */
  readonly current: string | null
  readonly onGo: (id: string) => void
  /** What the address calls it. */
  readonly member?: string
}

/** Keeps the address at the item that is looked at, and the item at the address (Back). `asked`: one chose an item, so a narrow screen shows it and not the list. */
export function useAddress({ current, onGo, member = "item" }: Follow) {
  const [query, change] = useQuery()
  const inAddress = query.get(member)
  const [asked, setAsked] = useState(inAddress !== null)
  const written = useRef(inAddress)
  const lastAt = useRef(-PAUSE_MS)
  const go = useRef(onGo)
  useLayoutEffect(() => {
    go.current = onGo
  })

  // Somebody else changed the address: Back, a link, a filter.
  useEffect(() => {
    if (inAddress === written.current) return
    written.current = inAddress
    setAsked(inAddress !== null)
    if (inAddress !== null) go.current(inAddress)
  }, [inAddress])

  useEffect(() => {
    if (!asked || current === written.current) return
    // One column: going to an item is a step, so that Back leads to the list again.
    const isStep = written.current === null && current !== null && !isWide()
    // Where nothing is left one goes elsewhere at once, which a later change would take back.
    const rest = isStep || current === null ? 0 : Math.max(0, lastAt.current + PAUSE_MS - performance.now())
    const timer = setTimeout(() => {
      written.current = current
      lastAt.current = performance.now()
      change({ [member]: current }, isStep ? "push" : "replace")
    }, rest)
    return () => clearTimeout(timer)
  }, [asked, current, change, member])

  /** Back to the list, on a screen that shows one at a time. */
  const leave = () => {
    setAsked(false)
    written.current = null
    change({ [member]: null })
  }
  return { asked, ask: () => setAsked(true), leave }
}

/**
 * The focus is never lost: when what had it is gone, or a key moved on in the list, the row that is looked at has it; where a narrow
 * screen shows no rows, the item itself.
 */
export function useRowFocus(current: string | null, pane: RefObject<HTMLElement | null>, mode: string) {
  const moved = useRef(false)
  useLayoutEffect(() => {
    const here = document.activeElement
    const isLost = here === null || here === document.body
    const inList =
      here instanceof HTMLElement && here.dataset.item !== undefined && here.dataset.item !== current
    if (current === null || !(moved.current || isLost || inList)) return
    const isFirst = !moved.current && isLost && !started.current
    moved.current = false
    started.current = true
    if (isFirst) return // a page that opens takes no focus
    focusItem(current, pane.current)
  }, [current, pane])
  const started = useRef(false)
  // A panel that closes gives the focus to what opened it, where that is still there.
  const wasIn = useRef(mode)
  useEffect(() => {
    if (
      wasIn.current !== mode &&
      mode === "read" &&
      (document.activeElement === null || document.activeElement === document.body)
    )
      focusItem(current, pane.current)
    wasIn.current = mode
  }, [mode, current, pane])
  /** The next change comes from a key: the row takes the focus. */
  return { follow: () => void (moved.current = true) }
}

function focusItem(id: string | null, pane: HTMLElement | null): void {
  const row = id === null ? null : document.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`)
  if (row?.checkVisibility()) {
    row.focus({ preventScroll: true })
    row.scrollIntoView({ block: "nearest" })
  } else pane?.querySelector<HTMLElement>("article")?.focus({ preventScroll: true })
}
