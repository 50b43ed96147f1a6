"use client"

import { Button } from "@/components/ui/button"

interface BelowPaneProps {
  /** True if an unsent draft was restored. */
  isDraft: boolean
  onStartOver: () => void
  /** Reason why a key had no effect, or null. */
  said: string | null
}

/** Messages between the item and its action bar. */
export function BelowPane({ isDraft, onStartOver, said }: BelowPaneProps) {
  return (
    <>
      {isDraft ? (
        <output className="flex items-center gap-2 border-t border-line px-4 py-1.5 text-sm text-ink-2 md:px-7">
          Draft saved
          <Button size="sm" variant="quiet" onClick={onStartOver}>
            Start over
          </Button>
        </output>
      ) : null}
      {said ? <output className="border-t border-line px-4 py-2 text-ink-2 md:px-7">{said}</output> : null}
    </>
  )
}
