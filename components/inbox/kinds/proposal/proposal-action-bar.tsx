import type {
  PaneMode,
  ProposalDetail,
  ProposalSummary,
  PanelDecision,
  FindingKind,
} from "@/components/proposals/proposal-types"
import { sendAfterDecisions } from "../../actions/apply-decision"
import {
  isOneOfSeveral,
  type ProposalDecision,
  proposalAction,
  noteRebased,
  shownVersion,
} from "./proposal-action"
import { KeyedButton } from "@/components/queue/keyed-button"
import { callOperation, RefusedError } from "@/components/data/http-client"
import { isHeldDown } from "@/components/queue/focus-and-presses"
import { SnoozeButton, UndoButton, VerdictFrame, type VerdictFrameProps, WhyNot } from "../../item-action-bar"
import { ALREADY_DECIDED, NO_PERMISSION } from "../../item-detail"
import { announceProblem } from "../../actions/announce"
import type { DetailCache, DetailController } from "../../item-detail"
import { type InboxItem, itemOf } from "../../inbox-item"

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
    <VerdictFrame {...props}>
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

/** As wide as its label if there is room. In a narrow bar at least 14 rem, and the other buttons wrap. */
const MAIN_SIZE = "min-w-0 shrink! max-md:basis-full md:max-w-max md:grow md:basis-56"

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
        className={MAIN_SIZE}
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
  return `this is approval ${given + 1} of ${needed}. Another person must also approve the proposal`
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

/** Removes the file name, which is shown above: "changes line 94". */
const withoutFile = (words: string) => words.replace(/ (?:to|of|from|in) \S*[./]\S*$/, "")

/** Button that approves. The description after the verb is cut to the available width. The title has the whole sentence. */
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
      className={MAIN_SIZE}
    >
      <span className="truncate">{withoutFile(whole)}</span>
    </KeyedButton>
  )
}

interface CurrentProposal {
  readonly item: InboxItem<ProposalSummary>
  readonly detail: ProposalDetail | null
  readonly cache: DetailCache<ProposalDetail, InboxItem>
}

/** Returns the actions on the current proposal. */
export function proposalActions(controller: DetailController, current: CurrentProposal) {
  const { item, detail } = current
  const proposal = item.summary
  const { mayCurate, mark, opened, say } = controller
  const decideOne = (decision: ProposalDecision, seen?: string) =>
    controller.decide(proposalAction({ items: [item], decision, shownOf: (one) => shownVersion(one, seen) }))
  return {
    approve() {
      if (mark?.kind === "struck") return controller.step(1)
      const why = whyNotNow(proposal, detail, mayCurate)
      if (why) return say(why)
      const caution = cautionOf(proposal)
      // A held-down key does not count as a second press.
      if (caution !== null && (opened.said !== caution || isHeldDown())) return say(caution)
      decideOne({ verdict: "approve" }, detail?.shown)
    },
    panel(mode: PaneMode) {
      if (proposal.state !== "waiting") return
      if (mark?.kind === "struck") return controller.step(1)
      if (mode === "snooze" && proposal.snoozedUntil) return decideOne({ verdict: "snooze", until: null })
      if (mode !== "snooze" && !mayCurate) return say(whyNotNow(proposal, detail, mayCurate))
      controller.toggle(mode)
    },
    onPanelDecision({ shown, ...decision }: PanelDecision & { shown?: string }) {
      decideOne(decision, decision.verdict === "reject" ? (detail?.shown ?? shown) : shown)
    },
    withdraw() {
      if (proposal.own && proposal.state === "waiting") decideOne({ verdict: "withdraw" })
    },
    undo() {
      if (proposal.decided && mayCurate)
        controller.takeBack(item, (key) => callOperation("proposal.undo", { proposal: proposal.id }, { key }))
    },
    assign: () => assign(controller, current),
    rebase: () => rebase(controller, current),
  }
}

/**
 * Assigns the proposal to the current user, or removes the assignment if the proposal is already assigned to
 * this user.
 */
function assign({ mayCurate, waits, me, announce }: DetailController, { item, cache }: CurrentProposal) {
  if (!mayCurate || !waits) return
  const proposal = item.summary
  const isMine = proposal.assignee?.id === me
  const body = { proposals: [proposal.id], person: isMine ? null : "me" }
  sendAfterDecisions(item, (key) => callOperation("proposal.assign", { ...body }, { key })).then(
    () => {
      cache.age((one) => one.id === item.id)
      cache.want([item])
      announce(isMine ? "Unassigned" : "Assigned to you")
    },
    (cause: Error) => void announceProblem(`Could not change the assignee: ${cause.message}`),
  )
}

/**
 * Rebases the proposal onto the current entry. Later decisions wait for the rebase. They are based on its
 * result if the person saw the same text.
 */
function rebase({ announce, update }: DetailController, { item, detail, cache }: CurrentProposal) {
  const proposal = item.summary
  if (!(detail?.rebase ? detail.rebase.merged !== null : proposal.mergeable)) return
  announce("Rebasing onto the current entry")
  sendAfterDecisions(item, (key) =>
    callOperation("proposal.rebase", { proposal: proposal.id }, { key }),
  ).then(
    (now) => {
      // A decision in the meantime can only be based on the version the person saw.
      if (detail?.rebase && now.kind === "edit" && now.fullText === detail.rebase.merged) noteRebased(now)
      cache.put(item, now)
      update(itemOf(item.kind, now))
      announce("Rebased onto the current entry")
    },
    (cause: Error) => {
      void announceProblem(`Rebase failed: ${cause.message}`)
      if (cause instanceof RefusedError) cache.age((one) => one.id === item.id)
      cache.want([item])
    },
  )
}

/** Returns why the proposal cannot be approved now, or null if it can. */
function whyNotNow(
  proposal: ProposalSummary,
  detail: ProposalDetail | null,
  mayCurate: boolean,
): string | null {
  if (proposal.state !== "waiting") return ALREADY_DECIDED
  if (detail?.mayNotDecide) return detail.mayNotDecide
  if (!mayCurate) return NO_PERMISSION
  if (detail === null) return "The proposal is still loading. Try again in a moment"
  if (detail.standing === "needs-rebase")
    return detail.rebase?.merged == null
      ? "The entry has changed in the same place, so the proposal cannot be rebased. Edit the proposal"
      : "The entry has changed. Press B to rebase first"
  return detail.hindrance
}

const FLAGS: Partial<Record<FindingKind, string>> = {
  "invisible-character": "has hidden characters",
  "look-alike": "has lookalike letters",
  "instruction-like": "reads like an instruction",
}

/** Returns the warning shown on the first A for a flagged proposal; null if one press is enough. */
export function cautionOf({ flagged, found }: Pick<ProposalSummary, "flagged" | "found">): string | null {
  return flagged
    ? `Flagged: ${found.flatMap((kind) => FLAGS[kind] ?? []).join(", ")}. Press A again to approve`
    : null
}
