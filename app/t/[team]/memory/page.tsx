import { BookOpen } from "lucide-react"
import type { Metadata } from "next"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { MemoryFileTable } from "@/components/memory-files/file-table"
import type { ListedFile } from "@/components/memory-files/listed-files"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { Notice } from "@/components/ui/notice"
import { PlaceTop } from "@/components/shell/navigation-page-top"
import { requireActor } from "@/lib/auth/actor"
import type { FileSummary } from "@/lib/operations/memory-files/memory-outputs"
import { listMemoryFiles } from "@/lib/operations/memory-files/files"
import { runOperation } from "@/lib/operations/operation"
import { linesLoaded } from "@/lib/memory/memory-files/load-limit"

export const metadata: Metadata = { title: "Memory" }

interface MemoryPageProps {
  params: Promise<{ team: string }>
  searchParams: Promise<{ project?: string }>
}

const MOST = 5_000

export default async function MemoryPage({ params, searchParams }: MemoryPageProps) {
  const [{ team }, { project }, actor] = await Promise.all([params, searchParams, requireActor()])
  const { files, next } = valueOrNotFound(
    await runOperation(listMemoryFiles, actor, { team, project, limit: MOST }),
  )
  return (
    <>
      <PlaceTop team={team} project={project} current="memory" />
      <div className="p-4">
        {files.length === 0 ? (
          <Empty
            icon={<BookOpen className="icon-lg" aria-hidden />}
            title={project ? "This project has no memory files yet" : "No memory files yet"}
            action={
              <>
                <ButtonLink variant="primary" href={`/t/${team}/sources`}>
                  Import memory files
                </ButtonLink>
                {project ? <ButtonLink href={`/t/${team}/memory`}>Show all projects</ButtonLink> : null}
              </>
            }
          >
            Upload a folder or an archive, or connect a server folder. Quarterdeck detects agents, categories,
            workspaces and runs from the file paths.
          </Empty>
        ) : (
          <>
            {next ? (
              <div className="mb-3">
                <Notice title={`Showing the first ${MOST.toLocaleString("en")} files, sorted by path`}>
                  Choose a project to see all of its files, or search file contents.
                </Notice>
              </div>
            ) : null}
            <MemoryFileTable
              team={team}
              files={files.map(listed)}
              today={new Date().toISOString().slice(0, 10)}
            />
          </>
        )}
      </div>
    </>
  )
}

/** Returns only the fields that the list shows, because thousands of files may be sent to the browser. */
function listed(file: FileSummary): ListedFile {
  const {
    id,
    path,
    title,
    format,
    formatName,
    scope,
    state,
    project,
    agent,
    category,
    lines,
    entries,
    retired,
    problems,
    updatedOn,
    cut,
    limits,
  } = file
  const below = cut === null ? 0 : Math.max(1, lines - cut + 1)
  return {
    id,
    path,
    title,
    format,
    formatName,
    scope,
    state,
    project,
    agent,
    category,
    lines,
    budget: limits.budget,
    limit: linesLoaded({ cut, limits }),
    below,
    entries: entries - retired,
    problems,
    updatedOn,
  }
}
