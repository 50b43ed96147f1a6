"use client"

import { ReasonPanel } from "@/components/proposals/panels/reason-panel"
import { WHOLE_REASONS } from "./waiting-synthesis-text"

/** Why a synthesis is rejected as a whole: one key for a usual reason, or words of one's own. */
export function RejectWholePanel({
  onReject,
  onLeave,
}: {
  onReject: (reason: string) => void
  onLeave: () => void
}) {
  return (
    <ReasonPanel
      title="Reject the whole of it, because…"
      choices={WHOLE_REASONS}
      placeholder="In your own words: an outside coach reads them"
      onReason={onReject}
      onLeave={onLeave}
    />
  )
}
