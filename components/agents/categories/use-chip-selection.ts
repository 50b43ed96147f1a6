"use client"

import { useEffect, useRef, useState } from "react"
import { chipAt, focusedChip } from "./chip-focus"
import type { Chip } from "./agent-chips"

interface ChipSelectionOptions {
  /** All chips in reading order. */
  readonly chips: readonly Chip[]
  readonly may: boolean
  readonly move: (chips: readonly Chip[], to: string | null) => void
}

/** Returns the current chip and the selected ones. After a move, the next chip that stays gets the focus. */
export function useChipSelection({ chips, may, move }: ChipSelectionOptions) {
  const [at, setAt] = useState<string | null>(null)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const focusOn = useRef<string | null>(null)
  useEffect(() => {
    if (focusOn.current === null) return
    chipAt(focusOn.current)?.focus()
    focusOn.current = null
  })
  return {
    current: chips.find(({ id }) => id === at) ?? chips[0],
    /** Returns the chip that a key applies to: the focused one, even if it got the focus before hydration. */
    focused: () => chips.find(({ id }) => id === (focusedChip() ?? at)),
    selected,
    picked: chips.filter(({ id }) => selected.has(id)),
    goTo: setAt,
    toggle: (id: string) => {
      if (!may) return
      setSelected((before) =>
        before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
      )
    },
    clear: () => setSelected(new Set()),
    send: (moving: readonly Chip[], to: string | null) => {
      const ids = new Set(moving.map(({ id }) => id))
      const order = chips.map(({ id }) => id)
      const last = order.findLastIndex((id) => ids.has(id))
      focusOn.current =
        order.slice(last + 1).find((id) => !ids.has(id)) ?? order.findLast((id) => !ids.has(id)) ?? null
      setAt(focusOn.current)
      setSelected(new Set())
      move(moving, to)
    },
  }
}
