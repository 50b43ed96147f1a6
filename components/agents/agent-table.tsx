import { Link } from "@/components/ui/link"
import type { Ref } from "react"
import { ArrowDown, ArrowUp } from "lucide-react"
import { newSynthesisPath, newSeedPath, agentPath, agentAlertsPath } from "@/components/data/addresses"
import { describeAge } from "@/components/data/time-text"
import { BudgetBar, Heat } from "@/components/charts/inline-charts"
import { DeliveryStateIcon, DELIVERY_STATE_NAMES } from "@/components/deliveries/delivery"
import { SELECTABLE, SelectBox } from "@/components/data/row-selection"
import { Td, Th } from "@/components/data/table"
import type { Selection } from "@/components/data/use-selection"
import type { AlertSeverity } from "@/lib/memory/alerts/kinds"
import { agentEntriesWords, agentLinesWords } from "@/lib/memory/agents/entry-words"
import { capitalize, formatCount } from "@/lib/memory/text/sentence"
import { SEVERITY_WORDS, SEVERITY_LOOK } from "../alerts/alert"
import type { FleetAgent, FleetView, Sort } from "./fleet"
import { StateTag } from "./agent-state-tag"

interface AgentRowProps {
  team: string
  agent: FleetAgent
  /** ISO date. */
  today: string
  /** True if the table contains several projects. */
  showProject?: boolean
  /** Position among all rows of a virtual table, for `aria-rowindex`. */
  position?: number
  index?: number
  /** Set if the row can be selected. */
  isSelected?: boolean | undefined
  onSelect?: ((id: string) => void) | undefined
  rowRef?: Ref<HTMLTableRowElement>
}

/**
 * An agent in a table below `AgentHead`. On narrow screens the bar is below the name. The whole row is a
 * link.
 */
export function AgentRow(props: AgentRowProps) {
  const { team, agent, today, showProject, position, index, isSelected, onSelect, rowRef } = props
  return (
    <tr
      ref={rowRef}
      data-index={index}
      data-row={agent.id}
      aria-rowindex={position}
      className={`relative has-focus-visible:bg-accent-wash ${isSelected ? "bg-accent-wash" : "hover:bg-raised"}`}
    >
      <Td className={`max-md:py-2 ${onSelect ? SELECTABLE : ""}`}>
        {onSelect ? (
          <SelectBox name={agent.name} checked={isSelected === true} onToggle={() => onSelect(agent.id)} />
        ) : null}
        <Link
          href={agentPath(team, agent.project.slug, agent.name)}
          className="block font-medium after:absolute max-md:wrap-anywhere md:truncate after:inset-0"
        >
          {agent.name}
          {showProject ? <span className="ml-2 font-normal text-ink-3">{agent.project.name}</span> : null}
        </Link>
        <span className="mt-1 flex items-center md:hidden">
          <Budget agent={agent} />
        </span>
      </Td>
      <Td className="hidden md:table-cell">
        <Budget agent={agent} />
      </Td>
      <Td numeric className="hidden lg:table-cell">
        <span title={agent.shared ? capitalize(agentEntriesWords(agent)) : undefined}>
          {agent.entries.toLocaleString("en")}
          {agent.shared ? <span className="text-ink-3"> shared</span> : null}
        </span>
      </Td>
      <Td numeric className="hidden 2xl:table-cell">
        {agent.sessions.toLocaleString("en")}
      </Td>
      <Td className="hidden xl:table-cell">
        <Heat weeks={agent.weeks} />
      </Td>
      <Td className="hidden text-ink-2 lg:table-cell">
        {agent.updatedOn === null ? "never" : describeAge(agent.updatedOn, today)}
      </Td>
      <Td className="hidden text-ink-2 xl:table-cell">
        <Loaded {...agent.loaded} today={today} />
      </Td>
      <Td>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 max-md:justify-end 2xl:flex-nowrap">
          <StateTag
            state={agent.state}
            pastCut={agent.pastCut}
            over={agent.budget === null ? 0 : agent.lines - agent.budget}
          />
          <OpenAlerts team={team} agent={agent.name} project={agent.project.slug} {...agent.alerts} />
          {agent.state === "cold" ? <SeedLink team={team} agent={agent} /> : null}
          {agent.state === "cold" && agent.predecessor === null ? (
            <OrientLink team={team} agent={agent} />
          ) : null}
        </span>
      </Td>
    </tr>
  )
}

const LOADED_TITLES: Record<FleetAgent["loaded"]["standing"], string> = {
  never: "No deliveries yet",
  old: "Last delivery: outdated (memory has changed since)",
  current: "Last delivery: up to date",
  "opted-out": "Last delivery before the agent opted out",
}

/** The state and time of the last outdated delivery, otherwise of the last delivery. */
function Loaded({ standing, at, today }: FleetAgent["loaded"] & { today: string }) {
  return (
    <span className="flex items-center gap-1.5" title={LOADED_TITLES[standing]}>
      <DeliveryStateIcon standing={standing} quiet={standing === "never"} />
      {at === null ? DELIVERY_STATE_NAMES[standing] : describeAge(at, today)}
    </span>
  )
}

function Budget({ agent }: { agent: FleetAgent }) {
  if (agent.shared) {
    return (
      <span title={capitalize(agentLinesWords(agent))}>
        <Lines of={agent.lines} />
        <span className="text-ink-3"> shared</span>
      </span>
    )
  }
  if (agent.budget === null && agent.limit === null) return <Lines of={agent.lines} />
  return (
    <>
      <BudgetBar
        lines={agent.lines}
        budget={agent.budget}
        limit={agent.limit}
        tone={agent.pastCut > 0 ? "danger" : undefined}
        className="mr-2.25 w-33"
      />
      <Lines of={agent.lines} />
    </>
  )
}

