import { count } from "@/components/data/count"
import type { ProposalSummary } from "@/components/proposals/proposal-types"
import type { BulkKind, LeftOutReason } from "../../actions/bulk-kind"
import { proposalAction } from "./proposal-action"
import { shownVersion } from "./shown-version"

/** Proposals are approved and rejected together, except those that need an individual review. */
export const PROPOSAL_BULK: BulkKind<ProposalSummary> = {
  approve: {
    label: "approve",
    verb: "Approve",
    part: (number) => `approve ${count(number, "proposal")}`,
  },
  reject: { alone: "Reject", mixed: "Reject proposals" },
  isAssignable: true,
  consequence: (verdict, number, files) =>
    `${verdict === "approve" ? "Approve" : "Reject"} ${number.toLocaleString("en")} in ${files}`,
  whyLeftOut: (proposal, verdict) => (verdict === "approve" ? whyNotAmongOthers(proposal) : null),
  action: (_team, items, decision) =>
    decision.verdict === "dismiss"
      ? null
      : proposalAction({ items, decision, shownOf: (one) => shownVersion(one) }),
}

function whyNotAmongOthers(one: ProposalSummary): LeftOutReason | null {
  if (one.flagged)
    return { short: "flagged", words: "Skipped: flagged proposals must be reviewed one by one" }
  if (one.standing === "needs-rebase")
    return { short: "to rebase first", words: "Skipped: the proposal needs a rebase" }
  if (one.standing !== null && one.standing !== "applies" && one.standing !== "already")
    return { short: "whose entry or file was removed", words: "Skipped: the entry or file was removed" }
  if (one.approvals.mine)
    return {
      short: "already approved by you",
      words: "Skipped: you already approved this proposal. Another curator must approve too",
    }
  return null
}
