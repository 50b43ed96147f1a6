"use client"

import { callOperation } from "@/components/data/http-client"
import type {
  PreviewRequest,
  ProposalDetail,
  ProposalPreview,
  ProposalSummary,
} from "@/components/proposals/proposal-types"
import { preloadable } from "@/components/data/preloadable"
import { WithKeys } from "@/components/queue/keyed-button"
import { barMode } from "../../item-action-bar"
import { useDetailKeys } from "../../use-detail-controller"
import type { ItemPaneProps } from "../../item-kind"
import { proposalActions, VerdictBar, cautionOf } from "./proposal-action-bar"
import { proposalKeys } from "./proposal-keys"

// Loaded after the action bar, which works before.
const ProposalPane = preloadable(() =>
  import("@/components/proposals/proposal-pane").then((one) => one.ProposalPane),
)
void ProposalPane.fetch()

/** The selected proposal with its actions. */
export function ProposalDetailPane(props: ItemPaneProps<ProposalSummary, ProposalDetail>) {
  const { controller, item, detail, problem, cache, now, backHref, below, place } = props
  const { some, deaf, still, discussion, hrefOf } = props
  const { opened, show } = controller
  const proposal = item.summary
  const mode =
    opened.mode === "keep-both" ||
    opened.mode === "ignore" ||
    opened.mode === "cure" ||
    opened.mode === "assign-to"
      ? "read"
      : opened.mode
  const does = proposalActions(controller, { item, detail, cache })
  const keys = proposalKeys(controller.waits)
  useDetailKeys("Proposal", { controller, some, deaf }, keys, {
    approve: does.approve,
    edit: () => does.panel("edit"),
    merge: () => does.panel("merge"),
    reject: () => does.panel("reject"),
    snooze: () => does.panel("snooze"),
    rebase: does.rebase,
    assign: does.assign,
    withdraw: does.withdraw,
    undo: does.undo,
  })
  return (
    <WithKeys keys={keys}>
      <ProposalPane
        instead={still}
        team={controller.team}
        proposal={proposal}
        detail={detail}
        problem={problem}
        now={now}
        backHref={backHref}
        mode={mode}
        onMode={(next) => show({ mode: next })}
        mergeWith={opened.mergeWith}
        onMerge={(mergeWith) => show({ mode: "merge", mergeWith })}
        onPreview={(asked, signal) => preview(proposal.id, asked, signal)}
        onDecide={does.onPanelDecision}
        onRebase={does.rebase}
        onUndo={does.undo}
        proposalHref={hrefOf}
        discussion={discussion}
      />
      {below}
      {some ? null : (
        <VerdictBar
          proposal={proposal}
          detail={detail}
          mark={controller.mark}
          mode={barMode(opened.mode, mode)}
          mayCurate={controller.mayCurate}
          place={place}
          isCautioned={opened.said !== null && opened.said === cautionOf(proposal)}
          onApprove={does.approve}
          onMode={does.panel}
          onRebase={does.rebase}
          onWithdraw={does.withdraw}
          onUndo={does.undo}
          onNext={() => controller.step(1)}
        />
      )}
    </WithKeys>
  )
}

async function preview(id: string, asked: PreviewRequest, signal: AbortSignal): Promise<ProposalPreview> {
  const body =
    "merge" in asked
      ? { entry: asked.merge, ...(asked.text === undefined ? {} : { text: asked.text }) }
      : { text: asked.text }
  return callOperation("proposal.preview", { proposal: id, ...body }, { signal })
}
