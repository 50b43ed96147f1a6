"use client"

import { useKeys } from "@/components/data/keys"
import { focusNextLink } from "@/components/data/focus-steps"

/** Keyboard shortcuts of the context page. */
export function ContextKeys() {
  useKeys("Context", [
    { keys: "j", does: "Next entry", run: () => step(1) },
    { keys: "k", does: "Previous entry", run: () => step(-1) },
    { keys: "Enter", does: "Open file at this line" },
    { keys: "t", does: "Go to task field", run: focusTask },
    { keys: "/", does: "Go to task field", run: focusTask },
  ])
  return null
}

function focusTask(): void {
  const box = document.querySelector<HTMLTextAreaElement>("main textarea[name=task]")
  box?.focus()
  box?.select()
}

function step(by: 1 | -1): void {
  focusNextLink("main a[data-told]", "li", by)
}
