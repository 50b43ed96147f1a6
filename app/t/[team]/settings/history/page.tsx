import { History } from "lucide-react"
import { notFound } from "next/navigation"
import {
  RestoreChoice,
  WriterFilters,
  WriterTable,
  RevertList,
} from "@/components/memory-files/revert/revert-overview"
import { historyPath } from "@/components/memory-files/revert/reverts"
import { readRevertRequest } from "@/app/t/[team]/settings/history/revert-request"
import { SettingsSection } from "@/components/settings/settings-section"
import { PlaceTop } from "@/components/shell/navigation-page-top"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { Notice } from "@/components/ui/notice"
import { TableBox } from "@/components/data/table"
import { requireActor } from "@/lib/auth/actor"
import { can } from "@/lib/memory/teams/actor"
import { listTeamProjects } from "@/lib/operations/agents/fleet"
import { runOperation } from "@/lib/operations/operation"
import { listReverts, listWrites } from "@/lib/operations/reverts/reverts"
import { teamOf } from "@/lib/operations/teams/team-and-project"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { localPeriod } from "../local-period"
import { NotPermitted } from "./history-top"

export const metadata = { title: "Write history" }

interface HistoryPageProps {
  params: Promise<{ team: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function HistoryPage({ params, searchParams }: HistoryPageProps) {
  const [{ team: slug }, query, actor] = await Promise.all([params, searchParams, requireActor()])
  const team = await teamOf(actor, "read", slug)
  if (!team.ok) notFound()
  if (!can(actor, "curate", { teamId: team.value.id })) return <NotPermitted team={slug} />
  const filters = readFilters(query)
  const period = localPeriod(filters, readRevertRequest(query).zone ?? "UTC")
  const [written, lately, places] = await Promise.all([
    runOperation(listWrites, actor, { team: slug, ...filters, ...period }),
    runOperation(listReverts, actor, { team: slug }),
    runOperation(listTeamProjects, actor, { team: slug }),
  ])
  const { reverts, events } = valueOrNotFound(lately)
  const { projects } = valueOrNotFound(places)
  const now = new Date().toISOString()
  return (
    <>
      <PlaceTop
        team={slug}
        current="settings/history"
        manages={can(actor, "manage", { teamId: team.value.id })}
      />
      <div className="grid grid-cols-1 gap-6 p-4">
        <SettingsSection
          title="Write history"
          about="See who wrote the current memory. You can revert everything written by one person, agent or token. Changes by others in the same files are kept."
        >
          <WriterFilters projects={projects} values={filters} />
          {written.ok ? (
            <Writers
              team={slug}
              writers={written.value.writers}
              filters={{ ...filters, ...period }}
              now={now}
            />
          ) : (
            <InvalidFilters team={slug} message={written.message} />
          )}
        </SettingsSection>
        <SettingsSection
          title="Restore everything"
          about="Restore all memory files in the team or in one project to an earlier point in time, byte for byte. You preview the changes before anything is written."
        >
          <RestoreChoice team={slug} projects={projects} events={events} now={now} />
        </SettingsSection>
        {reverts.length > 0 ? (
          <SettingsSection title="Recent reverts">
            <RevertList team={slug} reverts={reverts} now={now} />
          </SettingsSection>
        ) : null}
      </div>
    </>
  )
}

type Filters = Partial<Record<"from" | "to" | "project" | "by", string>>

/** Returns the filters in the address, without those that are not set. */
function readFilters(query: Awaited<HistoryPageProps["searchParams"]>): Filters {
  const { from, to, project } = readRevertRequest(query)
  const all = { from, to, project, by: typeof query.by === "string" ? query.by : "" }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value))
}

interface WritersProps {
  team: string
  writers: Parameters<typeof WriterTable>[0]["writers"]
  filters: Filters
  now: string
}

function Writers({ team, writers, filters: { by, ...narrowed }, now }: WritersProps) {
  if (writers.length > 0) return <WriterTable team={team} writers={writers} narrowed={narrowed} now={now} />
  const isNarrowed = Object.keys(narrowed).length > 0 || by !== undefined
  return (
    <TableBox>
      <Empty
        icon={<History className="icon-lg" aria-hidden />}
        title={isNarrowed ? "No matching writes" : "No writes yet"}
        action={
          isNarrowed ? (
            <ButtonLink href={historyPath(team)}>Show all</ButtonLink>
          ) : (
            <ButtonLink href={`/t/${team}/sources`}>Import memory files</ButtonLink>
          )
        }
      >
        {isNarrowed
          ? "The writes may have been reverted. Try another time range or writer."
          : "Imports, approved proposals and manual edits are listed here."}
      </Empty>
    </TableBox>
  )
}

function InvalidFilters({ team, message }: { team: string; message: string }) {
  return (
    <Notice
      tone="danger"
      title="Invalid filters"
      action={
        <ButtonLink size="sm" href={historyPath(team)}>
          Show all
        </ButtonLink>
      }
    >
      {message}
    </Notice>
  )
}
