import { Link } from "@/components/ui/link"
import type { z } from "zod"
import { AgentStates, ClosestToBudgetList } from "@/components/teams/overview/agent-lists"
import { CategoryTable, HarnessList, ProjectSourceList } from "@/components/teams/overview/project-sections"
import { WaitingForYou } from "@/components/teams/overview/waiting"
import { Timeline } from "@/components/agents/timeline/timeline"
import { Panel } from "@/components/ui/panel"
import type { showProject, showTeam } from "@/lib/operations/agents/team-and-projects"
import { ProjectTable } from "@/components/teams/overview/project-table"

interface OverviewProps {
  team: string
  overview: z.input<typeof showProject.output>
  /** ISO instant. */
  now: string
}

/** Waiting items, categories and recent activity of a project. */
export function ProjectOverview({ team, overview, now }: OverviewProps) {
  const { project, waiting, categories, recent } = overview
  const { slug } = project
  return (
    <>
      <Panel title="Waiting for you">
        <WaitingForYou team={team} project={slug} waiting={waiting} alerts={project.alerts} />
      </Panel>
      {categories.length > 0 ? (
        <Panel title="Categories" note={categories.length}>
          <CategoryTable team={team} project={slug} categories={categories} />
        </Panel>
      ) : null}
      {recent.length > 0 ? (
        <Panel title="Recent activity">
          <Timeline team={team} project={slug} items={recent} now={now} showAgent />
        </Panel>
      ) : null}
    </>
  )
}

export function ProjectFacts({
  team,
  overview: { project, categories, fullest, sources, harnesses },
  now,
}: OverviewProps) {
  return (
    <>
      {project.agents > 0 ? (
        <Panel title="Agents by state" note={project.agents}>
          <AgentStates team={team} project={project.slug} states={project.states} />
        </Panel>
      ) : null}
      {fullest.length > 0 ? (
        <Panel title="Closest to budget">
          <ClosestToBudgetList team={team} agents={fullest} categories={categories} />
        </Panel>
      ) : null}
      {sources === null ? null : (
        <Panel title="Sources" note={sources.length > 0 ? sources.length : null}>
          {sources.length === 0 ? (
            <p className="text-ink-2">
              No sources connected to this project.{" "}
              <Link href={`/t/${team}/sources`} className="text-link">
                Connect a source
              </Link>
            </p>
          ) : (
            <ProjectSourceList team={team} sources={sources} now={now} />
          )}
        </Panel>
      )}
      <Panel title="Harnesses">
        <HarnessList team={team} project={project.slug} harnesses={harnesses} now={now} />
      </Panel>
    </>
  )
}

interface TeamOverviewProps {
  team: string
  overview: z.input<typeof showTeam.output>
}

/** The projects of a team and their waiting items. `now` is an ISO instant. */
export function TeamOverview({
  team,
  overview: { projects, totals, waiting },
  now,
}: TeamOverviewProps & { now: string }) {
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

export function TeamFacts({ team, overview: { totals } }: TeamOverviewProps) {
  if (totals.agents === 0) return <p className="text-ink-2">No agents with memory yet.</p>
  return (
    <Panel title="Agents by state" note={totals.agents}>
      <AgentStates team={team} project={null} states={totals.states} />
    </Panel>
  )
}
