import { Sprout } from "lucide-react"
import type { Metadata } from "next"
import type { z } from "zod"
import { Link } from "@/components/ui/link"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { AgentsWithoutMemory } from "@/components/seed/overview/agents-without-memory"
import { DecidedPlans, FreshList } from "@/components/seed/overview/decided-plans"
import { WaitingPlans } from "@/components/seed/overview/waiting-plans"
import { newSeedPath, seedPath } from "@/components/data/addresses"
import { LiveRefresh } from "@/components/shell/live-refresh"
import { placePath } from "@/components/shell/navigation"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { PageTop } from "@/components/ui/page-top"
import { Panel } from "@/components/ui/panel"
import { requireActor } from "@/lib/auth/actor"
import type { Actor } from "@/lib/memory/teams/actor"
import { done } from "@/lib/memory/inputs/outcome"
import { listTeamProjects } from "@/lib/operations/agents/fleet"
import { runOperation } from "@/lib/operations/operation"
import { listAgentsWithoutMemory } from "@/lib/operations/seed/agents-without-memory"
import { listSeeds } from "@/lib/operations/seed/seed-plans"
import { teamOf } from "@/lib/operations/teams/team-and-project"
import { readParameters, type PageSearch } from "@/app/page-parameters"
import { startEmptyMemory, seedAgents, undoSeedPlan } from "./actions"

export const metadata: Metadata = { title: "Seed agents" }

/** Kinds of events that change cold agents or plans. */
const CHANGES = ["seed", "agent", "file", "import"] as const
/**
 * Number of plans to read for a page of decided plans. Waiting plans and plans of other projects are then
 * left out.
 */
const PAGE = 25
const MOST_WAITING = 100

export default async function SeedPage({
  params,
  searchParams,
}: {
  params: Promise<{ team: string }>
  searchParams: PageSearch
}) {
  const [{ team }, search, actor] = await Promise.all([params, searchParams, requireActor()])
  const { project, after } = readParameters(search, ["project", "after"])
  const here = project ?? null
  const isNow = after === undefined
  const [found, plans, places, proposes, curates] = await Promise.all([
    runOperation(listAgentsWithoutMemory, actor, { team, project }),
    plansOf(actor, team, { project: here, after }),
    runOperation(listTeamProjects, actor, { team }),
    teamOf(actor, "propose", team),
    teamOf(actor, "curate", team),
  ])
  const { agents: cold, fresh } = valueOrNotFound(found)
  // Agents with a plan are listed under waiting plans.
  const agents = cold.filter(({ plan }) => plan === null)
  const { waiting, ended, cursor } = plans
  const { projects } = valueOrNotFound(places)
  const isEmpty = agents.length + fresh.length + waiting.length + ended.length === 0
  const now = new Date().toISOString()
  const newHref = proposes.ok ? newSeedPath(team, { project }) : null
  const undo = curates.ok ? undoSeedPlan : null
  return (
    <>
      <PageTop
        guide="seeding"
        title={
          <>
            <Link href={placePath(team, "agents", here)} className="font-medium text-ink-2 hover:text-ink">
              Agents
            </Link>
            <span className="text-ink-3"> / </span>
            Seed
          </>
        }
        actions={<NewAgentButton href={newHref} />}
      />
      <LiveRefresh team={team} on={CHANGES} />
      <div className="grid grid-cols-1 gap-5 p-4">
        {waiting.length > 0 ? (
          <Panel title="Waiting for review" note={waiting.length}>
            <WaitingPlans team={team} plans={waiting} now={now} />
          </Panel>
        ) : null}
        {isNow ? (
          <>
            <ColdAgents
              team={team}
              project={here}
              agents={agents}
              showProject={here === null && projects.length > 1}
              mayPropose={proposes.ok}
              mayCurate={curates.ok}
            />
            {cold.length === 0 ? (
              <NoColdAgents
                team={team}
                newHref={newHref}
                isEmpty={isEmpty}
                hasProjects={projects.length > 0}
              />
            ) : null}
            {fresh.length > 0 ? (
              <Panel title="Starting fresh" note={fresh.length}>
                <FreshList team={team} agents={fresh} now={now} undo={undo} />
              </Panel>
            ) : null}
          </>
        ) : null}
        {ended.length > 0 ? (
          <Panel title="History">
            <DecidedPlans team={team} plans={ended} now={now} undo={undo} />
          </Panel>
        ) : null}
        <Pages newest={isNow ? null : seedPath(team, here)} older={olderPath(team, here, cursor)} />
      </div>
    </>
  )
}

