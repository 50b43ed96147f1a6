import type { ProposalSummary } from "@/components/proposals/proposal-types"
import { type ProposalDecision, doneWords, sendProposalDecision, sendProposalUndo } from "./decision"
import type { ItemAction } from "./action"
import { itemOfProposal } from "../item"
import { pendingAction } from "./pending-action"

interface ProposalActionOptions {
  readonly proposals: readonly ProposalSummary[]
  readonly decision: ProposalDecision
  /** Returns the version that the person saw, when the request is sent (default: the version in the list). */
  readonly shownOf?: (proposal: ProposalSummary) => string
}

/** Returns the action for a decision on proposals. */
export function proposalAction({
  proposals,
  decision,
  shownOf = (one) => one.shown,
}: ProposalActionOptions): ItemAction {
  return pendingAction({
    items: proposals.map(itemOfProposal),
    words: doneWords(proposals, decision),
    figure: "proposals",
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
