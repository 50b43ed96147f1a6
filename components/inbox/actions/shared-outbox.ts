import { Unreachable } from "@/components/data/http-client"
import { newKey } from "@/components/data/new-key"
import type { AlertState } from "@/lib/memory/alerts/kinds"
import type { Item } from "../item"
import { openOutbox } from "./outbox"

/** One for all pages: what was decided is sent, wherever one goes next. */
export const outbox = openOutbox({
  mayHelpToRetry: (cause) => cause instanceof Unreachable,
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  newKey,
})

/** Where an item is listed after what was done to it here. */
export type Left = "decided" | "snoozed" | "woken" | "acknowledged" | "reopened"

/** Decided since this page was loaded, or put off: the router may show an older list again when one goes back. */
export const decidedHere = new Map<string, Left>()

const STATE_AFTER: Record<Left, AlertState> = {
  decided: "ignored",
  snoozed: "snoozed",
  woken: "open",
  acknowledged: "acknowledged",
  reopened: "open",
}

/** Whether a list that was read before still holds it, although it left that tab. What is listed of alerts says itself which state it had. */
export function hasLeft(item: Item, tab: string): boolean {
  const left = decidedHere.get(item.id)
  if (item.kind === "alert") return left !== undefined && item.alert.state !== STATE_AFTER[left]
  return left === "decided" || left === (tab === "snoozed" ? "woken" : "snoozed")
}
