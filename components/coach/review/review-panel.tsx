import { RejectWholePanel } from "@/components/coach/inbox/reject-synthesis-panel"
import { ReasonPanel } from "@/components/queue/reason-panel"
import { REJECTION_REASONS } from "@/components/proposals/proposal-text"
import type { ReviewMode } from "./claims/claim-bar"
import { PromotePanel } from "./promote-panel"
import type { PromotionChoice } from "./review-types"

interface ReviewPanelProps {
  mode: ReviewMode
  choices: readonly PromotionChoice[]
  onReject: (reason: string) => void
  onPromote: (choice: PromotionChoice) => void
  onRejectAll: (reason: string) => void
  onLeave: () => void
}

/** The open panel below the claims: a reason, or the memory to promote to. */
export function ReviewPanel({ mode, choices, onReject, onPromote, onRejectAll, onLeave }: ReviewPanelProps) {
  switch (mode) {
    case "reject":
      return (
        <ReasonPanel
          title="Reject because…"
          choices={CLAIM_REASONS}
          placeholder="Add a reason (the coach won’t repeat this claim)"
          onReason={onReject}
          onLeave={onLeave}
        />
      )
    case "promote":
      return <PromotePanel choices={choices} onChoose={onPromote} onLeave={onLeave} />
    case "reject-all":
      return <RejectWholePanel onReject={onRejectAll} onLeave={onLeave} />
    default:
      return null
  }
}

const CLAIM_REASONS = [
  ...REJECTION_REASONS.slice(0, 2).map(({ words }) => words),
  "Not supported by the cited entries",
  "Only temporarily true",
  "Instruction, not knowledge",
].map((words, index) => ({ key: String(index + 1), words }))
