import type { SynthesisSummary } from "@/components/coach/inbox/synthesis-inbox-types"
import { callOperation } from "@/components/data/http-client"
import { count } from "@/components/data/count"
import type { ItemAction } from "../../actions/action"
import { sendOneByOne, pendingAction, type Snooze, snoozeVerb } from "../../actions/snoozable-action"
import type { InboxItem } from "../../item"
import { quoteHeadline } from "@/components/text/quote-headline"

/** "reject" rejects the whole synthesis. */
export type SynthesisDecision = { readonly verdict: "reject"; readonly reason: string } | Snooze

/**
 * Returns the action for a decision on whole syntheses. Claims are decided on the review page. In bulk,
 * syntheses can only be snoozed.
 */
export function synthesisAction(
  items: readonly InboxItem<SynthesisSummary>[],
  decision: SynthesisDecision,
): ItemAction {
  const syntheses = items.map((one) => one.summary)
  const [only] = syntheses
  const what =
    syntheses.length === 1 && only
      ? quoteHeadline(only.title)
      : count(syntheses.length, "synthesis", "syntheses")
  return pendingAction({
    items,
    words: `${decision.verdict === "reject" ? "Rejected" : snoozeVerb(decision)} ${what}`,
    sendSnooze: (syntheses, until, key) => callOperation("synthesis.snooze", { syntheses, until }, { key }),
    decision,
    send: ({ reason }, key) =>
      sendOneByOne(
        syntheses.map(({ id }) => id),
        key,
        (id, one) => callOperation("synthesis.reject", { synthesis: id, reason }, { key: one }),
      ),
    takeBack: (ids, key) => sendOneByOne(ids, key, sendReopening),
  })
}

/** Undoes the rejection of a synthesis. */
export async function sendReopening(id: string, key: string): Promise<void> {
  await callOperation("synthesis.reopen", { synthesis: id }, { key })
}
