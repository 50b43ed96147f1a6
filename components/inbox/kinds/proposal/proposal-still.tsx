import type { ProposalDetail, ProposalSummary } from "@/components/proposals/proposal-types"
import { StillPane } from "@/components/proposals/still-pane"
import type { StillProps } from "../../item-kind"

/** A proposal rendered by the server, readable before the scripts load. */
export function ProposalStill({ detail, now, backHref }: StillProps<ProposalSummary, ProposalDetail>) {
  return detail ? <StillPane {...{ detail, now, backHref }} /> : null
}
