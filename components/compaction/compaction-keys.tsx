"use client"

import { focusNextLink } from "@/components/data/focus-steps"
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
  focusNextLink("main a[data-compact]", "tr", by)
}
