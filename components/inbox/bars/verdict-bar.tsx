import type { PaneMode } from "@/components/proposals/pane"
import type { ProposalDetail, ProposalSummary } from "@/components/proposals/proposal-types"
import { isOneOfSeveral } from "../actions/decision"
import { KeyedButton } from "../../queue/keyed-button"
import { SnoozeButton, UndoButton, VerdictFrame, type VerdictFrameProps, WhyNot } from "./verdict-frame"

interface VerdictBarProps extends VerdictFrameProps {
  proposal: ProposalSummary
  detail: ProposalDetail | null
  /** True if the person’s role in this team allows decisions. */
  mayCurate: boolean
  /** True if the person was warned about a flagged proposal, so the next press approves. */
  isCautioned: boolean
  onApprove: () => void
  onMode: (mode: PaneMode) => void
  onRebase: () => void
  onWithdraw: () => void
  onUndo: () => void
}

/** The actions on a proposal. The first button states its effect. */
export function VerdictBar(props: VerdictBarProps) {
  return (
    <VerdictFrame {...props} className="flex items-center gap-2 max-md:flex-wrap">
      <Verdicts {...props} />
    </VerdictFrame>
  )
}

function Verdicts({
  proposal,
  detail,
  mayCurate,
  isCautioned,
  onApprove,
  onMode,
  onRebase,
  onWithdraw,
  onUndo,
}: VerdictBarProps) {
  if (proposal.state !== "waiting")
    return proposal.decided && mayCurate ? <UndoButton onClick={onUndo} /> : null
  const why = detail?.mayNotDecide ?? (mayCurate ? null : "Only team leads can decide")
  const rebase = (detail?.standing ?? proposal.standing) === "needs-rebase"
  const mergeable = rebase && (detail ? detail.rebase?.merged != null : proposal.mergeable)
  const stuck = detail !== null && detail.hindrance !== null
  return (
    <>
      {mergeable && why === null ? (
        <KeyedButton
          kbd="B"
          variant="primary"
          onClick={onRebase}
          title="Rebase onto the current entry"
          className="min-w-0 shrink! max-md:basis-full"
        >
          <span className="truncate">Rebase onto the current entry</span>
        </KeyedButton>
      ) : (
        <ApproveButton
          verb={isCautioned ? "Approve anyway" : "Approve"}
          words={
            detail === null || stuck
              ? null
              : isOneOfSeveral(detail)
                ? `${detail.approvals.given + 1} of ${detail.approvals.needed}, another person must approve too`
                : detail.consequence
          }
          disabled={why !== null || stuck || rebase || detail === null}
          title={why ?? detail?.hindrance ?? undefined}
          onClick={onApprove}
        />
      )}
      {why !== null && !mayCurate ? null : (
        <>
          <KeyedButton
            kbd="E"
            aria-expanded={false}
            disabled={why !== null}
            onClick={() => onMode("edit")}
            className="max-md:flex-1"
          >
            Edit
          </KeyedButton>
          <KeyedButton
            kbd="M"
            aria-expanded={false}
            disabled={why !== null}
            onClick={() => onMode("merge")}
            className="max-md:flex-1"
          >
            Merge
          </KeyedButton>
          <KeyedButton
            kbd="R"
            aria-expanded={false}
            onClick={() => onMode("reject")}
            className="max-md:flex-1"
          >
            Reject
          </KeyedButton>
        </>
      )}
      {proposal.own ? (
        <KeyedButton kbd="W" onClick={onWithdraw} className="max-md:flex-1">
          Withdraw
        </KeyedButton>
      ) : null}
      <SnoozeButton isSnoozed={proposal.snoozedUntil !== null} onClick={() => onMode("snooze")} />
      {why === null ? null : <WhyNot>{why}</WhyNot>}
    </>
  )
}

/** Removes the file name, which is shown above: "adds line 94 of 100". */
const withoutFile = (words: string) => words.replace(/ (?:to|of|from|in) \S*[./]\S*$/, "")

/** Shortens the label to the available width. The title has the whole sentence. */
function ApproveButton({
  verb,
  words,
  ...rest
}: {
  verb: string
  words: string | null
  disabled: boolean
  title: string | undefined
  onClick: () => void
}) {
  const whole = words === null || words === "" ? verb : `${verb}: ${words}`
  return (
    <KeyedButton
      kbd="A"
      variant="primary"
      {...rest}
      title={rest.title ?? whole}
      className="min-w-0 shrink! max-md:basis-full"
    >
      <span className="truncate">{withoutFile(whole)}</span>
    </KeyedButton>
  )
}
