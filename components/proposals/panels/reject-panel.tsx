"use client"

import type { ProposalPaneProps, ProposalDetail } from "../proposal-types"
import { ReasonPanel } from "../../queue/panel-form"
import { REJECTION_REASONS } from "../rejection-text"

interface RejectPanelProps extends Pick<ProposalPaneProps, "proposal" | "onDecide"> {
  examples: ProposalDetail["examples"]
  onLeave: () => void
  deciding: boolean
}

/** Panel for rejecting a proposal: common reasons, reasons of similar rejections, or free text. */
export function RejectPanel({ proposal, examples, onDecide, onLeave, deciding }: RejectPanelProps) {
  return (
    <ReasonPanel
      title="Reject because…"
      choices={choicesFor(examples)}
      effect="The agent sees the reason."
      onReason={(reason) => onDecide({ verdict: "reject", reason, shown: proposal.shown })}
      onLeave={onLeave}
      deciding={deciding}
    />
  )
}

const MOST_EARLIER = 3

/** Returns common reasons, then those of similar rejections. */
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
