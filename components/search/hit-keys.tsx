"use client"

import { useKeys } from "@/components/data/keys"
import { focusNextLink } from "@/components/data/focus-steps"

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
  const first = document.querySelector<HTMLAnchorElement>(HITS)
  first?.focus()
  return first !== null
}

const HITS = "main a[data-hit]"

function step(by: 1 | -1): void {
  focusNextLink(HITS, "li", by)
}
