"use client"

import { type ComponentProps, type DragEvent, useRef, useState } from "react"
import type { Chip } from "./agent-chips"

interface ChipDraggingOptions {
  readonly chips: readonly Chip[]
  readonly selected: ReadonlySet<string>
  readonly may: boolean
  readonly onDrop: (chips: readonly Chip[], to: string | null) => void
}

export type DropHandlers = Pick<ComponentProps<"section">, "onDragOver" | "onDragLeave" | "onDrop">

/**
 * Returns the handlers of dragged chips. `over`: the category under the pointer (a slug, or null for no
 * category), or undefined outside all categories. A selected chip is dragged with the whole selection.
 */
export function useChipDragging({ chips, selected, may, onDrop }: ChipDraggingOptions) {
  const [over, setOver] = useState<string | null | undefined>()
  const dragged = useRef<ReadonlySet<string>>(new Set())
  const draggedChips = () => chips.filter(({ id }) => dragged.current.has(id))
  return {
    over,
    onDrag: (event: DragEvent, id: string) => {
      dragged.current = selected.has(id) ? selected : new Set([id])
      const names = draggedChips().map(({ name }) => name)
      event.dataTransfer.setData("text/plain", names.join("\n"))
      event.dataTransfer.effectAllowed = "move"
    },
    onDragEnd: () => {
      dragged.current = new Set()
      setOver(undefined)
    },
    /** Returns the handlers of a category. `slug`: null for no category. */
    dropOn: (slug: string | null): DropHandlers => {
      if (!may) return {}
      return {
        onDragOver: (event) => {
          if (dragged.current.size === 0) return
          event.preventDefault()
          event.dataTransfer.dropEffect = "move"
          setOver(slug)
        },
        onDragLeave: (event) =>
          event.currentTarget.contains(event.relatedTarget as Node | null) ? undefined : setOver(undefined),
        onDrop: (event) => {
          if (dragged.current.size === 0) return
          event.preventDefault()
          setOver(undefined)
          onDrop(draggedChips(), slug)
          dragged.current = new Set()
        },
      }
    },
  }
}
