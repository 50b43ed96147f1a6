import type { Metadata } from "next"
import { Link } from "@/components/ui/link"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { previewPath } from "@/components/memory-files/revert/reverts"
import { ImportRunView } from "@/components/sources/imports/import-run-view"
import { ButtonLink } from "@/components/ui/button"
import { PageTop } from "@/components/ui/page-top"
import { requireActor } from "@/lib/auth/actor"
import { FORMATS } from "@/lib/formats/all-formats"
import { listTeamProjects } from "@/lib/operations/agents/fleet"
import { listImportItems, showImportRun } from "@/lib/operations/sources/imports"
import { runOperation } from "@/lib/operations/operation"
import { teamOf, teamsAllowing } from "@/lib/operations/teams/team-and-project"

export const metadata: Metadata = { title: "Import" }

/** The number of files in the first response. The rest loads in the background. */
const FIRST_ITEMS = 500

export default async function RunPage({ params }: { params: Promise<{ team: string; run: string }> }) {
  const [{ team, run: runId }, actor] = await Promise.all([params, requireActor()])
  const asked = { team, run: runId }
  const [run, items, projects, shownTeam, sync, writable] = await Promise.all([
    runOperation(showImportRun, actor, asked),
    runOperation(listImportItems, actor, { ...asked, limit: FIRST_ITEMS }),
    runOperation(listTeamProjects, actor, { team }),
    teamOf(actor, "read", team),
    teamOf(actor, "sync", team),
    teamsAllowing(actor, "sync"),
  ])
  const initial = valueOrNotFound(run)
  const own = valueOrNotFound(shownTeam)
  const teams = [own, ...writable.filter(({ id }) => id !== own.id)].map(({ slug, name }) => ({ slug, name }))
  return (
    <div className="flex min-h-full flex-col md:min-h-page">
      <PageTop
        title={
          <>
            <Link href={`/t/${team}/sources`} className="font-medium text-ink-2 hover:text-ink">
              Sources
            </Link>
            <span className="text-ink-3"> / </span>
            {initial.source.name}
          </>
        }
        actions={
          sync.ok && (initial.stored.files > 0 || (initial.state === "done" && initial.files.gone > 0)) ? (
            <ButtonLink size="sm" variant="quiet" href={previewPath(team, { run: initial.run })}>
              Revert this import…
            </ButtonLink>
          ) : null
        }
      />
      <ImportRunView
        key={initial.run}
        initial={initial}
        first={valueOrNotFound(items)}
        formatNames={Object.fromEntries(FORMATS.map((format) => [format.id, format.name]))}
        projects={valueOrNotFound(projects).projects.map((one) => one.name)}
        teams={teams}
        maySync={sync.ok}
      />
    </div>
  )
}
