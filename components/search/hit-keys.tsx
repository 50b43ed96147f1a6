"use client"

import { useKeys } from "@/components/data/keys"

/** j and k from hit to hit. Enter follows the link that has the focus, as everywhere. */
export function HitKeys() {
  useKeys("Search", [
    { keys: "j", does: "Next hit", run: () => step(1) },
    { keys: "k", does: "Previous hit", run: () => step(-1) },
    { keys: "ArrowDown", does: "From the box to the first hit" },
    { keys: "Enter", does: "Open the file at the line" },
  ])
  return null
}

/** False where there is none. */
export function focusFirstHit(): boolean {
  const [first] = drawnHits()
  first?.focus()
  return first !== undefined
}

function drawnHits(): HTMLAnchorElement[] {
  return [...document.querySelectorAll<HTMLAnchorElement>("main a[data-hit]")]
}

function step(by: 1 | -1): void {
  const hits = drawnHits()
  const here = hits.findIndex((hit) => hit === document.activeElement)
  const next = hits[here < 0 ? (by > 0 ? 0 : hits.length - 1) : here + by]
  next?.focus({ preventScroll: true })
  next?.closest("li")?.scrollIntoView({ block: "nearest" })
}
