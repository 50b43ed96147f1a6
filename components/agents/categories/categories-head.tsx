import { Hand, Network } from "lucide-react"
import { Button } from "@/components/ui/button"
import type { Chip, ChipGroup } from "./agent-chips"
import { taxonomySummary } from "./categories-text"

interface TaxonomyHeadProps {
  groups: readonly ChipGroup[]
  chips: readonly Chip[]
  /** The number of default categories that the team does not have. */
  missing: number
  may: boolean
  isBusy: boolean
  onAddDefaults: () => void
  onNew: () => void
}

/** The number of agents, the legend of the chips, and the buttons that create categories. */
export function TaxonomyHead({
  groups,
  chips,
  missing,
  may,
  isBusy,
  onAddDefaults,
  onNew,
}: TaxonomyHeadProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="text-ink-2">{taxonomySummary(groups)}</p>
      <Legend chips={chips} />
      {may ? (
        <div className="flex flex-wrap gap-2 md:ml-auto">
          {missing > 0 ? (
            <Button size="sm" onClick={onAddDefaults} aria-busy={isBusy || undefined}>
              Add {missing === 1 ? "default category" : "default categories"} ({missing})
            </Button>
          ) : null}
          <Button size="sm" kbd="N" data-new="" onClick={onNew}>
            New category
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function Legend({ chips }: { chips: readonly Chip[] }) {
  return (
    <p aria-hidden className="flex flex-wrap items-center gap-x-3 text-sm text-ink-3">
      {chips.some(({ projects }) => projects.length === 0) ? (
        <span className="rounded-md border border-dashed border-line-strong px-1.5">not seen yet</span>
      ) : null}
      {chips.some((chip) => chip.coordinates) ? (
        <span className="inline-flex items-center gap-1">
          <Network className="icon" /> coordinator
        </span>
      ) : null}
      {chips.some((chip) => chip.byHand) ? (
        <span className="inline-flex items-center gap-1">
          <Hand className="icon" /> assigned manually
        </span>
      ) : null}
    </p>
  )
}
