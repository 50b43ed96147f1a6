import type { ProposalSummary } from "@/components/proposals/proposal-types"
import { type Decision, doneWords, sendDecision, sendUndo } from "./decision"
import type { Deed } from "./action"
import { itemOfProposal } from "../item"
import { waitingDeed } from "./pending-action"

interface ProposalDeed {
  readonly proposals: readonly ProposalSummary[]
  readonly decision: Decision
  /** Returns the version that the person saw, when the request is sent (default: the version in the list). */
  readonly shownOf?: (proposal: ProposalSummary) => string
}

/** Returns the action for a decision on proposals. */
export function proposalDeed({ proposals, decision, shownOf = (one) => one.shown }: ProposalDeed): Deed {
  return waitingDeed({
    items: proposals.map(itemOfProposal),
    words: doneWords(proposals, decision),
    figure: "proposals",
    decision,
    send: (own, key) =>
      sendDecision(
        proposals.map((one) => ({ id: one.id, shown: shownOf(one) })),
        own,
        key,
      ),
    takeBack: sendUndo,
  })
}
