"use client"

import { useKeys } from "@/components/data/keys"

/** Binds j and k to the next and previous result. Enter follows the focused link, as everywhere. */
export function HitKeys() {
  useKeys("Search", [
    { keys: "j", does: "Next result", run: () => step(1) },
    { keys: "k", does: "Previous result", run: () => step(-1) },
    { keys: "ArrowDown", does: "Move from the search box to the first result" },
    { keys: "Enter", does: "Open the file at this line" },
  ])
  return null
}

/** Focuses the first result. Returns false if there is none. */
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
