"use client"

import { useEffect, useOptimistic, useRef, useState, useTransition } from "react"
import { showToast, showErrorToast } from "@/components/data/show-toast"
import { count } from "@/components/data/count"
import { agentsOf, type Chip, type ChipGroup, chipGroups, moveChips } from "./agent-chips"
import type {
  ListedCategory,
  MoveResult,
  Placements,
  TaxonomyActions,
  UnplacedAgent,
} from "./categories-types"
import { movedWords } from "./categories-text"

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
        if (made.ok) void showToast(`${count(made.value.made.length, "category", "categories")} created.`)
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
  const moved = count(back, "agent")
  return left.length > 0
    ? `${moved} moved back. Not moved back because they have changed since then: ${left.slice(0, 3).join(", ")}.`
    : `Undone: ${moved} moved back.`
}

const assignedWords = ({ placed }: Placements) =>
  `${count(placed.length, "agent")} assigned based on member lists and rules.`

/** Returns the placements with the names of the categories in place of their slugs. */
const withNames = (value: Placements, nameOf: (slug: string | null) => string | null): Placements => ({
  ...value,
  names: value.names.map((one) => ({ ...one, from: nameOf(one.from) })),
})
