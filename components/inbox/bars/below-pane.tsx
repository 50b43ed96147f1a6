import { Button } from "@/components/ui/button"

interface BelowPaneProps {
  /** Words were put back that had been written before. */
  isDraft: boolean
  onStartOver: () => void
  /** Why a key did nothing. */
  said: string | null
}

/** What is said between the item and what one decides with. */
export function BelowPane({ isDraft, onStartOver, said }: BelowPaneProps) {
  return (
    <>
      {isDraft ? (
        <output className="flex items-center gap-2 border-t border-line px-4 py-1.5 text-sm text-ink-2 md:px-7">
          Draft kept
          <Button size="sm" variant="quiet" onClick={onStartOver}>
            Start over
          </Button>
        </output>
      ) : null}
      {said ? <output className="border-t border-line px-4 py-2 text-ink-2 md:px-7">{said}</output> : null}
    </>
  )
}
