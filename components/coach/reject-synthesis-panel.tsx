"use client"

import { ReasonPanel } from "@/components/queue/panel-form"
import { WHOLE_REASONS } from "./synthesis-text"

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
