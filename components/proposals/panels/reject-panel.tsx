"use client"

import type { ProposalPaneProps } from "../pane"
import { ReasonPanel } from "./reason-panel"
import type { ProposalDetail } from "../proposal-types"
import { REJECTION_REASONS } from "../proposal-text"

interface RejectPanelProps extends Pick<ProposalPaneProps, "proposal" | "onDecide"> {
  examples: ProposalDetail["examples"]
  onLeave: () => void
  deciding: boolean
}

/** Why not: one key for a usual reason or for one that was given to the like of it, or words of one's own. */
export function RejectPanel({ proposal, examples, onDecide, onLeave, deciding }: RejectPanelProps) {
  return (
    <ReasonPanel
      title="Reject, because…"
      choices={choicesFor(examples)}
      placeholder="In your own words: agents learn from it"
      onReason={(reason) => onDecide({ verdict: "reject", reason, shown: proposal.shown })}
      onLeave={onLeave}
      deciding={deciding}
    />
  )
}

const MOST_EARLIER = 3

/** The usual reasons, then those that the like of it was rejected for. */
function choicesFor(examples: ProposalDetail["examples"]) {
  const usual = new Set(REJECTION_REASONS.map(({ words }) => words))
  const earlier = [...new Set(examples.map(({ reason }) => reason.trim()))]
    .filter((reason) => reason !== "" && !usual.has(reason))
    .slice(0, MOST_EARLIER)
  return [
    ...REJECTION_REASONS,
    ...earlier.map((words, place) => ({ key: String(REJECTION_REASONS.length + place + 1), words })),
  ]
}
