import type { ReactNode } from "react"
import type { PreviewAsk } from "@/components/proposals/pane"
import type { Preview, ProposalDetail, ProposalSummary } from "@/components/proposals/proposal-types"
import { askServer } from "@/components/data/http-client"
import { later } from "@/components/data/preloadable"
import type { AtDesk } from "./detail-controller"
import type { useProposalDesk } from "./use-proposal-detail"
import { VerdictBar } from "../bars/verdict-bar"
import { cautionOf } from "../actions/unavailable-reason"

// Loaded lazily: the server renders the first item.
export const ProposalPane = later(() =>
  import("@/components/proposals/proposal-pane").then((one) => one.ProposalPane),
)

interface ProposalDeskProps extends AtDesk {
  does: ReturnType<typeof useProposalDesk>
  proposal: ProposalSummary
  detail: ProposalDetail | null
  /** Changes when the panel is reset. */
  again: number
  instead: ReactNode
  hrefOf: (id: string) => string
}

/** The selected proposal with its actions. */
export function ProposalDesk({
  desk,
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
  const { opened, show } = desk
  const mode =
    opened.mode === "keep-both" || opened.mode === "ignore" || opened.mode === "cure" ? "read" : opened.mode
  return (
    <>
      <ProposalPane
        key={`${proposal.id}/${again}`}
        instead={instead}
        team={desk.team}
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
          mark={desk.mark}
          mode={mode}
          mayCurate={desk.mayCurate}
          place={place}
          isCautioned={opened.said !== null && opened.said === cautionOf(proposal)}
          onApprove={does.approve}
          onMode={does.panel}
          onRebase={does.rebase}
          onWithdraw={does.withdraw}
          onUndo={() => does.undoDecided(proposal)}
          onNext={() => desk.step(1)}
        />
      )}
    </>
  )
}

async function preview(id: string, asked: PreviewAsk, signal: AbortSignal): Promise<Preview> {
  const body =
    "merge" in asked
      ? { entry: asked.merge, ...(asked.text === undefined ? {} : { text: asked.text }) }
      : { text: asked.text }
  return askServer<Preview>(`/proposals/${id}/preview`, { method: "POST", body, signal })
}
