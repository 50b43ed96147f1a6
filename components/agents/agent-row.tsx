import { Link } from "@/components/ui/link"
import type { Ref } from "react"
import { OpenAlerts } from "@/components/alerts/open-alerts"
import { newSynthesisPath } from "@/components/data/addresses"
import { describeAge } from "@/components/data/age"
import { newSeedPath } from "@/components/data/addresses"
import { BudgetBar } from "@/components/charts/budget-bar"
import { Heat } from "@/components/charts/heat"
import { DeliveryStateIcon, DELIVERY_STATE_NAMES } from "@/components/deliveries/delivery-state"
import { SELECTABLE, SelectBox } from "@/components/data/selection/row-selection"
import { Td } from "@/components/data/table"
import { agentPath } from "@/components/data/addresses"
import type { FleetAgent } from "./fleet"
import { StateTag } from "./state-tag"

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
        {agent.entries.toLocaleString("en")}
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
