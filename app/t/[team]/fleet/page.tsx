import { LayoutGrid } from "lucide-react"
import type { Metadata } from "next"
import { shown } from "@/app/shown"
import { FleetStats } from "@/components/fleet/fleet-stats"
import { FleetTable } from "@/components/fleet/fleet-table"
import { FleetTabs } from "@/components/fleet/fleet-tabs"
import { packAgents } from "@/components/fleet/packed-agents"
import { LiveRefresh } from "@/components/shell/live-refresh"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { PageTop } from "@/components/ui/page-top"
import { requireActor } from "@/lib/auth/actor"
import { showFleet } from "@/lib/operations/fleet"
import { ask } from "@/lib/operations/operation"
import { WRITES } from "./writes"

export const metadata: Metadata = { title: "Fleet" }

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
  } = shown(await ask(showFleet, actor, { team, project }))
  return (
    <>
      <PageTop
        title="Fleet"
        tabs={<FleetTabs team={team} project={chosen?.slug ?? null} current="Agents" />}
      />
      <LiveRefresh team={team} on={WRITES} />
      <div className="p-4">
        {agents.length === 0 ? (
          <Empty
            icon={<LayoutGrid className="icon-lg" aria-hidden />}
            title={chosen ? `No agent keeps memory in ${chosen.name} yet` : "No agents yet"}
            action={
              <>
                <ButtonLink variant="primary" href={`/t/${team}/sources`}>
                  Import memory files
                </ButtonLink>
                {chosen ? <ButtonLink href={`/t/${team}/fleet`}>Show all projects</ButtonLink> : null}
              </>
            }
          >
            Agents appear with the memory files that they keep. Drop a folder, or connect one.
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
            />
          </>
        )}
      </div>
    </>
  )
}
