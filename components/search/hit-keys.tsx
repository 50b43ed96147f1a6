"use client"

import { useKeys } from "@/components/ui/keys"

/** j and k from hit to hit. Enter follows the link that has the focus, as everywhere. */
export function HitKeys() {
  useKeys("Search", [
    { keys: "j", does: "Next hit", run: () => step(1) },
    { keys: "k", does: "Previous hit", run: () => step(-1) },
    { keys: "Enter", does: "Open the file at the line" },
  ])
  return null
}

function step(by: 1 | -1): void {
  const hits = [...document.querySelectorAll<HTMLAnchorElement>("main a[data-hit]")]
  const here = hits.findIndex((hit) => hit === document.activeElement)
  const next = hits[here < 0 ? (by > 0 ? 0 : hits.length - 1) : here + by]
  next?.focus({ preventScroll: true })
  next?.closest("li")?.scrollIntoView({ block: "nearest" })
}
