import { Pane } from "@/components/ui/pane"
import { PaneFactsComing } from "./proposal-facts"
import { PaneHead } from "./proposal-head"
import { DetailDiff } from "./proposal-diff"
import type { ProposalDetail } from "./proposal-types"

/** A proposal rendered by the server, readable before the scripts load. */
export function ServerPane({
  detail,
  now,
  backHref,
}: {
  detail: ProposalDetail
  now: string
  backHref: string
}) {
  return (
    <Pane label="Proposal" backHref={backHref}>
      <PaneHead proposal={detail} detail={detail} now={now} />
      <div className="mt-4.5 grid grid-cols-1 gap-3">
        <DetailDiff detail={detail} />
      </div>
      <PaneFactsComing />
    </Pane>
  )
}
