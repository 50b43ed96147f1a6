import type { PaneMode } from "@/components/proposals/proposal-pane-props"
import type { ProposalDetail, ProposalSummary } from "@/components/proposals/proposal-types"
import { isOneOfSeveral } from "./proposal-decision"
import { KeyedButton } from "@/components/queue/keyed-button"
import {
  SnoozeButton,
  UndoButton,
  VerdictFrame,
  type VerdictFrameProps,
  WhyNot,
} from "../../bars/item-action-bar"

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

function Verdicts(props: VerdictBarProps) {
  const { proposal, mayCurate, onMode, onWithdraw, onUndo } = props
  if (proposal.state !== "waiting")
    return proposal.decided && mayCurate ? <UndoButton onClick={onUndo} /> : null
  const why = props.detail?.mayNotDecide ?? (mayCurate ? null : "Only team leads can review proposals")
  return (
    <>
      <MainButton {...props} why={why} />
      {mayCurate || why === null ? <EditButtons isDisabled={why !== null} onMode={onMode} /> : null}
      {proposal.own ? (
        <KeyedButton action="withdraw" onClick={onWithdraw} className="max-md:flex-1">
          Withdraw
        </KeyedButton>
      ) : null}
      <SnoozeButton isSnoozed={proposal.snoozedUntil !== null} onClick={() => onMode("snooze")} />
      {why === null ? null : <WhyNot>{why}</WhyNot>}
    </>
  )
}

interface MainButtonProps extends VerdictBarProps {
  /** Reason why the person may not decide; null if the person may. */
  why: string | null
}

/** The button that approves, or that rebases an outdated proposal. */
function MainButton({ proposal, detail, why, isCautioned, onApprove, onRebase }: MainButtonProps) {
  const isOutdated = needsRebase(proposal, detail)
  const hindrance = detail?.hindrance ?? null
  if (isOutdated && why === null && isMergeable(proposal, detail))
    return (
      <KeyedButton
        action="rebase"
        variant="primary"
        onClick={onRebase}
        title="Rebase onto the current entry"
        className="min-w-0 shrink! max-md:basis-full"
      >
        <span className="truncate">Rebase onto the current entry</span>
      </KeyedButton>
    )
  return (
    <ApproveButton
      verb={isCautioned ? "Approve anyway" : "Approve"}
      words={effectOf(detail)}
      disabled={why !== null || hindrance !== null || isOutdated || detail === null}
      title={why ?? hindrance ?? undefined}
      onClick={onApprove}
    />
  )
}

const needsRebase = (proposal: ProposalSummary, detail: ProposalDetail | null): boolean =>
  (detail?.standing ?? proposal.standing) === "needs-rebase"

const isMergeable = (proposal: ProposalSummary, detail: ProposalDetail | null): boolean =>
  detail ? detail.rebase?.merged != null : proposal.mergeable

/** Returns what an approval does. Null if it is not known yet or the proposal cannot be approved. */
function effectOf(detail: ProposalDetail | null): string | null {
  if (detail === null || detail.hindrance !== null) return null
  if (!isOneOfSeveral(detail)) return detail.consequence
  const { given, needed } = detail.approvals
  return `This is approval ${given + 1} of ${needed}. Another person must also approve it`
}

function EditButtons({ isDisabled, onMode }: Pick<VerdictBarProps, "onMode"> & { isDisabled: boolean }) {
  return (
    <>
      <KeyedButton
        action="edit"
        aria-expanded={false}
        disabled={isDisabled}
        onClick={() => onMode("edit")}
        className="max-md:flex-1"
      >
        Edit
      </KeyedButton>
      <KeyedButton
        action="merge"
        aria-expanded={false}
        disabled={isDisabled}
        onClick={() => onMode("merge")}
        className="max-md:flex-1"
      >
        Merge
      </KeyedButton>
      <KeyedButton
        action="reject"
        aria-expanded={false}
        onClick={() => onMode("reject")}
        className="max-md:flex-1"
      >
        Reject
      </KeyedButton>
    </>
  )
}

/** Removes the file name, which is shown above: "adds line 94 of 100". */
const withoutFile = (words: string) => words.replace(/ (?:to|of|from|in) \S*[./]\S*$/, "")

/** Button that approves. Its label is cut to the available width; the title has the whole sentence. */
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
      action="approve"
      variant="primary"
      {...rest}
      title={rest.title ?? whole}
      className="min-w-0 shrink! max-md:basis-full"
    >
      <span className="truncate">{withoutFile(whole)}</span>
    </KeyedButton>
  )
}
