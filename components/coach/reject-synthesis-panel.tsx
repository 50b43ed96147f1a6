"use client"

import { ReasonPanel } from "@/components/queue/panel-form"

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
      effect="External coaches see the reason."
      onReason={onReject}
      onLeave={onLeave}
    />
  )
}

/** Common reasons for rejecting a synthesis. */
const WHOLE_REASONS: readonly { readonly key: string; readonly words: string }[] = [
  "Incorrect",
  "Nothing new",
  "Out of date",
  "Not useful",
].map((words, place) => ({ key: String(place + 1), words }))
