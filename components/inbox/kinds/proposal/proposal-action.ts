import type { ProposalSummary } from "@/components/proposals/proposal-types"
import { callOperation } from "@/components/data/http-client"
import type { ItemAction } from "../../actions/action"
import { pendingAction } from "../../actions/snoozable-action"
import type { InboxItem } from "../../item"
import { doneWords, type ProposalDecision, sendProposalDecision, sendProposalUndo } from "./proposal-decision"

interface ProposalActionOptions {
  readonly items: readonly InboxItem<ProposalSummary>[]
  readonly decision: ProposalDecision
  /** Returns the version that the person saw, when the request is sent (default: the version in the list). */
  readonly shownOf?: (proposal: ProposalSummary) => string
}

/** Returns the action for a decision on proposals. */
export function proposalAction({
  items,
  decision,
  shownOf = (one) => one.shown,
}: ProposalActionOptions): ItemAction {
  const proposals = items.map((one) => one.summary)
  return pendingAction({
    items,
    words: doneWords(proposals, decision),
    sendSnooze: (proposals, until, key) => callOperation("proposal.snooze", { proposals, until }, { key }),
    decision,
    send: (own, key) =>
      sendProposalDecision(
        proposals.map((one) => ({ id: one.id, shown: shownOf(one) })),
        own,
        key,
      ),
    takeBack: sendProposalUndo,
  })
}
