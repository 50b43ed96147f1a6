import type { SynthesisSummary } from "@/components/coach/synthesis-text"
import { formatCount } from "@/lib/memory/text/sentence"
import { callOperation } from "@/components/data/http-client"
import { quoteHeadline } from "@/components/text/short-text"
import { type BulkKind, type ItemAction, sendOneByOne, type Snooze } from "../../actions/item-action"
import { pendingAction, snoozeVerb } from "../../actions/pending-action"
import type { InboxItem } from "../../inbox-item"

/** Several syntheses can only be snoozed. */
export const SYNTHESIS_BULK: BulkKind<SynthesisSummary> = {
  approve: null,
  reject: { alone: null, mixed: null },
  consequence: () => "Coach output must be reviewed claim by claim",
  snoozed: "hidden from your inbox until the snooze ends",
  snoozedPart: (number) => formatCount(number, "synthesis", "syntheses"),
  whyLeftOut: (_synthesis, verdict) =>
    verdict === "snooze"
      ? null
      : {
          short: "to review claim by claim",
          words:
            "Skipped: coach output must be reviewed claim by claim. Open it and press Enter to review the claims, or R to reject them all",
        },
  action: (_team, items, decision) =>
    decision.verdict === "snooze" ? synthesisAction(items, decision) : null,
}

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
      : formatCount(syntheses.length, "synthesis", "syntheses")
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
