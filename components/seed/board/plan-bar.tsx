import type { ReactNode } from "react"
import { KeyedButton } from "@/components/queue/keyed-button"
import { Button } from "@/components/ui/button"

interface PlanBarProps {
  /** The label of the apply button. */
  words: string
  /** The reason why the plan cannot be applied; null if it can. */
  hindrance: string | null
  mayDecide: boolean
  isBusy: boolean
  mayUndo: boolean
  chosen: number
  place: ReactNode
  onApply: () => void
  onUndo: () => void
  onDrop: () => void
  onNone: () => void
}

/** The decision bar: apply, undo a move, discard. */
export function PlanBar({
  words,
  hindrance,
  mayDecide,
  isBusy,
  mayUndo,
  chosen,
  place,
  onApply,
  onUndo,
  onDrop,
  onNone,
}: PlanBarProps) {
  return (
    <section
      aria-label="Decision"
      className="flex flex-wrap items-center gap-2 border-t border-line bg-ground px-4 py-2.5 max-lg:sticky max-lg:bottom-0 max-lg:z-20"
    >
      {mayDecide ? (
        <KeyedButton
          kbd="A"
          variant="primary"
          wraps
          disabled={hindrance !== null}
          title={hindrance ?? undefined}
          aria-busy={isBusy || undefined}
          onClick={onApply}
          className="min-w-0 shrink! max-md:basis-full"
        >
          <span>{words}</span>
        </KeyedButton>
      ) : null}
      {mayUndo ? (
        <KeyedButton kbd="U" onClick={onUndo} className="max-md:flex-1">
          Undo move
        </KeyedButton>
      ) : null}
      {mayDecide ? (
        <KeyedButton
          kbd="R"
          variant="quiet"
          onClick={onDrop}
          className="max-md:flex-1"
          title="Discarding does not change memory, and you can undo it."
        >
          Discard plan
        </KeyedButton>
      ) : null}
      {hindrance === null ? null : <span className="min-w-0 flex-1 basis-40 text-ink-2">{hindrance}</span>}
      {chosen > 0 ? (
        <span className="flex items-center gap-2 font-medium">
          {chosen} selected. Press a digit to move the selection.
          <Button size="sm" variant="quiet" kbd="Esc" aria-keyshortcuts="Escape" onClick={onNone}>
            Clear selection
          </Button>
        </span>
      ) : null}
      <span className="ml-auto flex max-md:hidden">{place}</span>
    </section>
  )
}
