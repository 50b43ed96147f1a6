import type { SynthesisSummary } from "@/components/coach/waiting/waiting-synthesis-types"
import { call } from "@/components/data/http-client"
import { count } from "@/components/data/count"
import type { ItemAction } from "../../actions/action"
import { oneByOne, pendingAction, type Snooze, snoozeVerb } from "../../actions/pending-action"
import type { InboxItem } from "../../item"
import { quoted } from "@/components/text/quoted"

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
    syntheses.length === 1 && only ? quoted(only.title) : count(syntheses.length, "synthesis", "syntheses")
  return pendingAction({
    items,
    words: `${decision.verdict === "reject" ? "Rejected" : snoozeVerb(decision)} ${what}`,
    sendSnooze: (syntheses, until, key) => call("synthesis.snooze", { syntheses, until }, { key }),
    decision,
    send: ({ reason }, key) =>
      oneByOne(
        syntheses.map(({ id }) => id),
        key,
        (id, one) => call("synthesis.reject", { synthesis: id, reason }, { key: one }),
      ),
    takeBack: (ids, key) => oneByOne(ids, key, sendReopening),
  })
}

/** Undoes the rejection of a synthesis. */
export async function sendReopening(id: string, key: string): Promise<void> {
  await call("synthesis.reopen", { synthesis: id }, { key })
}
