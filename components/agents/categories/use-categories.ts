"use client"

import {
  useEffect,
  useOptimistic,
  useRef,
  useState,
  useTransition,
  type KeyboardEvent,
  type ComponentProps,
  type DragEvent,
} from "react"
import { showToast, showErrorToast } from "@/components/data/show-toast"
import { formatCount } from "@/lib/memory/text/sentence"
import {
  agentsOf,
  type Chip,
  type ChipGroup,
  chipGroups,
  moveChips,
  type ListedCategory,
  type MoveResult,
  type Placements,
  type TaxonomyActions,
  type UnplacedAgent,
  movedWords,
  neighbour,
} from "./categories"

interface Setting {
  readonly team: string
  readonly categories: readonly ListedCategory[]
  readonly unplaced: readonly UnplacedAgent[]
  readonly actions: TaxonomyActions
}

/** Returns the groups and the functions that change them. Moves are optimistic and reverted if refused. */
export function useTaxonomy({ team, categories, unplaced, actions }: Setting) {
  const [groups, moveOnPage] = useOptimistic<ChipGroup[], { ids: ReadonlySet<string>; to: string | null }>(
    chipGroups(categories, unplaced),
    (now, { ids, to }) => moveChips(now, ids, to),
  )
  const [isBusy, start] = useTransition()
  const [undoable, setUndoable] = useState<readonly Placements[]>([])
  const nameOf = useCategoryNames(categories)
  const taken = (moved: MoveResult, words: (value: Placements) => string) => {
    if (!moved.ok) return void showErrorToast(moved.message)
    const { placed, names: listed } = moved.value
    if (placed.length + listed.length === 0)
      return void showToast("The agents are already in this category, so none were moved.")
    setUndoable((before) => [...before, { placed, names: listed }])
    void showToast(words(moved.value), {
      action: { label: "Undo", onClick: () => undo({ placed, names: listed }) },
    })
  }
  const undo = (placements: Placements) =>
    start(async () => {
      setUndoable((before) =>
        before.filter((one) => one !== placements && JSON.stringify(one) !== JSON.stringify(placements)),
      )
      const undone = await actions.undo(team, placements)
      if (!undone.ok) return void showErrorToast(undone.message)
      void showToast(undoneWords(undone.value))
    })
  return {
    groups,
    isBusy,
    move: (chips: readonly Chip[], to: string | null) => {
      const moving = chips.filter(
        ({ category, projects }) => category !== to || (to === null && projects.length > 0),
      )
      if (moving.length === 0) return
      start(async () => {
        moveOnPage({ ids: new Set(moving.map(({ id }) => id)), to })
        const placed = await actions.place(team, agentsOf(moving), to)
        taken(placed, (value) => movedWords(withNames(value, nameOf), nameOf(to)))
      })
    },
    apply: () => start(async () => taken(await actions.apply(team), assignedWords)),
    makeDefault: () =>
      start(async () => {
        const made = await actions.makeDefault(team)
        if (made.ok) void showToast(`${formatCount(made.value.made.length, "category")} created.`)
        else void showErrorToast(made.message)
      }),
    undoLast: () => {
      const last = undoable.at(-1)
      if (last) undo(last)
      else void showToast("Nothing to undo.")
    },
  }
}

/**
 * Returns a function that returns the name of a category by its slug; null for null. The function uses the
 * latest names, even after a request.
 */
function useCategoryNames(categories: readonly ListedCategory[]) {
  const names = useRef(new Map<string, string>())
  useEffect(() => {
    names.current = new Map(categories.map(({ slug, name }) => [slug, name]))
  })
  return (slug: string | null) => (slug === null ? null : (names.current.get(slug) ?? slug))
}

function undoneWords({ back, left }: { readonly back: number; readonly left: readonly string[] }): string {
  const moved = formatCount(back, "agent")
  return left.length > 0
    ? `${moved} moved back. Skipped because of later changes: ${left.slice(0, 3).join(", ")}.`
    : `Undone: ${moved} moved back.`
}

const assignedWords = ({ placed }: Placements) =>
  `${formatCount(placed.length, "agent")} assigned based on member lists and rules.`

/** Returns the placements with the names of the categories in place of their slugs. */
const withNames = (value: Placements, nameOf: (slug: string | null) => string | null): Placements => ({
  ...value,
  names: value.names.map((one) => ({ ...one, from: nameOf(one.from) })),
})

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

type ArrowKey = Parameters<typeof neighbour>[2]

const ARROWS: readonly ArrowKey[] = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]
const isArrow = (key: string): key is ArrowKey => ARROWS.some((one) => one === key)

/** Returns the ID of the focused chip, or null. */
const focusedChip = (): string | null =>
  document.activeElement instanceof HTMLElement ? (document.activeElement.dataset.chip ?? null) : null

const chipAt = (id: string) => document.querySelector<HTMLElement>(`[data-chip="${CSS.escape(id)}"]`)

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
