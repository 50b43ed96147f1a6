import type { Metadata } from "next"
import type { ReactNode } from "react"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { LoadMapChart } from "@/components/agents/loads/load-map"
import { TimeRange } from "@/components/charts/time-range-choice"
import { readWeekRange, type WeekRange } from "@/components/charts/time-ranges"
import { Checklist, isSetUp, NextSteps } from "@/components/home/home-next-steps"
import { GrowthCard, HealthCard, QueueCard } from "@/components/home/cards"
import { PlaceStats } from "@/components/teams/overview/project-table"
import { LiveRefresh } from "@/components/shell/live-refresh"
import { placePath } from "@/components/shell/navigation"
import { ButtonLink } from "@/components/ui/button"
import { PageTop } from "@/components/ui/page-top"
import { Panel } from "@/components/ui/panel"
import { TableBox } from "@/components/data/table"
import { requireActor } from "@/lib/auth/actor"
import type { Actor } from "@/lib/memory/teams/actor"
import { closestToLimit, memoryName, summarizeGrowth, withSharedName } from "@/lib/memory/agents/growth"
import { changeOfHealth } from "@/lib/memory/health/health"
import { showFleet } from "@/lib/operations/agents/fleet"
import { showGrowth } from "@/lib/operations/agents/growth-and-activity"
import { showFleetMap } from "@/lib/operations/agents/loads"
import { showProject, showTeam } from "@/lib/operations/agents/team-and-projects"
import { showHealth, showTrends } from "@/lib/operations/health/health"
import { listNextSteps, showSetup } from "@/lib/operations/home/setup-and-next-steps"
import { runOperation } from "@/lib/operations/operation"
import { showProposalFlow } from "@/lib/operations/proposals/flow"
import { readParameters, type PageSearch } from "@/app/page-parameters"
import { WRITES } from "../memory-write-events"
import { ProjectFacts, ProjectOverview, TeamFacts, TeamOverview } from "./overviews"

export const metadata: Metadata = { title: "Home" }

/** Maximum number of agents or files shown individually in the map. The tab Delivery shows more. */
const MAPPED = 24
/** Maximum number of agents listed in the growth card. */
const FULLEST = 4

interface HomePageProps {
  params: Promise<{ team: string }>
  searchParams: PageSearch
}

export default async function HomePage({ params, searchParams }: HomePageProps) {
  const [{ team }, search, actor] = await Promise.all([params, searchParams, requireActor()])
  const { project, weeks: range } = readParameters(search, ["project", "weeks"])
  const weeks = readWeekRange(range, 12)
  return project === undefined ? (
    <TeamHome actor={actor} team={team} weeks={weeks} />
  ) : (
    <ProjectHome actor={actor} team={team} project={project} weeks={weeks} />
  )
}

interface HomeProps {
  actor: Actor
  team: string
  weeks: WeekRange
}

async function TeamHome({ actor, team, weeks }: HomeProps) {
  const [overview, setup] = await Promise.all([
    runOperation(showTeam, actor, { team }).then(valueOrNotFound),
    runOperation(showSetup, actor, { team }).then(valueOrNotFound),
  ])
  const { totals } = overview
  const { name, sample } = overview.team
  const checklist = isSetUp(setup) || sample ? null : <Checklist team={team} setup={setup} />
  if (!totals.files) {
    return <NoMemory team={team} name={name} title="Set up your team in five steps" checklist={checklist} />
  }
  const now = new Date().toISOString()
  return (
    <>
      <PageTop title={name} actions={<TimeRange weeks={weeks} />} />
      <HomeLayout
        actor={actor}
        team={team}
        project={null}
        weeks={weeks}
        figures={totals}
        aside={
          <>
            {checklist ? <Panel title="Get started">{checklist}</Panel> : null}
            <TeamFacts team={team} overview={overview} />
          </>
        }
      >
        <TeamOverview team={team} overview={overview} now={now} />
      </HomeLayout>
    </>
  )
}

async function ProjectHome({ actor, team, project: slug, weeks }: HomeProps & { project: string }) {
  const [overview, setup] = await Promise.all([
    runOperation(showProject, actor, { team, project: slug }).then(valueOrNotFound),
    runOperation(showSetup, actor, { team }).then(valueOrNotFound),
  ])
  const { project } = overview
  if (!project.files) {
    return (
      <NoMemory
        team={team}
        name={project.name}
        title="This project has no memory files yet"
        checklist={isSetUp(setup) ? null : <Checklist team={team} setup={setup} />}
      />
    )
  }
  const now = new Date().toISOString()
  return (
    <>
      <PageTop
        title={project.name}
        actions={
          <>
            <ButtonLink size="sm" variant="quiet" href={placePath(team, "", null)}>
              All projects
            </ButtonLink>
            <TimeRange weeks={weeks} />
          </>
        }
      />
      <HomeLayout
        actor={actor}
        team={team}
        project={project.slug}
        weeks={weeks}
        figures={project}
        aside={<ProjectFacts team={team} overview={overview} now={now} />}
      >
        <ProjectOverview team={team} overview={overview} now={now} />
      </HomeLayout>
    </>
  )
}

