import { FolderOpen } from "lucide-react"
import type { Metadata } from "next"
import { shown } from "@/app/shown"
import { AgentStates } from "@/components/place/agent-states"
import { PlaceStats } from "@/components/place/place-stats"
import { ProjectTable } from "@/components/place/project-table"
import { WaitingForYou } from "@/components/place/waiting-for-you"
import { LiveRefresh } from "@/components/shell/live-refresh"
import { placePath } from "@/components/shell/places"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { PageTop } from "@/components/ui/page-top"
import { Panel, WithAside } from "@/components/ui/panel"
import { requireActor } from "@/lib/auth/actor"
import { showTeam } from "@/lib/operations/fleet/team"
import { ask } from "@/lib/operations/operation"
import { WRITES } from "../fleet/writes"

export const metadata: Metadata = { title: "Team" }

export default async function TeamPage({ params }: { params: Promise<{ team: string }> }) {
  const [{ team: slug }, actor] = await Promise.all([params, requireActor()])
  const { team, projects, totals, waiting } = shown(await ask(showTeam, actor, { team: slug }))
  return (
    <>
      <PageTop
        title={team.name}
        actions={
          <>
            <ButtonLink size="sm" variant="quiet" href={`/t/${slug}/health`}>
              Health and trends
            </ButtonLink>
            <ButtonLink size="sm" variant="quiet" href={placePath(slug, "fleet/growth", null)}>
              Growth
            </ButtonLink>
          </>
        }
      />
      <LiveRefresh team={slug} on={[...WRITES, "project"]} />
      {projects.length === 0 ? (
        <Empty
          icon={<FolderOpen className="icon-lg" aria-hidden />}
          title={`${team.name} has no project yet`}
          action={
            <ButtonLink variant="primary" href={`/t/${slug}/sources`}>
              Import memory files
            </ButtonLink>
          }
        >
          A project comes with the first memory files that are imported into it. Drop a folder, or connect
          one.
        </Empty>
      ) : (
        <WithAside
          aside={
            totals.agents > 0 ? (
              <Panel title="Agents by state" note={totals.agents}>
                <AgentStates team={slug} project={null} states={totals.states} />
              </Panel>
            ) : (
              <p className="text-ink-2">No agent keeps memory yet.</p>
            )
          }
        >
          <PlaceStats figures={totals} />
          <Panel title="Waiting for you">
            <WaitingForYou team={slug} project={null} waiting={waiting} alerts={totals.alerts} />
          </Panel>
          <Panel title="Projects" note={projects.length}>
            <ProjectTable team={slug} projects={projects} now={new Date().toISOString()} />
          </Panel>
        </WithAside>
      )}
    </>
  )
}
