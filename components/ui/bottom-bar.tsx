import type { ReactNode } from "react"
import { Button } from "./button"

/** A sticky bar below a list with the next action. */
export function BottomBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="sticky bottom-0 z-20 flex flex-wrap items-center gap-2 border-t border-line bg-ground px-4 py-2.5"
    >
      {children}
    </section>
  )
}

interface SelectionBarProps {
  /** The name of the toolbar, such as "Selected agents". */
  label: string
  /** The number of selected rows. The bar is hidden without a selection. */
  selected: number
  onClear: () => void
  /** True if the bar stays at the top of the list instead of floating at the bottom of the window. */
  docked?: boolean
  /** The bulk actions. */
  children: ReactNode
}

/** The bulk actions for the selected rows. */
export function SelectionBar({ label, selected, onClear, docked = false, children }: SelectionBarProps) {
  if (selected === 0) return null
  return (
    <div
      role="toolbar"
      aria-label={label}
      className={`flex flex-wrap items-center gap-2 border-line bg-surface ${docked ? "sticky top-0 z-10 border-b px-3.5 py-2" : "fixed inset-x-3 bottom-3 z-30 mx-auto w-fit max-w-full rounded-lg border px-3 py-2 shadow-float"}`}
    >
      <span className="font-medium tabular-nums">{selected.toLocaleString("en")} selected</span>
      {children}
      <Button size="sm" variant="quiet" kbd="Esc" onClick={onClear}>
        Clear selection
      </Button>
    </div>
  )
}
