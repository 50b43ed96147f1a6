import { Check, Hand, Network } from "lucide-react"
import { memo } from "react"
import { count } from "@/components/data/count"
import type { Chip } from "./agent-chips"

interface AgentChipProps {
  chip: Chip
  isCurrent: boolean
  isChosen: boolean
  mayMove: boolean
  onGo: (id: string) => void
  onChoose: (id: string) => void
  onDrag: (event: React.DragEvent, id: string) => void
  onDragEnd: () => void
}

/** An agent name in a category: solid if the agent exists, outlined if not yet. */
export const AgentChip = memo(function AgentChip({
  chip,
  isCurrent,
  isChosen,
  mayMove,
  onGo,
  onChoose,
  onDrag,
  onDragEnd,
}: AgentChipProps) {
  const { id, name, entries, projects, byHand, coordinates } = chip
  const there = projects.length > 0
  const entriesWords = count(entries, "entry", "entries")
  const facts = factsOf(chip, entriesWords)
  return (
    <button
      type="button"
      data-chip={id}
      tabIndex={isCurrent ? 0 : -1}
      aria-pressed={mayMove ? isChosen : undefined}
      title={[...facts, ...(projects.length > 0 ? [projects.join(", ")] : [])].join(" · ")}
      draggable={mayMove}
      onFocus={() => onGo(id)}
      onClick={() => onChoose(id)}
      onDragStart={(event) => onDrag(event, id)}
      onDragEnd={onDragEnd}
      className={`inline-flex h-6 max-w-full items-center gap-1.5 rounded-md border px-1.75 text-sm ${mayMove ? "cursor-grab" : "cursor-default"} ${isChosen ? CHIP_LOOK.chosen : CHIP_LOOK[there ? "seen" : "unseen"]}`}
    >
      <ChipIcon isChosen={isChosen} coordinates={coordinates} />
      <span className="truncate">{name}</span>
      {there ? (
        <span className="text-ink-3 tabular-nums">
          <span className="sr-only">, </span>
          {entries.toLocaleString("en")}
          <span className="sr-only">{entries === 1 ? " entry" : " entries"}</span>
        </span>
      ) : null}
      {projects.length > 1 ? (
        <span className="text-ink-3 tabular-nums" aria-hidden>
          ×{projects.length}
        </span>
      ) : null}
      <span className="sr-only">
        {facts.filter((fact) => fact !== entriesWords).map((fact) => `, ${fact}`)}
      </span>
      {byHand ? <Hand className="icon text-ink-3" aria-hidden /> : null}
    </button>
  )
})

const CHIP_LOOK = {
  chosen: "border-accent bg-accent-wash text-ink",
  seen: "border-line-strong bg-surface text-ink hover:border-ink-3",
  unseen: "border-dashed border-line-strong text-ink-3 hover:border-ink-3",
} as const

function ChipIcon({ isChosen, coordinates }: { isChosen: boolean; coordinates: boolean }) {
  if (isChosen) return <Check className="icon text-accent" aria-hidden />
  return coordinates ? <Network className="icon text-ink-3" aria-hidden /> : null
}

function factsOf({ coordinates, projects, byHand }: Chip, entriesWords: string): readonly string[] {
  return [
    ...(coordinates ? ["coordinator"] : []),
    projects.length > 0 ? entriesWords : "not seen yet",
    ...(projects.length > 1 ? [`in ${projects.length} projects`] : []),
    ...(byHand ? ["assigned manually"] : []),
  ]
}
