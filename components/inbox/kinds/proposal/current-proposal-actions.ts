import type { PanelDecision, PaneMode } from "@/components/proposals/proposal-pane-props"
import type { ProposalDetail, ProposalSummary } from "@/components/proposals/proposal-types"
import { callOperation, RefusedError } from "@/components/data/http-client"
import { isHeldDown } from "@/components/queue/press-time"
import { outbox } from "@/components/queue/shared-outbox"
import { announceProblem } from "../../actions/announce"
import type { DetailCache } from "../../detail/detail-cache"
import type { DetailController } from "../../detail/detail-controller"
import { type InboxItem, itemOf } from "../../item"
import { proposalAction } from "./proposal-action"
import type { ProposalDecision } from "./proposal-decision"
import { noteRebased, shownVersion } from "./shown-version"
import { cautionOf, whyNotNow } from "./cannot-approve-reasons"

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

/** Sends a change of the proposal, after the decisions on its file. */
const post = <Answer>(item: InboxItem, send: (key: string) => Promise<Answer>) =>
  outbox.post({ lanes: [item.group], ids: [], send }).answer

/**
 * Assigns the proposal to the current user, or removes the assignment if the proposal is already assigned to
 * this user.
 */
function assign({ mayCurate, waits, me, announce }: DetailController, { item, cache }: CurrentProposal) {
  if (!mayCurate || !waits) return
  const proposal = item.summary
  const isMine = proposal.assignee?.id === me
  const body = { proposals: [proposal.id], person: isMine ? null : "me" }
  post(item, (key) => callOperation("proposal.assign", { ...body }, { key })).then(
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
  post(item, (key) => callOperation("proposal.rebase", { proposal: proposal.id }, { key })).then(
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
