"use client"

import { ReasonPanel } from "@/components/queue/panel-form"
import { DROP_REASONS } from "./seed-inbox-text"

/** The panel that asks why a seed plan is discarded: one key for a common reason, or free text. */
export function DropPanel({ onDrop, onLeave }: { onDrop: (reason: string) => void; onLeave: () => void }) {
  return (
    <ReasonPanel
      title="Discard plan because…"
      choices={DROP_REASONS}
      placeholder="Add a reason"
      onReason={onDrop}
      onLeave={onLeave}
    />
  )
}
