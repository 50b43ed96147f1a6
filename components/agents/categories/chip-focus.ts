import type { KeyboardEvent } from "react"
import { neighbour } from "./agent-chips"

type ArrowKey = Parameters<typeof neighbour>[2]

const ARROWS: readonly ArrowKey[] = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]
const isArrow = (key: string): key is ArrowKey => ARROWS.some((one) => one === key)

/** Returns the ID of the focused chip, or null. */
export const focusedChip = (): string | null =>
  document.activeElement instanceof HTMLElement ? (document.activeElement.dataset.chip ?? null) : null

export const chipAt = (id: string) => document.querySelector<HTMLElement>(`[data-chip="${CSS.escape(id)}"]`)

/** Focuses the chip that an arrow key leads to from the focused one. */
export function focusNeighbour(key: ArrowKey): void {
  const places = [...document.querySelectorAll<HTMLElement>("main [data-chip]")].map((chip) => ({
    id: chip.dataset.chip ?? "",
    x: chip.getBoundingClientRect().x,
    y: chip.getBoundingClientRect().y,
  }))
  const next = neighbour(places, focusedChip(), key)
  if (next !== null) chipAt(next)?.focus()
}

/** Handles arrow keys on chips only. Elsewhere the arrow keys scroll the page or move a text cursor. */
export function handleArrows(event: KeyboardEvent): void {
  const isOnChip = event.target instanceof HTMLElement && event.target.dataset.chip !== undefined
  if (!isArrow(event.key) || !isOnChip) return
  event.preventDefault()
  focusNeighbour(event.key)
}