const NONE = done({ plans: [], cursor: null, total: 0 })

/** Returns the waiting plans, and a page of decided plans. Older pages list no waiting plans. */
async function plansOf(
  actor: Actor,
  team: string,
  { project, after }: { project: string | null; after: string | undefined },
) {
  const here = { team, project: project ?? undefined }
  const [waiting, decided] = await Promise.all([
    after === undefined
      ? runOperation(listSeeds, actor, { ...here, state: "waiting", limit: MOST_WAITING })
      : NONE,
    runOperation(listSeeds, actor, { ...here, state: "decided", limit: PAGE, cursor: after }),
  ])
  const { plans, cursor } = valueOrNotFound(decided)
  return { waiting: valueOrNotFound(waiting).plans, ended: plans, cursor }
}

function olderPath(team: string, project: string | null, cursor: string | null): string | null {
  if (cursor === null) return null
  return `${seedPath(team, project)}${project === null ? "?" : "&"}after=${encodeURIComponent(cursor)}`
}

function NewAgentButton({ href }: { href: string | null }) {
  return href === null ? null : (
    <ButtonLink size="sm" href={href}>
      New agent…
    </ButtonLink>
  )
}

interface ColdAgentsProps {
  team: string
  project: string | null
  agents: z.input<typeof listAgentsWithoutMemory.output>["agents"]
  showProject: boolean
  mayPropose: boolean
  mayCurate: boolean
}

/** Agents without memory that have no plan yet. */
function ColdAgents({ team, project, agents, showProject, mayPropose, mayCurate }: ColdAgentsProps) {
  return agents.length === 0 ? null : (
    <Panel title="Cold agents" note={`${agents.length} without memory`}>
      <AgentsWithoutMemory
        team={team}
        agents={agents}
        showProject={showProject}
        seed={mayPropose ? seedAgents.bind(null, { team, project }) : null}
        fresh={mayCurate ? startEmptyMemory.bind(null, { team }) : null}
      />
    </Panel>
  )
}

interface NoColdAgentsProps {
  team: string
  /** Address of the form for a new plan; null if the user may not seed agents. */
  newHref: string | null
  /** True if the page lists nothing else. */
  isEmpty: boolean
  hasProjects: boolean
}

function NoColdAgents({ team, newHref, isEmpty, hasProjects }: NoColdAgentsProps) {
  if (!isEmpty) {
    return (
      <Panel title="Cold agents">
        <p className="text-ink-2">No cold agents. Every agent has its own memory or is set to start fresh.</p>
      </Panel>
    )
  }
  if (!hasProjects) {
    return (
      <Empty
        icon={<Sprout className="icon-lg" aria-hidden />}
        title="No agents yet"
        action={<ButtonLink href={`/t/${team}/sources`}>Import memory files</ButtonLink>}
      >
        Agents are seeded from the memory of other agents. Import memory files first.
      </Empty>
    )
  }
  return (
    <Empty
      icon={<Sprout className="icon-lg" aria-hidden />}
      title="No cold agents"
      action={newHref ? <ButtonLink href={newHref}>Seed a new agent</ButtonLink> : undefined}
    >
      Every agent has its own memory. New agents without memory appear here, with suggested predecessors.
    </Empty>
  )
}

/** Links to the newest and older decided plans. Null if there is neither. */
function Pages({ newest, older }: { newest: string | null; older: string | null }) {
  if (newest === null && older === null) return null
  return (
    <nav aria-label="History" className="flex gap-2">
      {newest ? (
        <ButtonLink size="sm" href={newest}>
          Newest
        </ButtonLink>
      ) : null}
      {older ? (
        <ButtonLink size="sm" href={older}>
          Older
        </ButtonLink>
      ) : null}
    </nav>
  )
}
