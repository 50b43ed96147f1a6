import type { Metadata } from "next"
import { Link } from "@/components/ui/link"
import { shown } from "@/app/shown"
import { newSeedPath, seedPath } from "@/components/data/addresses"
import { NewSeed } from "@/components/seed/start/new-seed"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { Notice } from "@/components/ui/notice"
import { PageTop } from "@/components/ui/page-top"
import { requireActor } from "@/lib/auth/actor"
import { listTeamProjects } from "@/lib/operations/agents/list"
import { ask } from "@/lib/operations/operation"
import { mayNameAgent, noAgentName } from "@/lib/operations/proposals/target"
import { listColdAgents } from "@/lib/operations/seed/cold"
import { listPredecessors } from "@/lib/operations/seed/cold"
import { showTaxonomy } from "@/lib/operations/taxonomy/show"
import { teamOf } from "@/lib/operations/teams/team-of"
import { asked, type Search } from "../../agents/view-query"
import { freshStart, makePlan } from "../actions"
import { capitalize } from "@/lib/memory/text/sentence"

export const metadata: Metadata = { title: "Seed an agent" }

export default async function NewSeedPage({
  params,
  searchParams,
}: {
  params: Promise<{ team: string }>
  searchParams: Search
}) {
  const [{ team }, search, actor] = await Promise.all([params, searchParams, requireActor()])
  const { project, agent = "", category } = asked(search, ["project", "agent", "category"])
  const [listed, taxonomy, proposes, curates] = await Promise.all([
    ask(listTeamProjects, actor, { team }),
    ask(showTaxonomy, actor, { team }),
    teamOf(actor, "propose", team),
    teamOf(actor, "curate", team),
  ])
  const { projects } = shown(listed)
  const at = project ?? projects[0]?.slug
  const misnamed = agent === "" || mayNameAgent(agent) ? null : noAgentName(agent).replace(/^agent: /, "")
  const [cold, found] = await Promise.all([
    at === undefined ? null : ask(listColdAgents, actor, { team, project: at }),
    at === undefined || agent === "" || misnamed !== null
      ? null
      : ask(listPredecessors, actor, {
          team,
          project: at,
          agent,
          ...(category === undefined ? {} : { category }),
        }),
  ])
  const coldOnes = cold?.ok ? cold.value.agents : []
  const coldOne = coldOnes.find(({ name }) => name === agent)
  return (
    <>
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
      {at === undefined ? (
        <Empty
          title="No projects yet"
          action={<ButtonLink href={`/t/${team}/sources`}>Import memory files</ButtonLink>}
        >
          Agents are seeded from the memory of other agents. Import memory files first.
        </Empty>
      ) : !proposes.ok ? (
        <div className="p-4">
          <Notice title="Only members can seed agents">
            You can view plans. To create one, ask a lead of the team to make you a member.
          </Notice>
        </div>
      ) : (
        <>
          {found !== null && !found.ok ? (
            <div className="px-4 pt-4">
              <Notice
                tone="danger"
                title="Could not load predecessors"
                action={
                  <ButtonLink size="sm" href={newSeedPath(team, { project: at })}>
                    Start over
                  </ButtonLink>
                }
              >
                {capitalize(found.message)}
              </Notice>
            </div>
          ) : null}
          <NewSeed
            key={`${at}/${agent}/${category ?? ""}`}
            team={team}
            projects={projects}
            categories={taxonomy.ok ? taxonomy.value.categories : []}
            cold={coldOnes.map(({ name }) => name)}
            asked={{ project: at, agent, category: category ?? null }}
            found={found?.ok ? found.value : null}
            misnamed={misnamed}
            planned={coldOne?.plan ?? null}
            plan={makePlan.bind(null, { team })}
            fresh={coldOne !== undefined && curates.ok ? freshStart.bind(null, { team, back: true }) : null}
          />
        </>
      )}
    </>
  )
}
