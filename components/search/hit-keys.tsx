"use client"

import { useListKeys } from "@/components/data/use-list-keys"

/** Binds j and k to the next and previous result. Enter follows the focused link, as everywhere. */
export function HitKeys() {
  useListKeys("Search", {
    rows: HITS,
    row: "result",
    opens: "Open the file at this line",
    more: [{ keys: "ArrowDown", does: "Move from the search box to the first result" }],
  })
  return null
}

/** Focuses the first result. Returns false if there is none. */
export function focusFirstHit(): boolean {
  const first = document.querySelector<HTMLAnchorElement>(HITS)
  first?.focus()
  return first !== null
}

const HITS = "main a[data-hit]"
