"use client"

import { useListKeys } from "@/components/data/use-list-keys"

/** Keyboard shortcuts of the context page. */
export function ContextKeys() {
  useListKeys("Context", {
    rows: "main a[data-told]",
    row: "entry",
    opens: "Open file at this line",
    more: ["t", "/"].map((keys) => ({ keys, does: "Go to task field", run: focusTask })),
  })
  return null
}

function focusTask(): void {
  const box = document.querySelector<HTMLTextAreaElement>("main textarea[name=task]")
  box?.focus()
  box?.select()
}
