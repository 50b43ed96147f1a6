import type { ReactNode } from "react"
import type { PreviewAsk } from "@/components/proposals/pane"
import type { ProposalPreview, ProposalDetail, ProposalSummary } from "@/components/proposals/proposal-types"
import { call } from "@/components/data/http-client"
import { later } from "@/components/data/preloadable"
import type { DetailProps } from "./detail-controller"
import type { useProposalActions } from "./use-proposal-detail"
import { VerdictBar } from "../bars/verdict-bar"
import { cautionOf } from "../actions/unavailable-reason"

// Loaded lazily: the server renders the first item.
export const LazyProposalPane = later(() =>
  import("@/components/proposals/proposal-pane").then((one) => one.ProposalPane),
)

interface ProposalDeskProps extends DetailProps {
  does: ReturnType<typeof useProposalActions>
  proposal: ProposalSummary
  detail: ProposalDetail | null
  /** Changes when the panel is reset. */
  again: number
  instead: ReactNode
  hrefOf: (id: string) => string
}

/** The selected proposal with its actions. */
export function ProposalDetailPane({
  controller,
  does,
  proposal,
  detail,
  problem,
  now,
  backHref,
  again,
  instead,
  below,
  place,
  some,
  hrefOf,
}: ProposalDeskProps) {
  const { opened, show } = controller
  const mode =
    opened.mode === "keep-both" || opened.mode === "ignore" || opened.mode === "cure" ? "read" : opened.mode
  return (
    <>
      <LazyProposalPane
        key={`${proposal.id}/${again}`}
        instead={instead}
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
        onUndo={() => does.undoDecided(proposal)}
        proposalHref={hrefOf}
      />
      {below}
      {some ? null : (
        <VerdictBar
          proposal={proposal}
          detail={detail}
          mark={controller.mark}
          mode={mode}
          mayCurate={controller.mayCurate}
          place={place}
          isCautioned={opened.said !== null && opened.said === cautionOf(proposal)}
          onApprove={does.approve}
          onMode={does.panel}
          onRebase={does.rebase}
          onWithdraw={does.withdraw}
          onUndo={() => does.undoDecided(proposal)}
          onNext={() => controller.step(1)}
        />
      )}
    </>
  )
}

async function preview(id: string, asked: PreviewAsk, signal: AbortSignal): Promise<ProposalPreview> {
  const body =
    "merge" in asked
      ? { entry: asked.merge, ...(asked.text === undefined ? {} : { text: asked.text }) }
      : { text: asked.text }
  return call("proposal.preview", { proposal: id, ...body }, { signal })
}
