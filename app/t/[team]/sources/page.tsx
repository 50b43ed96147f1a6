import type { Metadata } from "next"
import type { z } from "zod"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { AllowedDirectories, DirectoryForm } from "@/components/sources/directories"
import { DropArea } from "@/components/sources/upload/drop-area"
import { PlaceTop } from "@/components/shell/navigation-page-top"
import { SourceTable } from "@/components/sources/source-table"
import { placePath } from "@/components/shell/navigation"
import { ButtonLink } from "@/components/ui/button"
import { Link } from "@/components/ui/link"
import { Notice } from "@/components/ui/notice"
import { TableBox } from "@/components/data/table"
import { requireActor } from "@/lib/auth/actor"
import type { Outcome } from "@/lib/memory/inputs/outcome"
import { listAllowedDirectories, listSources } from "@/lib/operations/sources/sources-and-directories"
import { listTeamProjects } from "@/lib/operations/agents/fleet"
import { runOperation } from "@/lib/operations/operation"
import { listPlaces } from "@/lib/operations/teams/teams"
import { teamOf } from "@/lib/operations/teams/team-and-project"
import { allowDirectory, disallowDirectory, previewDirectory } from "./actions"

export const metadata: Metadata = { title: "Sources" }

interface SourcesPageProps {
  params: Promise<{ team: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function SourcesPage({ params, searchParams }: SourcesPageProps) {
  const [{ team }, { into }, actor] = await Promise.all([params, searchParams, requireActor()])
  const [found, listed, answer, places, allowed] = await Promise.all([
    teamOf(actor, "read", team),
    listPlaces.run(actor, {}),
    runOperation(listSources, actor, { team }),
    runOperation(listTeamProjects, actor, { team }),
    runOperation(listAllowedDirectories, actor, { team }),
  ])
  const { sources, runs, maySync } = valueOrNotFound(answer)
  const now = new Date().toISOString()
  const isForOwn = found.ok && found.value.sample && into !== "samples"
  const own = listed.ok ? listed.value.teams.find((one) => !one.sample) : undefined
  return (
    <>
      <PlaceTop team={team} current="sources" />
      <div className="grid gap-6 p-4">
        {maySync ? null : <OnlyLeads />}
        {maySync && isForOwn ? <OwnTeam team={team} own={own ?? null} /> : null}
        {maySync && !isForOwn ? (
          <Import team={team} projects={valueOrNotFound(places).projects} allowed={allowed} />
        ) : null}
        {sources.length > 0 ? (
          <section aria-labelledby="sources">
            <h2 id="sources" className="mb-2">
              Memory sources
            </h2>
            <SourceTable team={team} sources={sources} now={now} />
          </section>
        ) : null}
        {runs.length > 0 ? null : (
          <p className="text-center text-ink-2">
            No imports yet. Memory files from Claude Code, Kaizen, OpenClaw, Cline, Serena and other tools are
            detected by path. All other files are ignored.
          </p>
        )}
      </div>
    </>
  )
}

function OnlyLeads() {
  return (
    <Notice title="Only leads can import">
      You can view the sources of this team’s memory. To import files, ask a team lead.
    </Notice>
  )
}

interface ImportProps {
  team: string
  projects: readonly { readonly name: string }[]
  /** The folders that imports are allowed from, or the refusal for users who may not list them. */
  allowed: Outcome<z.input<typeof listAllowedDirectories.output>>
}

/** Two ways to import: drop a folder, or choose a folder of the server. */
function Import({ team, projects, allowed: answer }: ImportProps) {
  if (!answer.ok) return <OnlyLeads />
  const allowed = answer.value
  return (
    <div className="grid gap-3.5 lg:grid-cols-3">
      <div className="lg:col-span-2">
        <DropArea team={team} projects={projects.map((one) => one.name)} />
      </div>
      <TableBox className="grid content-start gap-4 p-4">
        <DirectoryForm action={previewDirectory.bind(null, team)} allowed={allowed.directories} />
        {allowed.mayChange ? (
          <AllowedDirectories
            directories={allowed.directories}
            allow={allowDirectory}
            disallow={disallowDirectory}
          />
        ) : (
          <p className="text-sm text-ink-2">
            {allowed.directories.length === 0
              ? "No server folders are allowed yet. Ask the Quarterdeck owner to allow one, or drop the folder here."
              : "You can import from the suggested folders and their subfolders."}
          </p>
        )}
      </TableBox>
    </div>
  )
}

/** Notice on a sample team instead of the import: links to the user's own team, or to creating one. */
function OwnTeam({ team, own }: { team: string; own: { slug: string; name: string } | null }) {
  return (
    <TableBox className="grid justify-items-start gap-3 p-4">
      <h2>Import your own files</h2>
      <p className="text-ink-2">
        This is a sample team. Import your files into your own team, so that you can remove the samples later.
      </p>
      <ButtonLink variant="primary" href={own === null ? "/new-team" : placePath(own.slug, "sources", null)}>
        {own === null ? "Create a team and import" : `Import into ${own.name}`}
      </ButtonLink>
      <Link href={`${placePath(team, "sources", null)}?into=samples`} className="text-sm text-link">
        Import into this sample team instead
      </Link>
    </TableBox>
  )
}
