"use client"

import { useListKeys } from "@/components/data/keyboard-shortcuts"

/** Keyboard shortcuts of the list of due compactions. Renders nothing. */
export function CompactionKeys(): null {
  useListKeys("Compaction", { rows: "main a[data-compact]", row: "memory", opens: "Open compaction" })
  return null
}
