"use client"

import { useKeys } from "@/components/data/keys"

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
  const told = [...document.querySelectorAll<HTMLAnchorElement>("main a[data-told]")]
  const here = told.findIndex((one) => one === document.activeElement)
  const next = told[here < 0 ? (by > 0 ? 0 : told.length - 1) : here + by]
  next?.focus({ preventScroll: true })
  next?.closest("li")?.scrollIntoView({ block: "nearest" })
}
