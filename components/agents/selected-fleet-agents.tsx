"use client"

import { useTransition } from "react"
import { count } from "@/components/data/count"
import { showToast, showErrorToast } from "@/components/data/show-toast"
import type { Selection } from "@/components/data/selection/use-selection"
import type { Placements, TaxonomyActions } from "@/components/agents/categories/categories-types"
import { comparePath } from "@/components/shell/navigation"
import { SelectionBar } from "@/components/ui/bottom-bar"
import { ButtonLink } from "@/components/ui/button"
import { buttonLook } from "@/components/ui/button-look"
import { MenuButton } from "@/components/ui/menu-button"
import type { FleetAgent, FleetCategory } from "./fleet"

export type FleetActions = Pick<TaxonomyActions, "place" | "undo">

interface SelectedFleetAgentsProps {
  team: string
  agents: readonly FleetAgent[]
  categories: readonly FleetCategory[]
  selection: Selection
  actions: FleetActions
}

/** The bulk actions for the selected agents. */
export function SelectedFleetAgents({
  team,
  agents,
  categories,
  selection,
  actions,
}: SelectedFleetAgentsProps) {
  const [isBusy, start] = useTransition()
  const [first, second, ...others] = agents
  const undo = (placements: Placements) =>
    start(async () => {
      const undone = await actions.undo(team, placements)
      void (undone.ok
        ? showToast(`${count(undone.value.back, "agent")} moved back`)
        : showErrorToast(undone.message))
    })
  const move = (category: FleetCategory | null) =>
    start(async () => {
      const chosen = agents.map(({ name, project }) => ({ name, project: project.slug }))
      const moved = await actions.place(team, chosen, category?.slug ?? null)
      if (!moved.ok) return void showErrorToast(moved.message)
      selection.clear()
      const { placed, names } = moved.value
      void showToast(`${count(placed.length, "agent")} moved to ${category?.name ?? "No category"}`, {
        action: { label: "Undo", onClick: () => undo({ placed, names }) },
      })
    })
  return (
    <SelectionBar label="Selected agents" selected={agents.length} onClear={selection.clear}>
      <MenuButton
        side="top"
        className={buttonLook("primary", "sm")}
        groups={[
          {
            label: "Category",
            items: [
              ...categories.map((category) => ({ label: category.name, run: () => move(category) })),
              { label: "No category", run: () => move(null) },
            ],
          },
        ]}
      >
        {isBusy ? "Moving…" : "Set category…"}
      </MenuButton>
      {first && second && others.length === 0 ? (
        <ButtonLink size="sm" href={comparePath(team, { a: addressOf(first), b: addressOf(second) })}>
          Compare
        </ButtonLink>
      ) : null}
    </SelectionBar>
  )
}

const addressOf = ({ name, project }: FleetAgent): string => `${project.slug}/${name}`
