import type { KeyBinding } from "../keys"
import type { Selection } from "./use-selection"

interface SelectBoxProps {
  /** The name of the row. */
  name: string
  checked: boolean
  onToggle: () => void
}

/** The checkbox of a row, at its left edge. The row is `relative` and its first cell has `SELECTABLE`. */
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

/** Makes room for the checkbox. */
export const SELECTABLE = "pl-9"

/** Returns the keys that select rows, as in the inbox. `row`: the name of a row. A row has its id as `data-row`. */
export function selectionKeys(row: string, selection: Selection): KeyBinding[] {
  return [
    {
      keys: "x",
      does: `Select or deselect ${row}`,
      run: () => {
        const id = document.activeElement?.closest<HTMLElement>("[data-row]")?.dataset.row
        if (id) selection.toggle(id)
      },
    },
    { keys: "X", does: "Select or deselect all", run: selection.toggleAll },
    { keys: "Escape", does: "Clear selection", run: selection.clear },
  ]
}
