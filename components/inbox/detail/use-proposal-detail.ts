"use client"

import { type Dispatch, useState } from "react"
import type { PanelDecision, PaneMode } from "@/components/proposals/pane"
import type { ProposalDetail, ProposalSummary } from "@/components/proposals/proposal-types"
import { call, Refused } from "@/components/data/http-client"
import type { ProposalDecision } from "../actions/decision"
import type { DetailController } from "./detail-controller"
import type { DetailCache } from "./detail-cache"
import { itemOfProposal } from "../item"
import { proposalAction } from "../actions/proposal-action"
import { isHeldDown } from "../../queue/press-time"
import type { QueueMove } from "../queue"
import { sayProblemHere } from "../actions/announce"
import { outbox } from "@/components/queue/shared-outbox"
import { cautionOf, whyNotNow } from "../actions/unavailable-reason"

interface CurrentProposal {
  /** Null if the current item is not a proposal. The actions then do nothing. */
  readonly proposal: ProposalSummary | null
  readonly detail: ProposalDetail | null
  readonly cache: DetailCache<ProposalDetail>
  readonly move: Dispatch<QueueMove>
}

/** Returns the actions on the current proposal. */
export function useProposalActions(controller: DetailController, current: CurrentProposal) {
  const { proposal, detail } = current
  const { mayCurate, mark, opened, say } = controller
  const [rebased] = useState(() => new Map<string, ProposalDetail>())
  const shownOf = (one: ProposalSummary, seen?: string) => rebased.get(one.id)?.shown ?? seen ?? one.shown
  const decideOne = (decision: ProposalDecision, shown?: string) => {
    if (!proposal) return
    const options = {
      proposals: [proposal],
      decision,
      shownOf: (one: ProposalSummary) => shownOf(one, shown),
    }
    controller.decide(proposalAction(options))
  }
  return {
    decideOne,
    shownOf,
    approve() {
      if (!proposal) return
      if (mark?.kind === "struck") return controller.step(1)
      const why = whyNotNow(proposal, detail, mayCurate)
      if (why) return say(why)
      const caution = cautionOf(proposal)
      // A held-down key does not count as a second press.
      if (caution !== null && (opened.said !== caution || isHeldDown())) return say(caution)
      decideOne({ verdict: "approve" }, detail?.shown)
    },
    panel(mode: PaneMode) {
      if (!proposal || proposal.state !== "waiting") return
      if (mark?.kind === "struck") return controller.step(1)
      if (mode === "snooze" && proposal.snoozedUntil) return decideOne({ verdict: "snooze", until: null })
      if (mode !== "snooze" && !mayCurate) return say(whyNotNow(proposal, detail, mayCurate))
      controller.toggle(mode)
    },
    onPanelDecision({ shown, ...decision }: PanelDecision & { shown?: string }) {
      decideOne(decision, decision.verdict === "reject" ? (detail?.shown ?? shown) : shown)
    },
    withdraw() {
      if (proposal?.own && proposal.state === "waiting") decideOne({ verdict: "withdraw" })
    },
    undoDecided(one: ProposalSummary) {
      controller.takeBack(itemOfProposal(one), (key) => call("proposal.undo", { proposal: one.id }, { key }))
    },
    assign: () => assign(controller, current),
    rebase: () => rebase(controller, current, (now) => rebased.set(now.id, now)),
  }
}

/** Sends a change of the proposal, after the decisions on its file. */
const post = <Answer>(proposal: ProposalSummary, send: (key: string) => Promise<Answer>) =>
  outbox.post({ lanes: [itemOfProposal(proposal).group], ids: [], send }).answer

/** Assigns the proposal to the person. If it is assigned to them already, removes the assignment. */
function assign({ mayCurate, waits, me, announce }: DetailController, { proposal, cache }: CurrentProposal) {
  if (!proposal || !mayCurate || !waits) return
  const isMine = proposal.assignee?.id === me
  const body = { proposals: [proposal.id], person: isMine ? null : "me" }
  post(proposal, (key) => call("proposal.assign", { ...body }, { key })).then(
    () => {
      cache.age((one) => one.id === proposal.id)
      cache.want([proposal.id])
      announce(isMine ? "Unassigned" : "Assigned to you")
    },
    (cause: Error) => void sayProblemHere(`The assignee was not changed: ${cause.message}`),
  )
}

/**
 * Rebases onto the current entry. Decisions are queued after it. `onRebased` gets the result if it is what the
 * person saw, so that these decisions are based on it.
 */
function rebase(
  { announce }: DetailController,
  { proposal, detail, cache, move }: CurrentProposal,
  onRebased: (now: ProposalDetail) => void,
) {
  if (!proposal || !(detail?.rebase ? detail.rebase.merged !== null : proposal.mergeable)) return
  announce("Rebasing onto the current entry")
  post(proposal, (key) => call("proposal.rebase", { proposal: proposal.id }, { key })).then(
    (now) => {
      // A decision in the meantime can only be based on the version the person saw.
      if (detail?.rebase && now.kind === "edit" && now.fullText === detail.rebase.merged) onRebased(now)
      cache.put(now)
      move({ do: "update", item: itemOfProposal(now) })
      announce("Rebased onto the current entry")
    },
    (cause: Error) => {
      void sayProblemHere(`Rebase failed: ${cause.message}`)
      if (cause instanceof Refused) cache.age((one) => one.id === proposal.id)
      cache.want([proposal.id])
    },
  )
}
