"use client"

import { useKeys } from "@/components/data/keys"

/** Keyboard shortcuts of the list of due compactions. Renders nothing. */
export function CompactionKeys(): null {
  useKeys("Compaction", [
    { keys: "j", does: "Next memory", run: () => step(1) },
    { keys: "k", does: "Previous memory", run: () => step(-1) },
    { keys: "Enter", does: "Open compaction" },
  ])
  return null
}

function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLAnchorElement>("main a[data-compact]")]
  const here = rows.findIndex((one) => one === document.activeElement)
  const next = rows[here < 0 ? (by > 0 ? 0 : rows.length - 1) : here + by]
  next?.focus({ preventScroll: true })
  next?.closest("tr")?.scrollIntoView({ block: "nearest" })
}
