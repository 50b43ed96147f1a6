"use client"

import dynamic from "next/dynamic"
import { useEffect, useId, useRef, useState } from "react"
import { Hand, Network } from "lucide-react"
import { agentPath } from "@/components/data/addresses"
import { formatCount } from "@/lib/memory/text/sentence"
import { type KeyBinding, useKeys, stepKeys } from "@/components/data/keyboard-shortcuts"
import { Notice } from "@/components/ui/notice"
import { Button } from "@/components/ui/button"
import { SelectionBar } from "@/components/ui/bottom-bar"
import { CategoryForm } from "./category-form"
import { TaxonomyRow, UnassignedAgents, AgentChip } from "./category-rows"
import {
  focusNeighbour,
  handleArrows,
  useChipSelection,
  useTaxonomy,
  useChipDragging,
} from "./use-categories"
import {
  type Chip,
  type ChipGroup,
  suggestionsOf,
  type ListedCategory,
  type TaxonomyActions,
  type UnplacedAgent,
  taxonomySummary,
} from "./categories"

const Chooser = dynamic(() => import("./category-chooser").then((module) => module.Chooser))

interface TaxonomyViewProps {
  team: string
  teamName: string
  categories: readonly ListedCategory[]
  unplaced: readonly UnplacedAgent[]
  /** The number of default categories that the team does not have. */
  missing: number
  may: boolean
  actions: TaxonomyActions
}

/** The value of `editing` while the form of a new category is open. */
const NEW = ""

/** All categories with their agents, and the agents without one. Chips can be dragged, or moved with m. */
export function TaxonomyView(props: TaxonomyViewProps) {
  const { team, teamName, categories, unplaced, missing, may, actions } = props
  const { groups, isBusy, move, apply, makeDefault, undoLast } = useTaxonomy({
    team,
    categories,
    unplaced,
    actions,
  })
  const [moving, setMoving] = useState<readonly Chip[] | null>(null)
  const [editing, setEditing] = useState<string | null>(null)
  useFocusAfterEditing(editing)
  const names = useId()

  const nowhere = groups.at(-1)?.chips ?? []
  const chips = inReadingOrder(groups)
  const selection = useChipSelection({ chips, may, move })
  const { current, focused, picked, selected, send, toggle, clear } = selection
  const { over, onDrag, onDragEnd, dropOn } = useChipDragging({ chips, selected, may, onDrop: send })
  const openChooser = () => {
    const chosen = picked.length > 0 ? picked : [focused() ?? []].flat()
    if (chosen.length > 0) setMoving(chosen)
  }
  const open = (chip: Chip | undefined) => {
    const [project] = chip?.projects ?? []
    if (chip && project !== undefined) window.location.assign(agentPath(team, project, chip.name))
  }
  const editKeys: KeyBinding[] = [
    { keys: "x", does: "Select agent", run: () => [focused() ?? []].flat().forEach(({ id }) => toggle(id)) },
    { keys: "m", does: "Move to another category", run: openChooser },
    { keys: "e", does: "Edit the agent’s category", run: () => setEditing(focused()?.category ?? null) },
    { keys: "n", does: "New category", run: () => setEditing(NEW) },
    { keys: "u", does: "Undo last assignment", run: undoLast },
    { keys: "Escape", does: "Clear selection", run: clear },
  ]
  useKeys("Categories", [
    ...stepKeys({ row: "agent", step: (by) => focusNeighbour(by > 0 ? "ArrowRight" : "ArrowLeft") }),
    { keys: "↑ ↓ ← →", does: "Go to the agent above, below, left or right" },
    { keys: "o", does: "Open agent", run: () => open(focused()) },
    ...(may ? editKeys : []),
  ])
  const drawn = (chip: Chip) => (
    <AgentChip
      chip={chip}
      isCurrent={chip.id === current?.id}
      isChosen={selected.has(chip.id)}
      mayMove={may}
      onGo={selection.goTo}
      onChoose={toggle}
      onDrag={onDrag}
      onDragEnd={onDragEnd}
    />
  )
  const formOf = (category: ListedCategory | null) => (
    <CategoryForm {...{ team, category, names, actions }} onClose={() => setEditing(null)} />
  )
  const nameOf = (slug: string | null) => categories.find((one) => one.slug === slug)?.name ?? slug ?? ""

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the arrow keys of the chips inside
    <div
      onKeyDown={handleArrows}
      className={`grid grid-cols-1 gap-3 p-4 ${picked.length > 0 ? "pb-20" : ""}`}
    >
      <datalist id={names}>
        {[...new Set(chips.map(({ name }) => name))].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <TaxonomyHead
        {...{ groups, chips, missing, may, isBusy }}
        onAddDefaults={makeDefault}
        onNew={() => setEditing(NEW)}
      />
      {may ? null : (
        <Notice>
          Only leads and owners of {teamName} can assign agents to categories. Ask one of them to make
          changes.
        </Notice>
      )}
      {editing === NEW ? (
        <div className="rounded-lg border border-line bg-surface p-3">{formOf(null)}</div>
      ) : null}
      <UnassignedAgents
        chips={nowhere}
        may={may}
        isOver={over === null}
        drop={dropOn(null)}
        nameOf={nameOf}
        drawn={drawn}
        onAssign={apply}
      />
      <div className="rounded-lg border border-line bg-surface">
        {categories.map((category) => (
          <TaxonomyRow
            key={category.slug}
            team={team}
            category={category}
            chips={groups.find(({ slug }) => slug === category.slug)?.chips ?? []}
            isOver={over === category.slug}
            may={may}
            form={editing === category.slug ? formOf(category) : null}
            drop={dropOn(category.slug)}
            drawn={drawn}
            onEdit={() => setEditing(category.slug)}
          />
        ))}
      </div>
      <SelectedAgents picked={picked} onMove={openChooser} onOpen={open} onClear={clear} />
      {moving ? (
        <Chooser
          what={moving.length === 1 ? (moving[0]?.name ?? "") : `${moving.length} agents`}
          choices={targetsOf(moving, groups, nameOf)}
          onClose={() => setMoving(null)}
          onChoose={(slug) => {
            setMoving(null)
            send(moving, slug)
          }}
        />
      ) : null}
    </div>
  )
}

