import type { KeyBinding } from "./keyboard-shortcuts"
import type { Selection } from "./use-selection"

interface SelectBoxProps {
  /** The name of the row. */
  name: string
  checked: boolean
  onToggle: () => void
}

/**
 * The checkbox of a row, at its left edge. The row must be `relative`, and its first cell must have the class
 * `SELECTABLE`.
 */
export function SelectBox({ name, checked, onToggle }: SelectBoxProps) {
  return (
    <input
      type="checkbox"
      data-select
      aria-label={`Select ${name}`}
      checked={checked}
      onChange={onToggle}
      className="absolute top-2.5 left-3 z-10 size-3.5 accent-accent"
    />
  )
}

/** Class of a cell that makes room for the checkbox. */
export const SELECTABLE = "pl-9"

/**
 * Returns the keys that select rows, as in the inbox. `row`: noun for a row. Each row has its ID in
 * `data-row`.
 */
export function selectionKeys(row: string, selection: Selection): KeyBinding[] {
  return [
    {
      keys: "x",
      does: `Select or deselect the ${row}`,
      run: () => {
        const id = document.activeElement?.closest<HTMLElement>("[data-row]")?.dataset.row
        if (id) selection.toggle(id)
      },
    },
    { keys: "X", does: "Select or deselect all", run: selection.toggleAll },
    { keys: "Escape", does: "Clear selection", run: selection.clear },
  ]
}
