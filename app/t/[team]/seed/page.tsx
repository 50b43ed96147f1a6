import { Sprout } from "lucide-react"
import type { Metadata } from "next"
import { Link } from "@/components/ui/link"
import { shown } from "@/app/shown"
import { ColdList } from "@/components/seed/cold/cold-list"
import { DecidedPlans } from "@/components/seed/cold/decided-plans"
import { FreshList } from "@/components/seed/cold/fresh-list"
import { WaitingPlans } from "@/components/seed/cold/waiting-plans"
import { newSeedPath, seedPath } from "@/components/data/addresses"
import { LiveRefresh } from "@/components/shell/live-refresh"
import { placePath } from "@/components/shell/places"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { PageTop } from "@/components/ui/page-top"
import { Panel } from "@/components/ui/panel"
import { requireActor } from "@/lib/auth/actor"
import { done } from "@/lib/memory/inputs/outcome"
import { listTeamProjects } from "@/lib/operations/agents/list"
import { ask } from "@/lib/operations/operation"
import { listColdAgents } from "@/lib/operations/seed/cold"
import { listSeeds } from "@/lib/operations/seed/read"
import { teamOf } from "@/lib/operations/teams/team-of"
import { asked, type Search } from "../agents/view-query"
import { freshStart, seedCold, takeBack } from "./actions"

export const metadata: Metadata = { title: "Seed agents" }

/** Kinds of events that change cold agents or plans. */
const CHANGES = ["seed", "agent", "file", "import"] as const
/** Decided plans on a page. */
const PAGE = 25
const MOST_WAITING = 100

export default async function SeedPage({
  params,
  searchParams,
}: {
  params: Promise<{ team: string }>
  searchParams: Search
}) {
  const [{ team }, search, actor] = await Promise.all([params, searchParams, requireActor()])
  const { project, after } = asked(search, ["project", "after"])
  const here = project ?? null
  const within = { team, ...(project === undefined ? {} : { project }) }
  const isNow = after === undefined
  const [found, waiting, decided, places, proposes, curates] = await Promise.all([
    ask(listColdAgents, actor, within),
    isNow ? ask(listSeeds, actor, { team, state: "waiting", limit: MOST_WAITING }) : NONE,
    ask(listSeeds, actor, { team, state: "all", limit: PAGE, ...(isNow ? {} : { cursor: after }) }),
    ask(listTeamProjects, actor, { team }),
    teamOf(actor, "propose", team),
    teamOf(actor, "curate", team),
  ])
  const { agents: cold, fresh } = shown(found)
  // Agents with a plan are listed under waiting plans.
  const agents = cold.filter(({ plan }) => plan === null)
  const isHere = (one: { readonly project: { readonly slug: string } }) =>
    here === null || one.project.slug === here
  const wait = shown(waiting).plans.filter(isHere)
  const { plans: all, cursor } = shown(decided)
  const ended = all.filter((one) => one.state !== "waiting" && isHere(one))
  const severalProjects = here === null && shown(places).projects.length > 1
  const isEmpty = agents.length + fresh.length + wait.length + ended.length === 0
  const now = new Date().toISOString()
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
        actions={
          proposes.ok ? (
            <ButtonLink size="sm" href={newSeedPath(team, { project })}>
              New agent…
            </ButtonLink>
          ) : null
        }
      />
      <LiveRefresh team={team} on={CHANGES} />
      <div className="grid grid-cols-1 gap-5 p-4">
        {wait.length > 0 ? (
          <Panel title="Waiting for a decision" note={wait.length}>
            <WaitingPlans team={team} plans={wait} now={now} />
          </Panel>
        ) : null}
        {!isNow ? null : agents.length > 0 ? (
          <Panel title="Cold agents" note={`${agents.length} without memory`}>
            <ColdList
              team={team}
              agents={agents}
              showProject={severalProjects}
              seed={proposes.ok ? seedCold.bind(null, { team, project: here }) : null}
              fresh={curates.ok ? freshStart.bind(null, { team }) : null}
            />
          </Panel>
        ) : cold.length > 0 ? null : !isEmpty ? (
          <Panel title="Cold agents">
            <p className="text-ink-2">No cold agents. All agents have their own memory or start fresh.</p>
          </Panel>
        ) : shown(places).projects.length === 0 ? (
          <Empty
            icon={<Sprout className="icon-lg" aria-hidden />}
            title="No agents yet"
            action={<ButtonLink href={`/t/${team}/sources`}>Import memory files</ButtonLink>}
          >
            Agents are seeded from the memory of other agents. Import memory files first.
          </Empty>
        ) : (
          <Empty
            icon={<Sprout className="icon-lg" aria-hidden />}
            title="No cold agents"
            action={
              proposes.ok ? (
                <ButtonLink href={newSeedPath(team, { project })}>Seed a new agent</ButtonLink>
              ) : undefined
            }
          >
            All agents have their own memory. New agents without memory appear here, with suggested
            predecessors.
          </Empty>
        )}
        {isNow && fresh.length > 0 ? (
          <Panel title="Starting fresh" note={fresh.length}>
            <FreshList team={team} agents={fresh} now={now} undo={curates.ok ? takeBack : null} />
          </Panel>
        ) : null}
        {ended.length > 0 ? (
          <Panel title="History">
            <DecidedPlans team={team} plans={ended} now={now} undo={curates.ok ? takeBack : null} />
          </Panel>
        ) : null}
        {isNow && cursor === null ? null : (
          <nav aria-label="History" className="flex gap-2">
            {isNow ? null : (
              <ButtonLink size="sm" href={seedPath(team, here)}>
                Newest
              </ButtonLink>
            )}
            {cursor === null ? null : (
              <ButtonLink
                size="sm"
                href={`${seedPath(team, here)}${here === null ? "?" : "&"}after=${encodeURIComponent(cursor)}`}
              >
                Older
              </ButtonLink>
            )}
          </nav>
        )}
      </div>
    </>
  )
}

const NONE = done({ plans: [], cursor: null, total: 0 })
