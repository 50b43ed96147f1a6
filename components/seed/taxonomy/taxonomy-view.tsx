"use client"

import { Hand, Network } from "lucide-react"
import dynamic from "next/dynamic"
import { useEffect, useId, useRef, useState } from "react"
import { agentPath } from "@/components/data/addresses"
import { Button } from "@/components/ui/button"
import { count } from "@/components/data/count"
import { useKeys } from "@/components/data/keys"
import { Notice } from "@/components/ui/notice"
import { CategoryForm } from "./category-form"
import { CategoryRow } from "./category-row"
import { AgentChip } from "./chip"
import { type Chip, neighbour, suggestionsOf } from "./chips"
import { summaryOf } from "./taxonomy-text"
import type { ListedCategory, TaxonomyActions, UnplacedAgent } from "./taxonomy-types"
import { useTaxonomy } from "./use-taxonomy"

const Chooser = dynamic(() => import("./chooser").then((module) => module.Chooser))

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

/** All categories with their agents, and the agents without one. Chips can be dragged, or moved with m. */
export function TaxonomyView({
  team,
  teamName,
  categories,
  unplaced,
  missing,
  may,
  actions,
}: TaxonomyViewProps) {
  const { groups, isBusy, move, apply, makeDefault, undoLast } = useTaxonomy({
    team,
    categories,
    unplaced,
    actions,
  })
  const [at, setAt] = useState<string | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [over, setOver] = useState<string | null | undefined>()
  const [moving, setMoving] = useState<readonly Chip[] | null>(null)
  const [editing, setEditing] = useState<string | null>(null)
  const dragged = useRef<ReadonlySet<string>>(new Set())
  const focusOn = useRef<string | null>(null)
  const names = useId()

  const nowhere = groups.at(-1)?.chips ?? []
  const all = [
    ...suggestionsOf(nowhere).flatMap(({ chips }) => chips),
    ...groups.slice(0, -1).flatMap(({ chips }) => chips),
  ]
  const current = all.find(({ id }) => id === at) ?? all[0]
  /** Returns the chip that a key applies to: the focused one, even if it got the focus before hydration. */
  const here = () => all.find(({ id }) => id === (focusedChip() ?? at))
  const picked = all.filter(({ id }) => chosen.has(id))
  const there = all.filter(({ projects }) => projects.length > 0)
  const byRule = nowhere
    .filter(({ suggestion, byHand }) => suggestion !== null && !byHand)
    .reduce((sum, { projects }) => sum + projects.length, 0)

  // Closing the form returns the focus to the button that opened it.
  const opened = useRef<string | null>(null)
  useEffect(() => {
    const slug = opened.current
    opened.current = editing
    if (editing === null && slug !== null)
      document
        .querySelector<HTMLElement>(slug === NEW ? "[data-new]" : `[data-edit="${CSS.escape(slug)}"]`)
        ?.focus()
  }, [editing])
  useEffect(() => {
    if (focusOn.current === null) return
    chipAt(focusOn.current)?.focus()
    focusOn.current = null
  })

  const send = (chips: readonly Chip[], to: string | null) => {
    const ids = new Set(chips.map(({ id }) => id))
    const order = all.map(({ id }) => id)
    const last = order.findLastIndex((id) => ids.has(id))
    focusOn.current =
      order.slice(last + 1).find((id) => !ids.has(id)) ?? order.findLast((id) => !ids.has(id)) ?? null
    setAt(focusOn.current)
    setChosen(new Set())
    move(chips, to)
  }
  const toggle = (id: string) => {
    if (!may) return
    setChosen((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    )
  }
  const openChooser = () => {
    const chips = picked.length > 0 ? picked : [here() ?? []].flat()
    if (chips.length > 0) setMoving(chips)
  }
  const go = (key: Parameters<typeof neighbour>[2]) => {
    const places = [...document.querySelectorAll<HTMLElement>("main [data-chip]")].map((chip) => ({
      id: chip.dataset.chip ?? "",
      x: chip.getBoundingClientRect().x,
      y: chip.getBoundingClientRect().y,
    }))
    const next = neighbour(places, focusedChip(), key)
    if (next !== null) chipAt(next)?.focus()
  }
  useKeys("Categories", [
    { keys: "j", does: "Next agent", run: () => go("ArrowRight") },
    { keys: "k", does: "Previous agent", run: () => go("ArrowLeft") },
    { keys: "↑ ↓ ← →", does: "Agent above, below or beside" },
    { keys: "o", does: "Open agent", run: () => open(here()) },
    ...(may
      ? [
          {
            keys: "x",
            does: "Select agent",
            run: () => [here() ?? []].flat().forEach(({ id }) => toggle(id)),
          },
          { keys: "m", does: "Move to another category", run: openChooser },
          { keys: "e", does: "Edit category of the agent", run: () => setEditing(here()?.category ?? null) },
          { keys: "n", does: "New category", run: () => setEditing(NEW) },
          { keys: "u", does: "Undo last assignment", run: undoLast },
          { keys: "Escape", does: "Clear selection", run: () => setChosen(new Set()) },
        ]
      : []),
  ])
  /** Handles arrow keys on chips only: elsewhere they scroll or move a text cursor. */
  const hearArrows = (event: React.KeyboardEvent) => {
    if (
      !isArrow(event.key) ||
      !(event.target instanceof HTMLElement) ||
      event.target.dataset.chip === undefined
    )
      return
    event.preventDefault()
    go(event.key)
  }
  const open = (chip: Chip | undefined) => {
    const [project] = chip?.projects ?? []
    if (chip && project !== undefined) window.location.assign(agentPath(team, project, chip.name))
  }

  const dropOn = (slug: string | null) =>
    may
      ? {
          onDragOver: (event: React.DragEvent) => {
            if (dragged.current.size === 0) return
            event.preventDefault()
            event.dataTransfer.dropEffect = "move"
            setOver(slug)
          },
          onDragLeave: (event: React.DragEvent) =>
            event.currentTarget.contains(event.relatedTarget as Node | null) ? undefined : setOver(undefined),
          onDrop: (event: React.DragEvent) => {
            event.preventDefault()
            setOver(undefined)
            send(
              all.filter(({ id }) => dragged.current.has(id)),
              slug,
            )
            dragged.current = new Set()
          },
        }
      : {}
  const drawn = (chip: Chip) => (
    <AgentChip
      chip={chip}
      isCurrent={chip.id === current?.id}
      isChosen={chosen.has(chip.id)}
      mayMove={may}
      onGo={setAt}
      onChoose={toggle}
      onDrag={(event, id) => {
        dragged.current = chosen.has(id) ? chosen : new Set([id])
        event.dataTransfer.setData(
          "text/plain",
          all
            .filter((one) => dragged.current.has(one.id))
            .map(({ name }) => name)
            .join("\n"),
        )
        event.dataTransfer.effectAllowed = "move"
      }}
      onDragEnd={() => {
        dragged.current = new Set()
        setOver(undefined)
      }}
    />
  )
  const formOf = (category: ListedCategory | null) => (
    <CategoryForm
      team={team}
      category={category}
      names={names}
      actions={actions}
      onClose={() => setEditing(null)}
    />
  )
  const nameOf = (slug: string | null) => categories.find((one) => one.slug === slug)?.name ?? slug ?? ""

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the arrow keys of the chips inside
    <div onKeyDown={hearArrows} className={`grid grid-cols-1 gap-3 p-4 ${picked.length > 0 ? "pb-20" : ""}`}>
      <datalist id={names}>
        {[...new Set(all.map(({ name }) => name))].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="text-ink-2">{summaryOf(groups)}</p>
        <p aria-hidden className="flex flex-wrap items-center gap-x-3 text-sm text-ink-3">
          {there.length < all.length ? (
            <span className="rounded-md border border-dashed border-line-strong px-1.5">not seen yet</span>
          ) : null}
          {all.some((chip) => chip.coordinates) ? (
            <span className="inline-flex items-center gap-1">
              <Network className="icon" /> coordinator
            </span>
          ) : null}
          {all.some((chip) => chip.byHand) ? (
            <span className="inline-flex items-center gap-1">
              <Hand className="icon" /> assigned manually
            </span>
          ) : null}
        </p>
        {may ? (
          <div className="flex flex-wrap gap-2 md:ml-auto">
            {missing > 0 ? (
              <Button size="sm" onClick={makeDefault} aria-busy={isBusy || undefined}>
                Add {missing === 1 ? "default category" : "default categories"} ({missing})
              </Button>
            ) : null}
            <Button size="sm" kbd="N" data-new="" onClick={() => setEditing(NEW)}>
              New category
            </Button>
          </div>
        ) : null}
      </div>
      {may ? null : <Notice>Only leads and owners of {teamName} can assign agents to categories.</Notice>}
      {editing === NEW ? (
        <div className="rounded-lg border border-line bg-surface p-3">{formOf(null)}</div>
      ) : null}
      {nowhere.length > 0 ? (
        <section
          aria-label="Unassigned"
          {...dropOn(null)}
          className={`rounded-lg border border-line ${over === null ? "bg-accent-wash" : "bg-surface"}`}
        >
          <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-1.5">
            <h2>Unassigned</h2>
            <span className="text-sm text-ink-3 tabular-nums">{nowhere.length}</span>
            {may && byRule > 0 ? (
              <Button size="sm" variant="primary" onClick={apply} className="ml-auto">
                Assign all by rule ({byRule})
              </Button>
            ) : null}
          </div>
          <div
            {...(nowhere.length > MANY
              ? {
                  tabIndex: 0,
                  role: "group",
                  "aria-label": "Unassigned agents",
                  className: "max-h-96 overflow-y-auto",
                }
              : {})}
          >
            {suggestionsOf(nowhere).map(({ category, why, chips }) => (
              <div
                key={`${category} ${why}`}
                className="flex flex-col gap-x-4 gap-y-1.5 border-line px-3 py-2 not-first:border-t md:flex-row"
              >
                <p className="text-sm leading-6 text-ink-2 md:w-60 md:shrink-0">
                  {category === null ? (
                    why
                  ) : (
                    <>
                      Suggested: <b>{nameOf(category)}</b> ({why})
                    </>
                  )}
                </p>
                <ul
                  aria-label={category === null ? why : `Suggested: ${nameOf(category)}`}
                  className="flex min-w-0 flex-1 flex-wrap gap-1.5"
                >
                  {chips.map((chip) => (
                    <li key={chip.id} className="max-w-full">
                      {drawn(chip)}
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </section>
      ) : null}
      <div className="rounded-lg border border-line bg-surface">
        {categories.map((category) => (
          <CategoryRow
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
      {picked.length > 0 ? (
        <div
          role="toolbar"
          aria-label="Selected agents"
          className="fixed inset-x-3 bottom-3 z-30 mx-auto flex w-fit max-w-full flex-wrap items-center gap-2 rounded-lg border border-line bg-surface px-3 py-2 shadow-float"
        >
          <span className="font-medium tabular-nums">{picked.length} selected</span>
          <Button size="sm" variant="primary" kbd="M" onClick={openChooser}>
            Move to…
          </Button>
          {picked.length === 1 && picked[0] && picked[0].projects.length > 0 ? (
            <Button size="sm" kbd="O" onClick={() => open(picked[0])}>
              Open
            </Button>
          ) : null}
          <Button size="sm" variant="quiet" kbd="Esc" onClick={() => setChosen(new Set())}>
            Clear selection
          </Button>
        </div>
      ) : null}
      {moving ? (
        <Chooser
          what={moving.length === 1 ? (moving[0]?.name ?? "") : `${moving.length} agents`}
          choices={[
            ...groups
              .slice(0, -1)
              .map(({ slug, chips }) => ({ slug, name: nameOf(slug), hint: count(chips.length, "name") })),
            { slug: null, name: "No category", hint: "" },
          ].filter(({ slug }) => moving.some((chip) => chip.category !== slug))}
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

const NEW = ""
/** Longer lists scroll in place, so that categories stay visible while dragging. */
const MANY = 40

const focusedChip = (): string | null =>
  document.activeElement instanceof HTMLElement ? (document.activeElement.dataset.chip ?? null) : null

const chipAt = (id: string) => document.querySelector<HTMLElement>(`[data-chip="${CSS.escape(id)}"]`)

const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"] as const
const isArrow = (key: string): key is (typeof ARROWS)[number] => ARROWS.some((one) => one === key)
