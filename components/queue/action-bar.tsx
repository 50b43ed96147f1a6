"use client"

import { Button } from "@/components/ui/button"
import { Kbd } from "@/components/ui/kbd"

export interface Keyed {
  /** The action in the table of keys of the pane. */
  action?: string
  /** The key, for a button without a table. */
  kbd?: string
}

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

/** "1 of 23", with the keys for next and previous. */
export function PlaceInList({ place, of }: { place: number; of: number }) {
  return (
    <span className="ml-auto flex items-center gap-1 text-ink-3 tabular-nums">
      <span className="mr-1 whitespace-nowrap">
        <span className="sr-only">Item </span>
        {place.toLocaleString("en")} of {of.toLocaleString("en")}
      </span>
      <span className="flex gap-1 max-md:hidden">
        <Kbd hidden>J</Kbd>
        <Kbd hidden>K</Kbd>
      </span>
    </span>
  )
}
