import type { Metadata } from "next"
import { shown } from "@/app/shown"
import { AllowedDirectories } from "@/components/sources/allowed-directories"
import { DirectoryForm } from "@/components/sources/directory-form"
import { DropArea } from "@/components/sources/upload/drop-area"
import { PlaceTop } from "@/components/shell/place-top"
import { SourceTable } from "@/components/sources/source-table"
import { Notice } from "@/components/ui/notice"
import { Box } from "@/components/data/table"
import { requireActor } from "@/lib/auth/actor"
import { listAllowedDirectories } from "@/lib/operations/sources/allowed-directories"
import { listTeamProjects } from "@/lib/operations/agents/list"
import { listSources } from "@/lib/operations/sources/list"
import { ask } from "@/lib/operations/operation"
import { allowDirectory, disallowDirectory, previewDirectory } from "./actions"

export const metadata: Metadata = { title: "Sources" }

export default async function SourcesPage({ params }: { params: Promise<{ team: string }> }) {
  const [{ team }, actor] = await Promise.all([params, requireActor()])
  const [answer, places, allowed] = await Promise.all([
    ask(listSources, actor, { team }),
    ask(listTeamProjects, actor, { team }),
    ask(listAllowedDirectories, actor, { team }),
  ])
  const { sources, runs, maySync } = shown(answer)
  const now = new Date().toISOString()
  return (
    <>
      <PlaceTop team={team} current="sources" />
      <div className="grid gap-6 p-4">
        {maySync && allowed.ok ? (
          <div className="grid gap-3.5 lg:grid-cols-3">
            <div className="lg:col-span-2">
              <DropArea team={team} projects={shown(places).projects.map((one) => one.name)} />
            </div>
            <Box className="grid content-start gap-4 p-4">
              <DirectoryForm action={previewDirectory.bind(null, team)} allowed={allowed.value.directories} />
              {allowed.value.mayChange ? (
                <AllowedDirectories
                  directories={allowed.value.directories}
                  allow={allowDirectory}
                  disallow={disallowDirectory}
                />
              ) : (
                <p className="text-sm text-ink-2">
                  {allowed.value.directories.length === 0
                    ? "No server folders are allowed yet. Ask the owner to allow one, or drop the folder here."
                    : "You can import from the suggested folders and their subfolders."}
                </p>
              )}
            </Box>
          </div>
        ) : (
          <Notice title="Only leads can import">
            You can view the sources of this team’s memory. To import files, ask a team lead.
          </Notice>
        )}
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
            No imports yet. Memory files of Claude Code, Kaizen, OpenClaw, Cline, Serena and other tools are
            detected by path. All other files are ignored.
          </p>
        )}
      </div>
    </>
  )
}
