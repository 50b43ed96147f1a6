import { Instant } from "@/components/data/instant"
import { HeartPulse } from "lucide-react"
import type { Metadata } from "next"
import type { z } from "zod"
import { Link } from "@/components/ui/link"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { BadgePanel } from "@/components/health/badge-panel"
import { CheckList, PartTable, HealthScore } from "@/components/health/health-report"
import { ProjectChoice } from "@/components/health/project-choice"
import { TimeRange } from "@/components/charts/time-range-choice"
import { readWeekRange } from "@/components/charts/time-ranges"
import { TrendChart, TrendsBegin, trendsOf } from "@/components/health/trends"
import { LiveRefresh } from "@/components/shell/live-refresh"
import { placePath } from "@/components/shell/navigation"
import { ButtonLink } from "@/components/ui/button"
import { checksWords, SCORE_MEANING } from "@/lib/memory/health/health-parts"
import { Empty } from "@/components/ui/empty"
import { PageTop } from "@/components/ui/page-top"
import { Panel } from "@/components/ui/panel"
import { requireActor } from "@/lib/auth/actor"
import { listBadges } from "@/lib/operations/health/badges"
import { showHealth, showTrends } from "@/lib/operations/health/health"
import { runOperation } from "@/lib/operations/operation"
import { readParameters, type PageSearch } from "@/app/page-parameters"
import { WRITES } from "../memory-write-events"
import { makeBadge, takeBackBadge } from "./actions"

export const metadata: Metadata = { title: "Health" }

export default async function HealthPage({
  params,
  searchParams,
}: {
  params: Promise<{ team: string }>
  searchParams: PageSearch
}) {
  const [{ team }, search, actor] = await Promise.all([params, searchParams, requireActor()])
  const place = { team, ...readParameters(search, ["project"]) }
  const weeks = readWeekRange(readParameters(search, ["weeks"]).weeks, 12)
  const [health, trends, badges] = await Promise.all([
    runOperation(showHealth, actor, place),
    runOperation(showTrends, actor, { ...place, days: weeks * 7 }),
    runOperation(listBadges, actor, { team }),
  ])
  const { score, parts, checks, project, projects, at } = valueOrNotFound(health)
  const { days: recorded } = valueOrNotFound(trends)
  // The score on this page is current, but the record of today may be up to an hour old.
  const days = recorded.map((one) => (one.day === at.slice(0, 10) ? { ...one, health: score } : one))
  const slug = project?.slug ?? null
  return (
    <>
      <PageTop
        guide="health"
        actions={<TimeRange weeks={weeks} />}
        title={
          <>
            <Link href={placePath(team, "", slug)} className="font-medium text-ink-2 hover:text-ink">
              Home
            </Link>
            <span className="text-ink-3"> / </span>
            Health
          </>
        }
      />
      <LiveRefresh team={team} on={WRITES} />
      <div className="grid grid-cols-1 gap-5 p-4">
        <ProjectChoice
          projects={projects}
          current={slug}
          said={
            <>
              as of <Instant at={at} look="time" />
            </>
          }
        />
        {score === null ? (
          <NoMemory team={team} />
        ) : (
          <Score team={team} project={slug} score={score} parts={parts} checks={checks} />
        )}
        <Panel title="Trends" note={days.length > 1 ? `${days.length} days, recorded hourly` : undefined}>
          <Trends days={days} />
        </Panel>
        {badges.ok && (score !== null || badges.value.badges.length > 0) ? (
          <Panel title="README badge">
            <BadgePanel
              team={team}
              project={slug}
              projects={projects}
              badges={badges.value.badges}
              make={makeBadge}
              takeBack={takeBackBadge}
            />
          </Panel>
        ) : null}
      </div>
    </>
  )
}

type Health = z.input<typeof showHealth.output>

function NoMemory({ team }: { team: string }) {
  return (
    <Empty
      icon={<HeartPulse className="icon-lg" aria-hidden />}
      title="No memory yet"
      action={<ButtonLink href={`/t/${team}/sources`}>Import memory files</ButtonLink>}
    >
      The health score is based on memory files, deliveries and alerts.
    </Empty>
  )
}

interface ScoreProps extends Pick<Health, "parts" | "checks"> {
  team: string
  project: string | null
  score: number
}

/** The score, its parts and the checks. */
function Score({ team, project, score, parts, checks }: ScoreProps) {
  const wrong = checks.filter((one) => !one.ok).length
  return (
    <>
      <HealthScore score={score} said={`${checksWords(wrong, checks.length)}. ${SCORE_MEANING}`} />
      <Panel title="Score breakdown" note="excludes session memory and opted-out agents">
        <PartTable parts={parts} />
      </Panel>
      <Panel title="Checks" note={wrong === 0 ? undefined : `${wrong} of ${checks.length} found issues`}>
        <CheckList team={team} project={project} checks={checks} />
      </Panel>
    </>
  )
}

/** Charts of the recorded days, or a note if there are fewer than two days. */
function Trends({ days }: Pick<z.input<typeof showTrends.output>, "days">) {
  if (days.length < 2) return <TrendsBegin day={days[0]?.day ?? null} />
  return (
    <div className="grid grid-cols-1 gap-3 lg:grid-cols-2">
      {trendsOf(days).map((trend) => (
        <TrendChart key={trend.title} trend={trend} days={days.map(({ day }) => day)} />
      ))}
    </div>
  )
}
