"use client"

import { memo, useDeferredValue, useMemo, useEffect, useRef, useState, useTransition } from "react"
import { Button, ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { changedQuery, useQuery } from "@/components/data/use-query"
import { selectionKeys } from "@/components/data/row-selection"
import { useSelection, type Selection } from "@/components/data/use-selection"
import { VirtualTable } from "@/components/data/virtual-rows"
import { TableViewMenu, useTableViewClasses } from "@/components/ui/table-view"
import { AGENT_COLUMNS, AgentHead, AgentRow } from "./agent-table"
import {
  type FleetCategory,
  type FleetAgent,
  fleetLines,
  nextSort,
  readFleetView,
  NO_CATEGORY,
  type Sort,
  unpackAgents,
  type PackedAgents,
} from "./fleet"
import { Input, Select } from "@/components/ui/field"
import { formatCount } from "@/lib/memory/text/sentence"
import { AGENT_STATES } from "@/lib/memory/agents/agent-state"
import { Link } from "@/components/ui/link"
import { categoryPath } from "@/components/data/addresses"
import { showToast, showErrorToast } from "@/components/data/show-toast"
import type { Placements, TaxonomyActions } from "@/components/agents/categories/categories"
import { comparePath } from "@/components/shell/navigation"
import { SelectionBar } from "@/components/ui/bottom-bar"
import { buttonLook } from "@/components/ui/button-look"
import { MenuButton } from "@/components/ui/menu-button"
import { AGENT_STATE_NAMES } from "./agent-state-tag"

const PAUSE_MS = 120

interface FleetFiltersProps {
  agents: readonly FleetAgent[]
  categories: readonly FleetCategory[]
  shown: number
}

/** The filters of the fleet. Without JavaScript, Enter submits the form. */
function FleetFilters({ agents, categories, shown }: FleetFiltersProps) {
  const [query, change] = useQuery()
  const [words, setWords] = useState(query.get("q") ?? "")
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const states = AGENT_STATES.filter((state) => agents.some((agent) => agent.state === state))
  const loose = agents.some((agent) => agent.category === null)
  return (
    <search>
      <form className="mb-2.5 flex flex-wrap items-center gap-2" onSubmit={(event) => event.preventDefault()}>
        {["project", "sort"].map((name) =>
          query.has(name) ? (
            <input key={name} type="hidden" name={name} value={query.get(name) ?? ""} />
          ) : null,
        )}
        <div className="w-full sm:max-w-52 sm:flex-1">
          <Input
            type="search"
            name="q"
            aria-label="Filter agents by name"
            placeholder="Filter agents…"
            value={words}
            onChange={(event) => {
              const { value } = event.target
              setWords(value)
              clearTimeout(timer.current)
              timer.current = setTimeout(() => change({ q: value.trim() }), PAUSE_MS)
            }}
          />
        </div>
        <Select
          name="category"
          aria-label="Category"
          value={query.get("category") ?? ""}
          onChange={(event) => change({ category: event.target.value })}
          className="max-w-36 text-ink-2 sm:max-w-44"
        >
          <option value="">All categories</option>
          {categories.map((category) => (
            <option key={category.slug} value={category.slug}>
              {category.name}
            </option>
          ))}
          {loose ? <option value={NO_CATEGORY}>No category</option> : null}
        </Select>
        <Select
          name="state"
          aria-label="State"
          value={query.get("state") ?? ""}
          onChange={(event) => change({ state: event.target.value })}
          className="max-w-36 text-ink-2"
        >
          <option value="">All states</option>
          {states.map((state) => (
            <option key={state} value={state}>
              {AGENT_STATE_NAMES[state]}
            </option>
          ))}
        </Select>
        <output className="ml-auto text-sm text-ink-3 tabular-nums">
          {shown === agents.length
            ? formatCount(shown, "agent")
            : `${shown} of ${formatCount(agents.length, "agent")}`}
        </output>
        <TableViewMenu table="agents" columns={AGENT_COLUMNS} />
      </form>
    </search>
  )
}

interface FleetTableProps {
  team: string
  packed: PackedAgents
  categories: readonly FleetCategory[]
  /** ISO date, from the server, so that server and browser render the same ages. */
  today: string
  /** Bulk actions; null if the person may not change agents. */
  actions: FleetActions | null
}

const ROW_PX = { agent: 34, category: 30 }

/** Memoized, so that rows do not render again while the table scrolls. */
const FleetRow = memo(AgentRow)

/** A virtual table of agents. Filters, sorting and groups are kept in the URL. */
export function FleetTable({ team, packed, categories, today, actions }: FleetTableProps) {
  const agents = useMemo(() => unpackAgents(packed), [packed])
  const [query, change] = useQuery()
  const current = useDeferredValue(query)
  const view = useMemo(() => readFleetView(current), [current])
  const lines = useMemo(() => fleetLines(agents, categories, view), [agents, categories, view])
  const showProject = useMemo(() => new Set(agents.map((agent) => agent.project.slug)).size > 1, [agents])

  const listed = useMemo(() => lines.flatMap((line) => (line.kind === "agent" ? [line.agent] : [])), [lines])
  const selection = useSelection(listed.map(({ id }) => id))
  const selectable = actions === null ? undefined : selection
  const viewClasses = useTableViewClasses("agents", AGENT_COLUMNS)

  return (
    <>
      <FleetFilters agents={agents} categories={categories} shown={listed.length} />
      {lines.length === 0 ? (
        <Empty
          title="No agents match these filters"
          action={
            <Button onClick={() => change({ q: null, state: null, category: null })}>Clear filters</Button>
          }
        />
      ) : (
        <VirtualTable
          label="Agents"
          className={viewClasses}
          head={
            <AgentHead
              sticky
              selection={selectable && { selection, of: listed.length }}
              sorting={{
                view,
                hrefFor: (column: Sort) =>
                  changedQuery(new URLSearchParams(current), { sort: nextSort(view, column) }),
                onSort: (column: Sort) => change({ sort: nextSort(view, column) }),
              }}
            />
          }
          lines={lines}
          px={ROW_PX}
          keyOf={keyOf}
          isStop={(line) => line.kind === "agent"}
          keys={{
            title: "Agents",
            row: "agent",
            opens: "Open agent",
            more: selectable ? selectionKeys("agent", selection) : [],
          }}
          renderRow={(line, { index, position, measure }, key) =>
            line.kind === "category" ? (
              <FleetCategoryRow
                key={key}
                {...{ team, position }}
                category={line.category}
                agents={line.agents}
              />
            ) : (
              <FleetRow
                key={key}
                {...{ team, today, showProject, index, position }}
                agent={line.agent}
                isSelected={selectable?.has(line.agent.id)}
                onSelect={selectable?.toggle}
                rowRef={measure}
              />
            )
          }
        />
      )}
      {actions ? (
        <SelectedFleetAgents
          {...{ team, categories, selection, actions }}
          agents={listed.filter(({ id }) => selection.has(id))}
        />
      ) : null}
    </>
  )
}

function keyOf(line: ReturnType<typeof fleetLines>[number]): string {
  return line.kind === "agent" ? line.agent.id : `category:${line.category?.slug ?? ""}`
}

interface CategoryRowProps {
  team: string
  /** The category of the agents; null: agents without a category. */
  category: FleetCategory | null
  agents: number
  position: number
}

/** A row that names a category. Only the row has a background, so that the name can overflow its cell. */
function FleetCategoryRow({ team, category, agents, position }: CategoryRowProps) {
  return (
    <tr aria-rowindex={position} className="bg-raised">
      <th scope="colgroup" className={`${CELL} px-3 text-left`}>
        <span className="block w-[min(17.5rem,calc(100vw-4rem))] truncate md:w-120">
          {category ? (
            <Link href={categoryPath(team, category.slug)} className="hover:text-accent">
              {category.name}
            </Link>
          ) : (
            "No category"
          )}
          <span className="ml-2 font-normal text-ink-3">{formatCount(agents, "agent")}</span>
          {category ? (
            <span className="ml-2 font-normal text-ink-3">{category.writePolicy} writes</span>
          ) : null}
        </span>
      </th>
      {/* One cell for each column of `AgentHead`: a span over hidden columns would add some. */}
      <td aria-hidden className={`${CELL} hidden md:table-cell`} />
      <td aria-hidden className={`${CELL} hidden lg:table-cell`} />
      <td aria-hidden className={`${CELL} hidden 2xl:table-cell`} />
      <td aria-hidden className={`${CELL} hidden xl:table-cell`} />
      <td aria-hidden className={`${CELL} hidden lg:table-cell`} />
      <td aria-hidden className={`${CELL} hidden xl:table-cell`} />
      <td aria-hidden className={CELL} />
    </tr>
  )
}

const CELL = "h-7.5 border-t border-line"

type FleetActions = Pick<TaxonomyActions, "place" | "undo">

interface SelectedFleetAgentsProps {
  team: string
  agents: readonly FleetAgent[]
  categories: readonly FleetCategory[]
  selection: Selection
  actions: FleetActions
}

/** The bulk actions for the selected agents. */
function SelectedFleetAgents({ team, agents, categories, selection, actions }: SelectedFleetAgentsProps) {
  const [isBusy, start] = useTransition()
  const [first, second, ...others] = agents
  const undo = (placements: Placements) =>
    start(async () => {
      const undone = await actions.undo(team, placements)
      void (undone.ok
        ? showToast(`${formatCount(undone.value.back, "agent")} moved back`)
        : showErrorToast(undone.message))
    })
  const move = (category: FleetCategory | null) =>
    start(async () => {
      const chosen = agents.map(({ name, project }) => ({ name, project: project.slug }))
      const moved = await actions.place(team, chosen, category?.slug ?? null)
      if (!moved.ok) return void showErrorToast(moved.message)
      selection.clear()
      const { placed, names } = moved.value
      const words =
        category === null
          ? `${formatCount(placed.length, "agent now has", "agents now have")} no category`
          : `${formatCount(placed.length, "agent")} moved to ${category.name}`
      void showToast(words, {
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