function Lines({ of }: { of: number }) {
  return <span className="text-ink-2 tabular-nums">{of.toLocaleString("en")}</span>
}

/** The number of open alerts of an agent with the icon of the highest severity and a text alternative. */
function OpenAlerts({
  team,
  agent,
  project,
  open,
  worst,
}: {
  team: string
  agent: string
  project: string
  open: number
  worst: AlertSeverity | null
}) {
  if (open === 0 || worst === null) return null
  const { Icon, ink } = SEVERITY_LOOK[worst]
  const words = `${formatCount(open, "open alert")}, highest severity: ${SEVERITY_WORDS[worst].toLowerCase()}`
  return (
    <Link
      href={agentAlertsPath(team, project, agent)}
      title={words}
      className={`relative inline-flex shrink-0 items-center gap-1 text-sm font-medium tabular-nums hover:underline ${ink}`}
    >
      <Icon className="icon" aria-hidden />
      <span aria-hidden>{open.toLocaleString("en")}</span>
      <span className="sr-only">{words}</span>
    </Link>
  )
}

function OrientLink({ team, agent }: { team: string; agent: FleetAgent }) {
  return (
    <Link
      href={newSynthesisPath(team, "orientation", { agent: agent.name, in: agent.project.slug })}
      aria-label={`Orientation for ${agent.name}…`}
      className="relative hidden text-link whitespace-nowrap 2xl:block"
    >
      Orientation…
    </Link>
  )
}

/** A link to the seeding of a cold agent; on wide screens with its predecessor. */
function SeedLink({ team, agent: { name, project, predecessor } }: { team: string; agent: FleetAgent }) {
  return (
    <Link
      href={newSeedPath(team, { project: project.slug, agent: name })}
      title={predecessor ? `${predecessor.name} has ${predecessor.lines} lines of memory` : undefined}
      className="relative min-w-0 text-link whitespace-nowrap 2xl:truncate"
    >
      Seed
      <span className="sr-only"> {name}</span>
      {predecessor ? <span className="hidden 2xl:inline"> from {predecessor.name}</span> : null}…
    </Link>
  )
}

const COLUMNS: readonly { sort: Sort; label: string; numeric?: boolean; className: string }[] = [
  { sort: "name", label: "Agent", className: "2xl:w-80" },
  { sort: "lines", label: "Lines / budget", className: "hidden w-48 md:table-cell" },
  { sort: "entries", label: "Entries", numeric: true, className: "hidden w-24 lg:table-cell" },
  { sort: "sessions", label: "Sessions", numeric: true, className: "hidden w-21 2xl:table-cell" },
  { sort: "weeks", label: "Last 12 weeks", className: "hidden w-38 xl:table-cell" },
  { sort: "updated", label: "Updated", className: "hidden w-28 lg:table-cell" },
  { sort: "loaded", label: "Delivery", className: "hidden w-30 xl:table-cell" },
  { sort: "state", label: "State", className: "w-36 max-md:text-right md:w-44 2xl:w-auto" },
]

export const AGENT_COLUMNS = COLUMNS.map(({ label }) => label)

/** The current sorting and its links. Without it the column heads are plain text. */
export interface Sorting {
  view: FleetView
  hrefFor: (column: Sort) => string
  onSort: (column: Sort) => void
}

interface AgentHeadProps {
  sorting?: Sorting
  sticky?: boolean
  /** Set if rows can be selected. `of`: number of agents that can be selected. */
  selection?: { readonly selection: Selection; readonly of: number } | undefined
}

export function AgentHead({ sorting, sticky, selection }: AgentHeadProps) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {COLUMNS.map((column) => (
          <Th
            key={column.sort}
            numeric={column.numeric}
            aria-sort={ariaSort(column.sort, sorting)}
            className={`${column.className} ${selection && column.sort === "name" ? SELECTABLE : ""} ${sticky ? "below-top z-10 bg-surface first:rounded-tl-lg last:rounded-tr-lg" : ""}`}
          >
            {selection && column.sort === "name" ? (
              <SelectBox
                name="all agents"
                checked={selection.selection.ids.length === selection.of}
                onToggle={selection.selection.toggleAll}
              />
            ) : null}
            {sorting ? (
              <SortLink column={column.sort} label={column.label} sorting={sorting} />
            ) : (
              column.label
            )}
          </Th>
        ))}
      </tr>
    </thead>
  )
}

function SortLink({ column, label, sorting }: { column: Sort; label: string; sorting: Sorting }) {
  const Arrow = sorting.view.reversed ? ArrowDown : ArrowUp
  return (
    <a
      href={sorting.hrefFor(column)}
      className="inline-flex items-center gap-1 hover:text-ink"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        sorting.onSort(column)
      }}
    >
      {label}
      {sorting.view.sort === column ? <Arrow className="size-3" aria-hidden /> : null}
    </a>
  )
}

function ariaSort(column: Sort, sorting: Sorting | undefined): "ascending" | "descending" | undefined {
  if (sorting?.view.sort !== column) return undefined
  return sorting.view.reversed ? "descending" : "ascending"
}

/** The agents of a category, as rows of the fleet table. */
export function MemberTable({
  team,
  agents,
  today,
}: {
  team: string
  agents: readonly FleetAgent[]
  today: string
}) {
  const showProject = new Set(agents.map((agent) => agent.project.slug)).size > 1
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      <table aria-label="Members" className="w-full table-fixed border-separate border-spacing-0">
        <AgentHead />
        <tbody>
          {agents.map((agent) => (
            <AgentRow key={agent.id} team={team} agent={agent} today={today} showProject={showProject} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
