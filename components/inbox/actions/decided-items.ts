import type { InboxItem, ListedAfter } from "../inbox-item"

/** Items decided or snoozed since the page was loaded. The router cache may show an older list on Back. */
export const decidedItems = new Map<string, ListedAfter>()

/**
 * True if an outdated list still contains an item that left the list. `isSnoozed`: true for a list of snoozed
 * items.
 */
export function hasLeftList({ id, kind, summary }: InboxItem, isSnoozed: boolean): boolean {
  const after = decidedItems.get(id)
  if (after === undefined) return false
  return (
    kind.hasLeft?.(summary, after) ?? (after === "decided" || after === (isSnoozed ? "woken" : "snoozed"))
  )
}
