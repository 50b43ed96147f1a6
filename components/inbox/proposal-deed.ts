import type { ProposalSummary } from "@/components/proposal/shapes"
import { headlineOf } from "@/components/proposal/words"
import { type Decision, doneWords, sendDecision, sendUndo } from "./decision"
import type { Deed, Told } from "./deed"
import { type Decidable, isSnoozed, itemOfProposal } from "./item"
import type { Counts } from "./use-counts"

interface ProposalDeed {
  readonly proposals: readonly ProposalSummary[]
  readonly decision: Decision
  /** What the person saw of each, asked for when it is sent; left out: what the list says. */
  readonly shownOf?: (proposal: ProposalSummary) => string
  readonly leftOut?: readonly Told[]
}

const VERBS: Record<Decision["verdict"], string> = { approve: "approved", edit: "approved", merge: "merged", reject: "rejected", withdraw: "withdrawn", snooze: "snoozed" }

/** A decision on proposals. */
export function proposalDeed({ proposals, decision, shownOf = (one) => one.shown, leftOut = [] }: ProposalDeed): Deed {
  const items = proposals.map(itemOfProposal)
  const verb = VERBS[decision.verdict]
  return {
    items,
    words: doneWords(proposals, decision),
    verb,
    lanes: [...new Set(items.map((item) => item.group))],
    leaves: decision.verdict !== "snooze" ? "decided" : decision.until === null ? "woken" : "snoozed",
    leftOut,
    send: (key) => sendDecision(proposals.map((one) => ({ id: one.id, shown: shownOf(one) })), decision, key),
    takeBack: (ids, key) => sendUndo(ids, decision.verdict, key),
    counts: (some) => countsOf(some, decision),
    headline: (item) => (item.kind === "proposal" ? headlineOf(item.proposal) : ""),
    doneWords: ({ state, revision }) => {
      if (decision.verdict === "approve" && state === "waiting") return "Approved by you; one more approval is needed"
      return `${verb.charAt(0).toUpperCase()}${verb.slice(1)}${revision === null ? "" : `, revision ${revision}`}`
    },
  }
}

function countsOf(items: readonly Decidable[], decision: Decision): Partial<Counts> {
  const snoozed = items.filter(isSnoozed).length
  const awake = items.length - snoozed
  if (decision.verdict !== "snooze") return { proposals: -awake, snoozed: -snoozed }
  return decision.until === null ? { proposals: snoozed, snoozed: -snoozed } : { proposals: -awake, snoozed: awake }
}