interface NoMemoryProps {
  team: string
  name: string
  title: string
  /** The setup checklist; null once the team is set up. */
  checklist: ReactNode
}

/** The home page of a team or project without memory files. */
function NoMemory({ team, name, title, checklist }: NoMemoryProps) {
  return (
    <>
      <PageTop title={name} />
      <LiveRefresh team={team} on={[...WRITES, "project"]} />
      <div className="mx-auto grid max-w-140 gap-3 px-4 py-10">
        <h2 className="text-md">{title}</h2>
        <p className="text-ink-2">
          Import your agents’ memory files to see how your fleet is doing and what to do next.
        </p>
        {checklist ? <TableBox className="p-2">{checklist}</TableBox> : null}
        <p>
          <ButtonLink variant="primary" href={placePath(team, "sources", null)}>
            Import memory files
          </ButtonLink>
        </p>
      </div>
    </>
  )
}

interface HomeLayoutProps extends HomeProps {
  project: string | null
  figures: Parameters<typeof PlaceStats>[0]["figures"]
  aside: ReactNode
  children: ReactNode
}

/** The parts that the home pages of teams and projects share. */
function HomeLayout({ actor, team, project, weeks, figures, aside, children }: HomeLayoutProps) {
  return (
    <>
      <LiveRefresh team={team} on={[...WRITES, "project", "proposal", "conflict", "alert"]} />
      <div className="grid grid-cols-1 gap-5 p-4">
        <Answers actor={actor} team={team} project={project} range={weeks} />
        <PlaceStats figures={figures} />
        <AgentMap actor={actor} team={team} project={project} />
        <div className="grid grid-cols-1 gap-5 xl:grid-cols-3">
          <div className="grid min-w-0 grid-cols-1 content-start gap-5 xl:col-span-2">{children}</div>
          <aside aria-label="Details" className="grid min-w-0 grid-cols-1 content-start gap-5">
            {aside}
          </aside>
        </div>
      </div>
    </>
  )
}

async function AgentMap({ actor, team, project }: { actor: Actor; team: string; project: string | null }) {
  const place = { team, ...(project === null ? {} : { project }) }
  const map = valueOrNotFound(await runOperation(showFleetMap, actor, { ...place, nodes: MAPPED }))
  return map.flows.length === 0 ? null : (
    <Panel title="Agent–memory map">
      <LoadMapChart team={team} map={map} />
    </Panel>
  )
}

/** Shows the health of the fleet, the next step, the growth against limits, and the queue. */
async function Answers({
  actor,
  team,
  project,
  range,
}: {
  actor: Actor
  team: string
  project: string | null
  range: WeekRange
}) {
  const place = { team, ...(project === null ? {} : { project }) }
  const [health, trends, next, growth, fleet, flow] = await Promise.all([
    runOperation(showHealth, actor, place).then(valueOrNotFound),
    runOperation(showTrends, actor, { ...place, days: range * 7 }).then(valueOrNotFound),
    runOperation(listNextSteps, actor, place).then(valueOrNotFound),
    runOperation(showGrowth, actor, place).then(valueOrNotFound),
    runOperation(showFleet, actor, place).then(valueOrNotFound),
    runOperation(showProposalFlow, actor, { ...place, weeks: range }).then(valueOrNotFound),
  ])
  // Recorded values of today may be outdated, so current ones replace them.
  const today = {
    day: health.at.slice(0, 10),
    health: health.score,
    parts: Object.fromEntries(health.parts.map(({ name, score }) => [name, score])),
  }
  const days = [...trends.days.filter((one) => one.health !== null && one.day < today.day), today]
  const weights = Object.fromEntries(health.parts.map(({ name, weight }) => [name, weight]))
  const [weakest] = health.parts
    .filter(({ score }) => score !== null && score < 100)
    .toSorted((a, b) => (100 - (b.score ?? 0)) * b.weight - (100 - (a.score ?? 0)) * a.weight)
  const summary = summarizeGrowth([...growth.agents, ...growth.shared.map(withSharedName)])
  const { fullest, ...truncation } = closestToLimit(fleet.agents, FULLEST)
  const limitOn = new Map(growth.agents.map((one) => [`${one.project}/${one.name}`, one.limitOn]))
  return (
    <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
      {health.score === null ? null : (
        <HealthCard
          team={team}
          project={project}
          score={health.score}
          days={days}
          change={changeOfHealth(days, weights)}
          weakest={weakest ?? null}
          wrong={health.checks.filter(({ ok }) => !ok).length}
          checks={health.checks.length}
        />
      )}
      <NextSteps team={team} project={project} steps={next.steps} />
      <GrowthCard
        team={team}
        project={project}
        weeks={growth.weeks.slice(-range)}
        growth={{ ...summary, weeks: summary.weeks.slice(-range) }}
        {...truncation}
        fullest={fullest.map((agent) => ({
          ...agent,
          memory: memoryName(agent, fleet.categories),
          limitOn: agent.shared ? null : (limitOn.get(`${agent.project.slug}/${agent.name}`) ?? null),
        }))}
      />
      <QueueCard team={team} project={project} flow={flow} />
    </div>
  )
}
