"use client"

import { ReasonPanel } from "@/components/proposals/panels/reason-panel"
import { DROP_REASONS } from "./waiting-seed-text"

/** Why a seed plan is dropped: one key for a usual reason, or words of one's own. */
export function DropPanel({ onDrop, onLeave }: { onDrop: (reason: string) => void; onLeave: () => void }) {
  return (
    <ReasonPanel
      title="Drop the plan, because…"
      choices={DROP_REASONS}
      placeholder="In your own words"
      onReason={onDrop}
      onLeave={onLeave}
    />
  )
}
