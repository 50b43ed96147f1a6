import type { AlertState } from "@/lib/memory/alerts/kinds"
import type { InboxItem } from "../item"

/** Where an item is listed after a decision on this page. */
export type ListedAfter = "decided" | "snoozed" | "woken" | "acknowledged" | "reopened"

/** Items decided or snoozed since the page was loaded. The router cache may show an older list on Back. */
export const decidedHere = new Map<string, ListedAfter>()

const STATE_AFTER: Record<ListedAfter, AlertState> = {
  decided: "ignored",
  snoozed: "snoozed",
  woken: "open",
  acknowledged: "acknowledged",
  reopened: "open",
}

/** True if an outdated list still contains an item that left the tab. Alerts carry their own state. */
export function hasLeft(item: InboxItem, tab: string): boolean {
  const left = decidedHere.get(item.id)
  if (item.kind === "alert") return left !== undefined && item.alert.state !== STATE_AFTER[left]
  return left === "decided" || left === (tab === "snoozed" ? "woken" : "snoozed")
}
