import { LayoutGrid } from "lucide-react"
import type { Metadata } from "next"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { packActivity } from "@/components/agents/activity"
import { ActivityMap } from "@/components/agents/activity-map"
import { TimeRange } from "@/components/charts/time-range-choice"
import { readWeekRange } from "@/components/charts/time-ranges"
import { PartFilters } from "@/components/agents/project-category-filters"
import { LiveRefresh } from "@/components/shell/live-refresh"
import { PlaceTop } from "@/components/shell/navigation-page-top"
import { ButtonLink } from "@/components/ui/button"
import { formatCount } from "@/lib/memory/text/sentence"
import { Empty } from "@/components/ui/empty"
import { requireActor } from "@/lib/auth/actor"
import { showActivity } from "@/lib/operations/agents/growth-and-activity"
import { runOperation } from "@/lib/operations/operation"
import { readParameters, type PageSearch } from "@/app/page-parameters"
import { WRITES } from "@/app/t/[team]/memory-write-events"

export const metadata: Metadata = { title: "Activity" }

export default async function ActivityPage({
  params,
  searchParams,
}: {
  params: Promise<{ team: string }>
  searchParams: PageSearch
}) {
  const [{ team }, search, actor] = await Promise.all([params, searchParams, requireActor()])
  const range = readWeekRange(readParameters(search, ["weeks"]).weeks, 26)
  const activity = valueOrNotFound(
    await runOperation(showActivity, actor, { team, ...readParameters(search, ["project", "category"]) }),
  )
  const { projects, categories } = activity
  const weeks = activity.weeks.slice(-range)
  const agents = activity.agents.map((agent) => ({ ...agent, weeks: agent.weeks.slice(-range) }))
  const total = agents.reduce((sum, agent) => sum + agent.weeks.reduce((own, one) => own + one, 0), 0)
  return (
    <>
      <PlaceTop
        team={team}
        project={readParameters(search, ["project"]).project}
        current="agents/growth/activity"
      />
      <LiveRefresh team={team} on={WRITES} />
      <div className="p-4">
        <PartFilters
          projects={projects}
          categories={categories}
          loose
          said={`${formatCount(agents.length, "agent")} · ${total.toLocaleString("en")} dated entries in ${weeks.length} weeks (own files only)`}
        >
          <TimeRange weeks={range} />
        </PartFilters>
        {agents.length === 0 ? (
          <Empty
            icon={<LayoutGrid className="icon-lg" aria-hidden />}
            title="No activity yet"
            action={<ButtonLink href={`/t/${team}/sources`}>Import memory files</ButtonLink>}
          >
            Activity appears after the first import, starting with the week of the oldest dated entry.
          </Empty>
        ) : (
          <ActivityMap
            team={team}
            weeks={weeks}
            packed={packActivity(agents, categories)}
            categories={categories}
          />
        )}
      </div>
    </>
  )
}
