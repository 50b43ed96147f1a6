import type { ProposalDetail, ProposalSummary } from "@/components/proposals/proposal-types"
import { ServerPane } from "@/components/proposals/proposal-without-scripts"
import type { ServerPaneProps } from "../../item-kind"

/** A proposal rendered by the server, readable before the scripts load. */
export function ProposalServerPane({
  detail,
  now,
  backHref,
}: ServerPaneProps<ProposalSummary, ProposalDetail>) {
  return detail ? <ServerPane {...{ detail, now, backHref }} /> : null
}
