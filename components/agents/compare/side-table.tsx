import { Link } from "@/components/ui/link"
import type { ReactNode } from "react"
import { agentPath } from "@/components/data/addresses"
import type { FleetAgent } from "@/components/agents/fleet"
import { StateTag } from "@/components/agents/state-tag"
import { DELIVERY_STATE_NAMES } from "@/components/deliveries/delivery-state"
import { describeAge } from "@/components/data/age"
import { BudgetBar } from "@/components/charts/budget-bar"
import { Table } from "@/components/data/table"
import type { ComparedSide } from "./compared"

/** Size, age, sessions and deliveries of two agents side by side. `today`: ISO date. */
export function SideTable({
  team,
  a,
  b,
  today,
}: {
  team: string
  a: ComparedSide
  b: ComparedSide
  today: string
}) {
  const rows: [name: string, of: (side: ComparedSide) => ReactNode][] = [
    [
      "State",
      ({ agent }) => (
        <StateTag
          state={agent.state}
          pastCut={agent.pastCut}
          over={agent.budget === null ? 0 : agent.lines - agent.budget}
        />
      ),
    ],
    ["Lines", ({ agent }) => <Lines agent={agent} />],
    [
      "Entries",
      ({ agent, shared }) => (
        <>
          {agent.entries.toLocaleString("en")}
          {shared ? <span className="text-ink-2"> in category memory</span> : null}
          {agent.stale > 0 ? (
            <span className="text-ink-2">, {agent.stale.toLocaleString("en")} stale</span>
          ) : null}
        </>
      ),
    ],
    ["This month", ({ ages }) => (ages[0]?.entries ?? 0).toLocaleString("en")],
    ["Older than 6 months", ({ ages }) => (ages[3]?.entries ?? 0).toLocaleString("en")],
    ["Undated", ({ ages }) => (ages[4]?.entries ?? 0).toLocaleString("en")],
    ["Sessions", ({ agent }) => agent.sessions.toLocaleString("en")],
    ["Updated", ({ agent }) => (agent.updatedOn === null ? "never" : describeAge(agent.updatedOn, today))],
    [
      "Delivery",
      ({ agent }) =>
        `${DELIVERY_STATE_NAMES[agent.loaded.standing]}${agent.loaded.at === null ? "" : `, ${describeAge(agent.loaded.at, today)}`}`,
    ],
    ["Own open alerts", ({ agent }) => agent.alerts.open.toLocaleString("en")],
  ]
  return (
    <Table label="Key metrics" className="table-fixed">
      <thead>
        <tr>
          <th scope="col" className="w-44 px-3 py-2 text-left text-sm font-medium text-ink-3 max-sm:w-24">
            <span className="sr-only">Metric</span>
          </th>
          {[a, b].map(({ agent }) => (
            <th key={agent.id} scope="col" className="px-3 py-2 text-left font-semibold wrap-anywhere">
              <Link href={agentPath(team, agent.project.slug, agent.name)} className="hover:underline">
                {agent.name}
              </Link>
              <span className="block text-sm font-normal text-ink-3">{agent.project.name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, of]) => (
          <tr key={name}>
            <th scope="row" className="border-t border-line px-3 py-1.5 text-left font-normal text-ink-3">
              {name}
            </th>
            <td className={CELL}>{of(a)}</td>
            <td className={CELL}>{of(b)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const CELL = "border-t border-line px-3 py-1.5 tabular-nums"

function Lines({ agent: { lines, budget, limit, pastCut } }: { agent: FleetAgent }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2.5">
      {budget === null && limit === null ? null : (
        <BudgetBar
          lines={lines}
          budget={budget}
          limit={limit}
          tone={pastCut > 0 ? "danger" : undefined}
          className="w-24"
        />
      )}
      {lines.toLocaleString("en")}
    </span>
  )
}
