import type { Filters } from "./inbox-filters"
import type { InboxItem, ItemSummary } from "./inbox-item"
import { listPartsOf } from "./list-parts-registry"

/**
 * Returns the notice on a decided item that the list holds no longer: "Approved by Mara Reyes". Null if the list holds
 * items in its state.
 */
export function whyGone(item: InboxItem, filters: Filters): string | null {
  const { live } = listPartsOf(item.kind)
  if (live.isListed(item.summary.state, filters)) return null
  const { decided, decidedBy } = item.summary as ItemSummary & {
    readonly decided?: { readonly by: string; readonly mine?: boolean; readonly verdict?: string } | null
    readonly decidedBy?: string | null
  }
  const { id, state } = item.summary
  const change = { id, state, ...(decided?.verdict === undefined ? {} : { verdict: decided.verdict }) }
  const who = decided?.mine ? "you" : (decided?.by ?? decidedBy ?? null)
  return live.goneWords(change, who)
}
