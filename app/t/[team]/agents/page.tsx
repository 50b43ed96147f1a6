import { LayoutGrid } from "lucide-react"
import type { Metadata } from "next"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { FleetStats } from "@/components/agents/fleet-stats"
import { FleetTable } from "@/components/agents/fleet-table"
import { packAgents } from "@/components/agents/fleet"
import { seedPath } from "@/components/data/addresses"
import { LiveRefresh } from "@/components/shell/live-refresh"
import { PlaceTop } from "@/components/shell/navigation-page-top"
import { comparePath } from "@/components/shell/navigation"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { requireActor } from "@/lib/auth/actor"
import { showFleet } from "@/lib/operations/agents/fleet"
import { runOperation } from "@/lib/operations/operation"
import { teamOf } from "@/lib/operations/teams/team-and-project"
import { can } from "@/lib/memory/teams/actor"
import { placeAgents, undoPlacements } from "../settings/categories/actions"
import { WRITES } from "../memory-write-events"

export const metadata: Metadata = { title: "Agents" }

interface FleetPageProps {
  params: Promise<{ team: string }>
  searchParams: Promise<{ project?: string }>
}

export default async function FleetPage({ params, searchParams }: FleetPageProps) {
  const [{ team }, { project }, actor] = await Promise.all([params, searchParams, requireActor()])
  const {
    agents,
    categories,
    totals,
    project: chosen,
  } = valueOrNotFound(await runOperation(showFleet, actor, { team, project }))
  const found = await teamOf(actor, "read", team)
  const mayMove = found.ok && can(actor, "curate", { teamId: found.value.id })
  return (
    <>
      <PlaceTop
        team={team}
        project={chosen?.slug}
        current="agents"
        actions={
          agents.length === 0 ? undefined : (
            <>
              <ButtonLink size="sm" variant="quiet" href={comparePath(team, {})}>
                Compare…
              </ButtonLink>
              <ButtonLink size="sm" href={seedPath(team, chosen?.slug)}>
                Seed…
              </ButtonLink>
            </>
          )
        }
      />
      <LiveRefresh team={team} on={WRITES} />
      <div className="p-4">
        {agents.length === 0 ? (
          <Empty
            icon={<LayoutGrid className="icon-lg" aria-hidden />}
            title={chosen ? `No agents in ${chosen.name} yet` : "No agents yet"}
            action={
              <>
                <ButtonLink variant="primary" href={`/t/${team}/sources`}>
                  Import memory files
                </ButtonLink>
                {chosen ? <ButtonLink href={`/t/${team}/agents`}>Show all projects</ButtonLink> : null}
              </>
            }
          >
            Agents appear here once their memory files are imported. Import a folder or connect a source.
          </Empty>
        ) : (
          <>
            <div className="mb-3.5">
              <FleetStats totals={totals} />
            </div>
            <FleetTable
              team={team}
              packed={packAgents(agents)}
              categories={categories}
              today={new Date().toISOString().slice(0, 10)}
              actions={mayMove ? { place: placeAgents, undo: undoPlacements } : null}
            />
          </>
        )}
      </div>
    </>
  )
}
