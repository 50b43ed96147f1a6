import { FolderOpen } from "lucide-react"
import type { Metadata } from "next"
import { Link } from "@/components/ui/link"
import { shown } from "@/app/shown"
import { AgentStates } from "@/components/place/agent-states"
import { CategoryTable } from "@/components/place/category-table"
import { Fullest } from "@/components/place/fullest"
import { HarnessList } from "@/components/place/harness-list"
import { PlaceStats } from "@/components/place/place-stats"
import { SourceList } from "@/components/place/source-list"
import { WaitingForYou } from "@/components/place/waiting-for-you"
import { LiveRefresh } from "@/components/shell/live-refresh"
import { placePath, projectPath, teamPath } from "@/components/shell/places"
import { Timeline } from "@/components/timeline/timeline"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { PageTop } from "@/components/ui/page-top"
import { Panel, WithAside } from "@/components/ui/panel"
import { Tabs } from "@/components/ui/tabs"
import { requireActor } from "@/lib/auth/actor"
import { showProject } from "@/lib/operations/fleet/project"
import { ask } from "@/lib/operations/operation"
import { WRITES } from "../../fleet/writes"

interface ProjectPageProps {
  params: Promise<{ team: string; project: string }>
}

export async function generateMetadata({ params }: ProjectPageProps): Promise<Metadata> {
  return { title: decodeURIComponent((await params).project) }
}

export default async function ProjectPage({ params }: ProjectPageProps) {
  const [{ team, project: named }, actor] = await Promise.all([params, requireActor()])
  const { project, waiting, categories, fullest, sources, harnesses, recent } = shown(
    await ask(showProject, actor, { team, project: decodeURIComponent(named) }),
  )
  const now = new Date().toISOString()
  const { slug } = project
  return (
    <>
      <PageTop
        title={project.name}
        tabs={
          <Tabs
            label={project.name}
            tabs={[
              { label: "Overview", href: projectPath(team, slug), current: true },
              { label: "Agents", href: placePath(team, "fleet", slug), count: project.agents },
              { label: "Files", href: placePath(team, "memory", slug), count: project.files },
              { label: "Known by one", href: placePath(team, "fleet/missed", slug) },
              { label: "Growth", href: placePath(team, "fleet/growth", slug) },
            ]}
          />
        }
        actions={
          <ButtonLink size="sm" variant="quiet" href={teamPath(team)}>
            All projects
          </ButtonLink>
        }
      />
      <LiveRefresh team={team} on={WRITES} />
      {project.files === 0 && project.agents === 0 ? (
        <Empty
          icon={<FolderOpen className="icon-lg" aria-hidden />}
          title={`${project.name} holds no memory yet`}
          action={
            <ButtonLink variant="primary" href={`/t/${team}/sources`}>
              Import memory files
            </ButtonLink>
          }
        >
          Its agents, what is amiss and what waits for you stand here with the first file that comes in. Drop
          a folder, or connect one.
        </Empty>
      ) : (
        <WithAside
          aside={
            <>
              {project.agents > 0 ? (
                <Panel title="Agents by state" note={project.agents}>
                  <AgentStates team={team} project={slug} states={project.states} />
                </Panel>
              ) : null}
              {fullest.length > 0 ? (
                <Panel title="Nearest to their budget">
                  <Fullest team={team} agents={fullest} />
                </Panel>
              ) : null}
              {sources === null ? null : (
                <Panel title="Sources" note={sources.length > 0 ? sources.length : null}>
                  {sources.length === 0 ? (
                    <p className="text-ink-2">
                      None of its files came from a source.{" "}
                      <Link href={`/t/${team}/sources`} className="text-link">
                        Connect one
                      </Link>
                    </p>
                  ) : (
                    <SourceList team={team} sources={sources} now={now} />
                  )}
                </Panel>
              )}
              <Panel title="Harnesses that report">
                <HarnessList team={team} project={slug} harnesses={harnesses} now={now} />
              </Panel>
            </>
          }
        >
          <PlaceStats figures={project} />
          <Panel title="Waiting for you">
            <WaitingForYou team={team} project={slug} waiting={waiting} alerts={project.alerts} />
          </Panel>
          {categories.length > 0 ? (
            <Panel title="Categories" note={categories.length}>
              <CategoryTable team={team} project={slug} categories={categories} />
            </Panel>
          ) : null}
          {recent.length > 0 ? (
            <Panel title="What happened last" note="days and hours are UTC">
              <Timeline team={team} project={slug} items={recent} today={now.slice(0, 10)} showAgent />
            </Panel>
          ) : null}
        </WithAside>
      )}
    </>
  )
}
