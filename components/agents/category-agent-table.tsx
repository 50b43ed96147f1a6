import { AgentHead } from "./agent-table-head"
import { AgentRow } from "./agent-row"
import type { FleetAgent } from "./fleet"

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
