import { Unreachable } from "@/components/source/ask"
import { newKey } from "@/components/ui/new-key"
import { openOutbox } from "./outbox"

/** One for all pages: what was decided is sent, wherever one goes next. */
export const outbox = openOutbox({
  mayHelpToRetry: (cause) => cause instanceof Unreachable,
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  newKey,
})

/** Where an item is listed after what was done to it here. */
export type Left = "decided" | "snoozed" | "woken"

/** Decided since this page was loaded, or put off: the router may show an older list again when one goes back. */
export const decidedHere = new Map<string, Left>()

/** Whether a list that was read before still holds it, although it left that tab. */
export function hasLeft(id: string, tab: string): boolean {
  const left = decidedHere.get(id)
  return left === "decided" || left === (tab === "snoozed" ? "woken" : "snoozed")
}
