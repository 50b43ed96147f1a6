import type { Metadata } from "next"
import { Link } from "@/components/ui/link"
import { notFound } from "next/navigation"
import { cache } from "react"
import { valueOrNotFound } from "@/app/value-or-not-found"
import {
  compactionPath,
  NO_FILE,
  COMPACTION_KINDS,
  type CompactionKind,
  type CompactionPreview,
  COMPACTION_IN_HEADING,
} from "@/components/compaction/compaction"
import { CompactionPreviewView } from "@/components/compaction/preview-view"
import { filePath } from "@/components/data/addresses"
import { VisibleText } from "@/components/text/visible-text"
import { ButtonLink } from "@/components/ui/button"
import { PageTop } from "@/components/ui/page-top"
import { requireActor } from "@/lib/auth/actor"
import type { Actor } from "@/lib/memory/teams/actor"
import { builtInCoaches } from "@/lib/operations/coach/available-coaches"
import { previewCompaction } from "@/lib/operations/compaction/preview"
import { showMemoryFile } from "@/lib/operations/memory-files/files"
import { runOperation } from "@/lib/operations/operation"
import { teamOf } from "@/lib/operations/teams/team-and-project"
import { readParameters, type PageSearch } from "@/app/page-parameters"

interface CompactPageProps {
  params: Promise<{ team: string; file: string }>
  searchParams: PageSearch
}

interface Place {
  readonly project: string
  readonly file?: string
  readonly path: string
}

export async function generateMetadata({ params, searchParams }: CompactPageProps): Promise<Metadata> {
  const [{ team, file }, search, actor] = await Promise.all([params, searchParams, requireActor()])
  const place = await placeOf(actor, team, file, search)
  return { title: place === null ? "Compaction" : `Compaction of ${place.path}` }
}

export default async function CompactPage({ params, searchParams }: CompactPageProps) {
  const [{ team, file }, search, actor] = await Promise.all([params, searchParams, requireActor()])
  const place = await placeOf(actor, team, file, search)
  if (place === null) notFound()
  const model = builtInCoaches().sorter?.model ?? null
  const { kind, all, method } = readRequest(search)
  const [found, may] = await Promise.all([
    runOperation(previewCompaction, actor, {
      team,
      project: place.project,
      ...(place.file === undefined ? { path: place.path } : { file: place.file }),
      kind,
      method: model === null ? "rules" : method,
      ...(all ? { all } : {}),
    }),
    teamOf(actor, "propose", team),
  ])
  const preview = slim(valueOrNotFound(found))
  return (
    <div className="flex flex-col max-lg:min-h-full lg:h-page">
      <PageTop
        title={
          <>
            <Link
              href={compactionPath(team, { project: place.project })}
              className="font-medium text-ink-2 hover:text-ink"
            >
              Compaction
            </Link>
            <span className="text-ink-3"> / </span>
            <VisibleText text={preview.target.path} />
            <span className="ml-2 font-normal text-ink-3">{COMPACTION_IN_HEADING[kind]}</span>
          </>
        }
        actions={
          place.file === undefined ? null : (
            <ButtonLink size="sm" variant="quiet" href={filePath(team, place.file)}>
              Open file
            </ButtonLink>
          )
        }
      />
      <CompactionPreviewView
        team={team}
        preview={preview}
        all={all}
        model={model}
        mayNot={may.ok ? null : MAY_NOT[kind]}
      />
    </div>
  )
}

/** Parses the query parameters of a preview. Only daily logs can be compacted in full or by a model. */
function readRequest(search: Awaited<PageSearch>): {
  kind: CompactionKind
  all: boolean
  method: "model" | "rules"
} {
  const { kind: name, all, method } = readParameters(search, ["kind", "all", "method"])
  const kind = COMPACTION_KINDS.find((one) => one === name) ?? "logs"
  if (kind !== "logs") return { kind, all: false, method: "rules" }
  return { kind, all: all === "1", method: method === "model" ? "model" : "rules" }
}

const MAY_NOT: Readonly<Record<CompactionKind, string>> = {
  logs: "You can view this preview. To propose changes, ask a team lead to make you a member.",
  trim: "You can view this preview. To propose changes, ask a team lead to make you a member.",
  runs: "You can view this preview. To propose changes, ask a team lead to make you a member.",
}

/**
 * Returns the memory that the URL names, cached for the page and its title. Null if the URL is incomplete or
 * the user has no access to the file.
 */
const placeOf = cache(
  async (actor: Actor, team: string, file: string, search: Awaited<PageSearch>): Promise<Place | null> => {
    if (file === NO_FILE) {
      const { project, path } = readParameters(search, ["project", "path"])
      return project === undefined || path === undefined ? null : { project, path }
    }
    const found = await runOperation(showMemoryFile, actor, { team, file })
    return found.ok ? { project: found.value.file.project.slug, file, path: found.value.file.path } : null
  },
)

/** Removes the remaining log lines from a preview. The page loads them on demand. */
const slim = (preview: CompactionPreview): CompactionPreview =>
  preview.kind === "logs" ? { ...preview, left: { ...preview.left, lines: [] } } : preview
