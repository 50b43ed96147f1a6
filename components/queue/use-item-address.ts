"use client"

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react"
import { useQuery } from "@/components/data/use-query"
import { isWide } from "./focus-and-presses"

/** Minimum time between address changes. Browsers limit them, and each one runs the router. */
const PAUSE_MS = 250

interface Follow {
  /** The id of the current item, or null. */
  readonly current: string | null
  readonly onGo: (id: string) => void
  /** The name of the query parameter. */
  readonly member?: string
}

/**
 * Keeps the address and the current item in sync. `asked` is true if the person opened an item, so narrow
 * screens show it instead of the list.
 */
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

  // The address changed through Back, a link or a filter.
  useEffect(() => {
    if (inAddress === written.current) return
    written.current = inAddress
    setAsked(inAddress !== null)
    if (inAddress !== null) go.current(inAddress)
  }, [inAddress])

  useEffect(() => {
    if (!asked || current === written.current) return
    // With one column, opening an item adds a history entry, so that Back returns to the list.
    const isStep = written.current === null && current !== null && !isWide()
    // If no item is left, the page may navigate at the same time. A delayed change would revert that
    // navigation.
    const rest = isStep || current === null ? 0 : Math.max(0, lastAt.current + PAUSE_MS - performance.now())
    const timer = setTimeout(() => {
      written.current = current
      lastAt.current = performance.now()
      change({ [member]: current }, isStep ? "push" : "replace")
    }, rest)
    return () => clearTimeout(timer)
  }, [asked, current, change, member])

  /** Returns to the list on narrow screens. */
  const leave = () => {
    setAsked(false)
    written.current = null
    change({ [member]: null })
  }
  return { asked, ask: () => setAsked(true), leave }
}

/**
 * Moves the focus to the current row, or to the item on narrow screens, if the focused element is removed or
 * a key selects another row.
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
    if (isFirst) return // Do not take the focus when the page opens.
    focusItem(current, pane.current)
  }, [current, pane])
  const started = useRef(false)
  // A closing panel returns the focus to the button that opened it.
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
  /** Focuses the row of the current item after its next change. Call this if a key causes the change. */
  return { follow: () => void (moved.current = true) }
}

function focusItem(id: string | null, pane: HTMLElement | null): void {
  const row = id === null ? null : document.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`)
  if (row?.checkVisibility()) {
    row.focus({ preventScroll: true })
    row.scrollIntoView({ block: "nearest" })
  } else pane?.querySelector<HTMLElement>("article")?.focus({ preventScroll: true })
}
