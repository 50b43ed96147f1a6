import type { Metadata } from "next"
import { Link } from "@/components/ui/link"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { newSeedPath, seedPath } from "@/components/data/addresses"
import { NewSeed } from "@/components/seed/start/new-seed"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { Notice } from "@/components/ui/notice"
import { PageTop } from "@/components/ui/page-top"
import { requireActor } from "@/lib/auth/actor"
import type { Actor } from "@/lib/memory/teams/actor"
import { listTeamProjects } from "@/lib/operations/agents/fleet"
import { runOperation } from "@/lib/operations/operation"
import { mayNameAgent, noAgentName } from "@/lib/operations/proposals/target"
import { listAgentsWithoutMemory } from "@/lib/operations/seed/agents-without-memory"
import { listPredecessors } from "@/lib/operations/seed/agents-without-memory"
import { showTaxonomy } from "@/lib/operations/categories/categories"
import { teamOf } from "@/lib/operations/teams/team-and-project"
import { readParameters, type PageSearch } from "@/app/page-parameters"
import { startEmptyMemory, makePlan } from "../actions"
import { capitalize } from "@/lib/memory/text/sentence"

export const metadata: Metadata = { title: "Seed an agent" }

export default async function NewSeedPage({
  params,
  searchParams,
}: {
  params: Promise<{ team: string }>
  searchParams: PageSearch
}) {
  const [{ team }, search, actor] = await Promise.all([params, searchParams, requireActor()])
  const { project, agent = "", category } = readParameters(search, ["project", "agent", "category"])
  const [listed, taxonomy, proposes, curates] = await Promise.all([
    runOperation(listTeamProjects, actor, { team }),
    runOperation(showTaxonomy, actor, { team }),
    teamOf(actor, "propose", team),
    teamOf(actor, "curate", team),
  ])
  const { projects } = valueOrNotFound(listed)
  const at = project ?? projects[0]?.slug
  const top = (
    <PageTop
      title={
        <>
          <Link href={seedPath(team)} className="font-medium text-ink-2 hover:text-ink">
            Seed
          </Link>
          <span className="text-ink-3"> / </span>
          {agent === "" ? "New agent" : agent}
        </>
      }
    />
  )
  if (at === undefined) {
    return (
      <>
        {top}
        <Empty
          title="No projects yet"
          action={<ButtonLink href={`/t/${team}/sources`}>Import memory files</ButtonLink>}
        >
          Agents are seeded from the memory of other agents. Import memory files first.
        </Empty>
      </>
    )
  }
  if (!proposes.ok) {
    return (
      <>
        {top}
        <div className="p-4">
          <Notice title="Only members can seed agents">
            You can view plans. To create plans, ask a team lead to make you a member.
          </Notice>
        </div>
      </>
    )
  }
  return (
    <>
      {top}
      <Start
        actor={actor}
        place={{ team, project: at, agent, category: category ?? null }}
        projects={projects}
        categories={taxonomy.ok ? taxonomy.value.categories : []}
        mayCurate={curates.ok}
      />
    </>
  )
}

interface StartProps {
  actor: Actor
  place: { team: string; project: string; agent: string; category: string | null }
  projects: Parameters<typeof NewSeed>[0]["projects"]
  categories: Parameters<typeof NewSeed>[0]["categories"]
  mayCurate: boolean
}

/** The form of a new plan, with the predecessors of the chosen agent. */
async function Start({ actor, place, projects, categories, mayCurate }: StartProps) {
  const { team, project, agent, category } = place
  const misnamed = misnamedWords(agent)
  const [coldAgents, found] = await Promise.all([
    coldAgentsOf(actor, { team, project }),
    agent === "" || misnamed !== null
      ? null
      : runOperation(listPredecessors, actor, { ...place, category: category ?? undefined }),
  ])
  const coldAgent = coldAgents.find(({ name }) => name === agent)
  return (
    <>
      {found && !found.ok ? (
        <NoPredecessors message={found.message} startHref={newSeedPath(team, { project })} />
      ) : null}
      <NewSeed
        key={[project, agent, category].join("/")}
        team={team}
        projects={projects}
        categories={categories}
        cold={coldAgents.map(({ name }) => name)}
        asked={{ project, agent, category }}
        found={found?.ok ? found.value : null}
        misnamed={misnamed}
        planned={coldAgent?.plan ?? null}
        plan={makePlan.bind(null, { team })}
        fresh={coldAgent && mayCurate ? startEmptyMemory.bind(null, { team, back: true }) : null}
      />
    </>
  )
}

async function coldAgentsOf(actor: Actor, place: { team: string; project: string }) {
  const cold = await runOperation(listAgentsWithoutMemory, actor, place)
  return cold.ok ? cold.value.agents : []
}

/** Returns the reason why a name is invalid for an agent. Null for a valid or empty name. */
const misnamedWords = (agent: string): string | null =>
  agent === "" || mayNameAgent(agent) ? null : noAgentName(agent).replace(/^agent: /, "")

function NoPredecessors({ message, startHref }: { message: string; startHref: string }) {
  return (
    <div className="px-4 pt-4">
      <Notice
        tone="danger"
        title="Could not load predecessors"
        action={
          <ButtonLink size="sm" href={startHref}>
            Start over
          </ButtonLink>
        }
      >
        {capitalize(message)}
      </Notice>
    </div>
  )
}
