import { Button } from "@/components/ui/button"
import type { Chip } from "./chips"

interface SelectionBarProps {
  picked: readonly Chip[]
  onMove: () => void
  onOpen: (chip: Chip) => void
  onClear: () => void
}

/** What can be done with the selected agents. Nothing without a selection. */
export function SelectionBar({ picked, onMove, onOpen, onClear }: SelectionBarProps) {
  const [first, ...others] = picked
  if (!first) return null
  return (
    <div
      role="toolbar"
      aria-label="Selected agents"
      className="fixed inset-x-3 bottom-3 z-30 mx-auto flex w-fit max-w-full flex-wrap items-center gap-2 rounded-lg border border-line bg-surface px-3 py-2 shadow-float"
    >
      <span className="font-medium tabular-nums">{picked.length} selected</span>
      <Button size="sm" variant="primary" kbd="M" onClick={onMove}>
        Move to…
      </Button>
      {others.length === 0 && first.projects.length > 0 ? (
        <Button size="sm" kbd="O" onClick={() => onOpen(first)}>
          Open
        </Button>
      ) : null}
      <Button size="sm" variant="quiet" kbd="Esc" onClick={onClear}>
        Clear selection
      </Button>
    </div>
  )
}
