import { HeartPulse } from "lucide-react"
import { notFound } from "next/navigation"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { JobList, heartbeatHref, JobRunList } from "@/components/jobs/jobs"
import { RunNow } from "@/components/jobs/check-alerts-now"
import { SettingsSection } from "@/components/settings/settings-section"
import { PlaceTop } from "@/components/shell/navigation-page-top"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { Notice } from "@/components/ui/notice"
import { Facts } from "@/components/ui/panel"
import { TableBox } from "@/components/data/table"
import { Tabs } from "@/components/ui/page-top"
import { requireActor } from "@/lib/auth/actor"
import { databaseHealth } from "@/lib/db/infra/database-health"
import { can } from "@/lib/memory/teams/actor"
import { listHeartbeat, showHeartbeat } from "@/lib/operations/jobs/heartbeat"
import { runOperation } from "@/lib/operations/operation"
import { teamOf } from "@/lib/operations/teams/team-and-project"
import { version } from "@/package.json"
import { runNow } from "./actions"

export const metadata = { title: "Instance" }

const VIEWS = [
  { show: "", label: "With results", filter: { busy: true } },
  { show: "failed", label: "Failed", filter: { state: "failed" } },
  { show: "all", label: "All", filter: {} },
] as const

interface HeartbeatPageProps {
  params: Promise<{ team: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function HeartbeatPage({ params, searchParams }: HeartbeatPageProps) {
  const [{ team: slug }, asked, actor] = await Promise.all([params, searchParams, requireActor()])
  const team = await teamOf(actor, "read", slug)
  if (!team.ok) notFound()
  if (!can(actor, "manage", { teamId: team.value.id })) return <NotYours team={slug} />
  const view = VIEWS.find((one) => one.show === asked.show) ?? VIEWS[0]
  const after = typeof asked.after === "string" ? asked.after : undefined
  const [database, status, listed] = await Promise.all([
    databaseHealth(),
    runOperation(showHeartbeat, actor, { team: slug }),
    runOperation(listHeartbeat, actor, { team: slug, ...view.filter, limit: 50, after }),
  ])
  const { jobs, now } = valueOrNotFound(status)
  const { runs, next } = valueOrNotFound(listed)
  return (
    <>
      <PlaceTop team={slug} current="settings/instance" />
      <div className="grid grid-cols-1 gap-6 p-4">
        <SettingsSection
          title="Background jobs"
          about="Scheduled jobs for this instance. With several servers, each run happens once. A failed run is retried up to three times."
        >
          <LateJobs jobs={jobs} />
          <RunNow team={slug} action={runNow} />
          <JobList team={slug} jobs={jobs} now={now} run={runNow} />
        </SettingsSection>
        <SettingsSection
          title="Runs"
          about="Runs without results are kept for 2 days, all others for 90 days."
        >
          <Tabs
            label="Filter runs"
            tabs={VIEWS.map(({ show, label }) => ({
              label,
              href: heartbeatHref(slug, { show }),
              current: show === view.show,
            }))}
          />
          {runs.length > 0 ? (
            <JobRunList team={slug} runs={runs} jobs={jobs} run={runNow} />
          ) : (
            <NoRuns isFailed={view.show === "failed"} />
          )}
          <nav aria-label="Pages" className="flex gap-2">
            {after === undefined ? null : (
              <ButtonLink href={heartbeatHref(slug, { show: view.show })}>Newest runs</ButtonLink>
            )}
            {next === null ? null : (
              <ButtonLink href={heartbeatHref(slug, { show: view.show, after: next })}>Older runs</ButtonLink>
            )}
          </nav>
        </SettingsSection>
        <SettingsSection title="Version and database">
          <TableBox className="p-4">
            <Facts
              facts={[
                ["Quarterdeck", version],
                ["Database", database.server ?? `Unavailable: ${database.reason ?? "no response"}`],
              ]}
            />
          </TableBox>
        </SettingsSection>
      </div>
    </>
  )
}

/** A warning about jobs that are overdue. Null if none are. */
function LateJobs({ jobs }: { jobs: readonly { readonly label: string; readonly late: boolean }[] }) {
  const late = jobs.filter((job) => job.late)
  if (late.length === 0) return null
  if (late.length === jobs.length) {
    return (
      <Notice tone="caution" title="No server is running scheduled jobs">
        Every job is overdue. Start a server without QUARTERDECK_HEARTBEAT=off. Each missed job then runs
        once.
      </Notice>
    )
  }
  return (
    <Notice tone="caution" title={`Overdue: ${late.map((job) => job.label).join(", ")}`}>
      An earlier run may still be in progress, or the servers that run jobs may be down. Check the server log.
    </Notice>
  )
}

function NoRuns({ isFailed }: { isFailed: boolean }) {
  return (
    <TableBox>
      <Empty
        icon={<HeartPulse className="icon-lg" aria-hidden />}
        title={isFailed ? "No failed runs" : "No runs with results yet"}
      >
        {isFailed
          ? "Failed runs are listed here with the reason and all attempts."
          : "Runs that made changes are listed here. To see all runs, select All."}
      </Empty>
    </TableBox>
  )
}

function NotYours({ team }: { team: string }) {
  return (
    <>
      <PlaceTop team={team} current="settings/instance" manages={false} />
      <Empty icon={<HeartPulse className="icon-lg" aria-hidden />} title="Only leads can view this page">
        Ask a team lead for access or help.
      </Empty>
    </>
  )
}
