import { TrendingUp } from "lucide-react"
import type { Metadata } from "next"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { countFullBy, packGrowth } from "@/components/agents/growth/growth"
import { GrowthList } from "@/components/agents/growth/growth-list"
import { TimeRange } from "@/components/charts/time-range-choice"
import { readWeekRange } from "@/components/charts/time-ranges"
import { PartFilters } from "@/components/agents/project-category-filters"
import { LiveRefresh } from "@/components/shell/live-refresh"
import { PlaceTop } from "@/components/shell/navigation-page-top"
import { ButtonLink } from "@/components/ui/button"
import { formatCount } from "@/lib/memory/text/sentence"
import { Empty } from "@/components/ui/empty"
import { requireActor } from "@/lib/auth/actor"
import { withSharedName } from "@/lib/memory/agents/growth"
import { showGrowth } from "@/lib/operations/agents/growth-and-activity"
import { runOperation } from "@/lib/operations/operation"
import { readParameters, type PageSearch } from "@/app/page-parameters"
import { WRITES } from "../../memory-write-events"

export const metadata: Metadata = { title: "Growth vs. limits" }

export default async function GrowthPage({
  params,
  searchParams,
}: {
  params: Promise<{ team: string }>
  searchParams: PageSearch
}) {
  const [{ team }, search, actor] = await Promise.all([params, searchParams, requireActor()])
  const part = readParameters(search, ["project", "category"])
  const { weeks, projects, categories, ...growth } = valueOrNotFound(
    await runOperation(showGrowth, actor, { team, ...part }),
  )
  const agents = growth.agents.length
  const memories = [...growth.agents, ...growth.shared.map(withSharedName)]
  const range = readWeekRange(readParameters(search, ["weeks"]).weeks, 26)
  const soon = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10)
  const full = countFullBy(memories, soon)
  return (
    <>
      <PlaceTop team={team} project={part.project} current="agents/growth" />
      <LiveRefresh team={team} on={WRITES} />
      <div className="p-4">
        <PartFilters
          projects={projects}
          categories={categories}
          loose
          said={`${formatCount(agents, "agent")} and ${formatCount(growth.shared.length, "shared memory")} · ${full} expected to be full within two weeks`}
        >
          <TimeRange weeks={range} />
        </PartFilters>
        {memories.length === 0 ? (
          <Empty
            icon={<TrendingUp className="icon-lg" aria-hidden />}
            title="No growth data yet"
            action={<ButtonLink href={`/t/${team}/sources`}>Import memory files</ButtonLink>}
          >
            Growth appears after the first import, starting with the week of the oldest dated entry.
          </Empty>
        ) : (
          <GrowthList
            weeks={weeks.slice(-range)}
            packed={packGrowth(memories.map((one) => ({ ...one, weeks: one.weeks.slice(-range) })))}
          />
        )}
      </div>
    </>
  )
}
