import type { z } from "zod"
import { AgentStates } from "@/components/teams/overview/agent-states"
import { ProjectTable } from "@/components/teams/overview/project-table"
import { WaitingForYou } from "@/components/teams/overview/waiting-for-you"
import { Panel } from "@/components/ui/panel"
import type { showTeam } from "@/lib/operations/agents/team"

interface OverviewProps {
  team: string
  overview: z.input<typeof showTeam.output>
}

/** The projects of a team and their waiting items. `now` is an ISO instant. */
export function TeamOverview({
  team,
  overview: { projects, totals, waiting },
  now,
}: OverviewProps & { now: string }) {
  return (
    <>
      <Panel title="Waiting for you">
        <WaitingForYou team={team} project={null} waiting={waiting} alerts={totals.alerts} />
      </Panel>
      <Panel title="Projects" note={projects.length}>
        <ProjectTable team={team} projects={projects} now={now} />
      </Panel>
    </>
  )
}

export function TeamFacts({ team, overview: { totals } }: OverviewProps) {
  if (totals.agents === 0) return <p className="text-ink-2">No agents with memory yet.</p>
  return (
    <Panel title="Agents by state" note={totals.agents}>
      <AgentStates team={team} project={null} states={totals.states} />
    </Panel>
  )
}
