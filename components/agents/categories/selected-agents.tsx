import { Button } from "@/components/ui/button"
import { SelectionBar } from "@/components/ui/bottom-bar"
import type { Chip } from "./agent-chips"

interface SelectedAgentsProps {
  picked: readonly Chip[]
  onMove: () => void
  onOpen: (chip: Chip) => void
  onClear: () => void
}

/** Actions on the selected agents. */
export function SelectedAgents({ picked, onMove, onOpen, onClear }: SelectedAgentsProps) {
  const [first, ...others] = picked
  return (
    <SelectionBar label="Selected agents" selected={picked.length} onClear={onClear}>
      <Button size="sm" variant="primary" kbd="M" onClick={onMove}>
        Move to…
      </Button>
      {first && others.length === 0 && first.projects.length > 0 ? (
        <Button size="sm" kbd="O" onClick={() => onOpen(first)}>
          Open
        </Button>
      ) : null}
    </SelectionBar>
  )
}