/** Returns the chips as the page shows them: unassigned ones by suggestion, then those of each category. */
function inReadingOrder(groups: readonly ChipGroup[]): Chip[] {
  return [
    ...suggestionsOf(groups.at(-1)?.chips ?? []).flatMap(({ chips }) => chips),
    ...groups.slice(0, -1).flatMap(({ chips }) => chips),
  ]
}

/** Returns the categories that at least one of the agents can be moved to. */
function targetsOf(
  moving: readonly Chip[],
  groups: readonly ChipGroup[],
  nameOf: (slug: string | null) => string,
) {
  return [
    ...groups
      .slice(0, -1)
      .map(({ slug, chips }) => ({ slug, name: nameOf(slug), hint: formatCount(chips.length, "name") })),
    { slug: null, name: "No category", hint: "" },
  ].filter(({ slug }) => moving.some((chip) => chip.category !== slug))
}

/** Moves the focus back to the button that opened the form when the form closes. */
function useFocusAfterEditing(editing: string | null): void {
  const opened = useRef<string | null>(null)
  useEffect(() => {
    const slug = opened.current
    opened.current = editing
    if (editing === null && slug !== null)
      document
        .querySelector<HTMLElement>(slug === NEW ? "[data-new]" : `[data-edit="${CSS.escape(slug)}"]`)
        ?.focus()
  }, [editing])
}

interface TaxonomyHeadProps {
  groups: readonly ChipGroup[]
  chips: readonly Chip[]
  /** The number of default categories that the team does not have. */
  missing: number
  may: boolean
  isBusy: boolean
  onAddDefaults: () => void
  onNew: () => void
}

/** The number of agents, the legend of the chips, and the buttons that create categories. */
function TaxonomyHead({ groups, chips, missing, may, isBusy, onAddDefaults, onNew }: TaxonomyHeadProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="text-ink-2">{taxonomySummary(groups)}</p>
      <Legend chips={chips} />
      {may ? (
        <div className="flex flex-wrap gap-2 md:ml-auto">
          {missing > 0 ? (
            <Button size="sm" onClick={onAddDefaults} aria-busy={isBusy || undefined}>
              Add {missing === 1 ? "default category" : "default categories"} ({missing})
            </Button>
          ) : null}
          <Button size="sm" kbd="N" data-new="" onClick={onNew}>
            New category
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function Legend({ chips }: { chips: readonly Chip[] }) {
  return (
    <p aria-hidden className="flex flex-wrap items-center gap-x-3 text-sm text-ink-3">
      {chips.some(({ projects }) => projects.length === 0) ? (
        <span className="rounded-md border border-dashed border-line-strong px-1.5">not seen yet</span>
      ) : null}
      {chips.some((chip) => chip.coordinates) ? (
        <span className="inline-flex items-center gap-1">
          <Network className="icon" /> coordinator
        </span>
      ) : null}
      {chips.some((chip) => chip.byHand) ? (
        <span className="inline-flex items-center gap-1">
          <Hand className="icon" /> assigned manually
        </span>
      ) : null}
    </p>
  )
}

interface SelectedAgentsProps {
  picked: readonly Chip[]
  onMove: () => void
  onOpen: (chip: Chip) => void
  onClear: () => void
}

/** Actions on the selected agents. */
function SelectedAgents({ picked, onMove, onOpen, onClear }: SelectedAgentsProps) {
  const [first, ...others] = picked
  return (
    <SelectionBar label="Selected agents" selected={picked.length} onClear={onClear}>
      <Button size="sm" variant="primary" kbd="M" onClick={onMove}>
        Move to…
      </Button>
      {first && others.length === 0 && first.projects.length > 0 ? (
        <Button size="sm" kbd="O" onClick={() => onOpen(first)}>
          Open
        </Button>
      ) : null}
    </SelectionBar>
  )
}
