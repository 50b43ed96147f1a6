"use client"

import { ReasonPanel } from "@/components/queue/reason-panel"
import { WHOLE_REASONS } from "./synthesis-inbox-text"

/** The panel that asks why a synthesis is rejected: one key for a common reason, or free text. */
export function RejectWholePanel({
  onReject,
  onLeave,
}: {
  onReject: (reason: string) => void
  onLeave: () => void
}) {
  return (
    <ReasonPanel
      title="Reject all claims because…"
      choices={WHOLE_REASONS}
      placeholder="Add a reason (shown to external coaches)"
      onReason={onReject}
      onLeave={onLeave}
    />
  )
}
