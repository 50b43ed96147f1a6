import type { ProposalSummary } from "@/components/proposal/shapes"
import { type Decision, doneWords, sendDecision, sendUndo } from "./decision"
import type { Deed } from "./deed"
import { isSnoozed, type Item, itemOfProposal } from "./item"
import type { Counts } from "./use-counts"

interface ProposalDeed {
  readonly proposals: readonly ProposalSummary[]
  readonly decision: Decision
  /** What the person saw of each, asked for when it is sent; left out: what the list says. */
  readonly shownOf?: (proposal: ProposalSummary) => string
}

/** A decision on proposals. */
export function proposalDeed({ proposals, decision, shownOf = (one) => one.shown }: ProposalDeed): Deed {
  const items = proposals.map(itemOfProposal)
  return {
    items,
    words: doneWords(proposals, decision),
    verdict: decision.verdict,
    lanes: [...new Set(items.map((item) => item.group))],
    leaves: decision.verdict !== "snooze" ? "decided" : decision.until === null ? "woken" : "snoozed",
    send: (key) => sendDecision(proposals.map((one) => ({ id: one.id, shown: shownOf(one) })), decision, key),
    takeBack: (ids, key) => sendUndo(ids, decision.verdict, key),
    counts: (some) => countsOf(some, decision),
  }
}

function countsOf(items: readonly Item[], decision: Decision): Partial<Counts> {
  const snoozed = items.filter(isSnoozed).length
  const awake = items.length - snoozed
  if (decision.verdict !== "snooze") return { proposals: -awake, snoozed: -snoozed }
  return decision.until === null ? { proposals: snoozed, snoozed: -snoozed } : { proposals: -awake, snoozed: awake }
}
