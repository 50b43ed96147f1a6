import type { ProposalDetail, ProposalSummary } from "@/components/proposals/proposal-types"

/** Current versions of the proposals that were rebased on this page, by id. */
const rebased = new Map<string, Pick<ProposalDetail, "shown">>()

/** Records the version of a proposal after a rebase that the person has seen. */
export const noteRebased = (proposal: ProposalDetail): void => void rebased.set(proposal.id, proposal)

/** Returns the version that the person saw: after a rebase, else in the pane (`seen`), else in the list. */
export const shownVersion = (proposal: ProposalSummary, seen?: string): string =>
  rebased.get(proposal.id)?.shown ?? seen ?? proposal.shown
