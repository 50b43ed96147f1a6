"use client"

import { ReasonPanel } from "@/components/queue/panel-form"

/** The panel that asks why a seed plan is discarded: one key for a common reason, or free text. */
export function DropPanel({ onDrop, onLeave }: { onDrop: (reason: string) => void; onLeave: () => void }) {
  return (
    <ReasonPanel title="Discard plan because…" choices={DROP_REASONS} onReason={onDrop} onLeave={onLeave} />
  )
}

/** Common reasons for discarding a plan. */
const DROP_REASONS: readonly { readonly key: string; readonly words: string }[] = [
  "Agent should start fresh",
  "Wrong predecessors",
  "Predecessors’ memory is not good enough",
  "Agent no longer needed",
].map((words, place) => ({ key: String(place + 1), words }))
