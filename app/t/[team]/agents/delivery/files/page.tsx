import { FileSearch } from "lucide-react"
import type { Metadata } from "next"
import type { z } from "zod"
import { Link } from "@/components/ui/link"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { AgentLoaded, FileReaders, LoadsMatrix } from "@/components/agents/loads/load-tables"
import { LoadingAgents, ReachingFiles } from "@/components/agents/loads/loads-list"
import { LoadMapChart } from "@/components/agents/loads/load-map"
import { PartFilters } from "@/components/agents/project-category-filters"
import { LiveRefresh } from "@/components/shell/live-refresh"
import { PlaceTop } from "@/components/shell/navigation-page-top"
import { ButtonLink } from "@/components/ui/button"
import { changedQuery } from "@/components/data/url-query"
import { formatCount } from "@/lib/memory/text/sentence"
import { Empty } from "@/components/ui/empty"
import { Input } from "@/components/ui/field"
import { requireActor } from "@/lib/auth/actor"
import type { Actor } from "@/lib/memory/teams/actor"
import { showFleetLoads, showFleetMap } from "@/lib/operations/agents/loads"
import { runOperation } from "@/lib/operations/operation"
import { readParameters, type PageSearch } from "@/app/page-parameters"
import { WRITES } from "@/app/t/[team]/memory-write-events"

export const metadata: Metadata = { title: "Files loaded" }

const SIDES = [
  { by: "agent", words: "By agent" },
  { by: "file", words: "By file" },
  { by: "both", words: "Matrix" },
  { by: "map", words: "Map" },
] as const

export default async function LoadsPage({
  params,
  searchParams,
}: {
  params: Promise<{ team: string }>
  searchParams: PageSearch
}) {
  const [{ team }, search, actor] = await Promise.all([params, searchParams, requireActor()])
  const part = readParameters(search, ["project", "category", "path"])
  const { file: askedFile, agent: askedAgent, by: side } = readParameters(search, ["file", "agent", "by"])
  const loads = valueOrNotFound(
    await runOperation(showFleetLoads, actor, {
      team,
      ...part,
      file: askedFile,
      agent: askedAgent,
    }),
  )
  const { agents, totalFiles, projects, categories } = loads
  const by = sideOf(side, part.path ?? askedFile)
  const query = new URLSearchParams({ ...part, ...(side ? { by: side } : {}) })
  const today = new Date().toISOString().slice(0, 10)
  const close = changedQuery(query, { file: null, agent: null })
  return (
    <>
      <PlaceTop team={team} project={part.project} current="agents/delivery/files" />
      <LiveRefresh team={team} on={WRITES} />
      <div className="p-4">
        <PartFilters
          projects={projects}
          categories={categories}
          loose
          said={`${formatCount(agents.length, "agent")}, ${formatCount(totalFiles, "file")}`}
        >
          <div className="w-full sm:max-w-60">
            <Input
              type="search"
              name="path"
              aria-label="Filter files by path"
              placeholder="Filter files…"
              defaultValue={part.path}
            />
          </div>
        </PartFilters>
        {agents.length === 0 ? (
          <NothingLoaded team={team} />
        ) : (
          <>
            {loads.file ? <FileReaders team={team} file={loads.file} today={today} close={close} /> : null}
            {loads.agent ? <AgentLoaded team={team} agent={loads.agent} today={today} close={close} /> : null}
            <SideLinks by={by} query={query} />
            {by === "agent" ? <LoadingAgents agents={agents} /> : null}
            {by === "file" ? <Files loads={loads} /> : null}
            {by === "both" ? <Matrix team={team} loads={loads} query={query} /> : null}
            {by === "map" ? (
              <LoadMap actor={actor} place={{ team, project: part.project, category: part.category }} />
            ) : null}
          </>
        )}
      </div>
    </>
  )
}

/** Returns the requested view. Default: files if a file is named, else agents. */
const sideOf = (side: string | undefined, file: string | undefined): (typeof SIDES)[number]["by"] =>
  SIDES.find((one) => one.by === side)?.by ?? (file === undefined ? "agent" : "file")

type FleetLoads = z.input<typeof showFleetLoads.output>

function NothingLoaded({ team }: { team: string }) {
  return (
    <Empty
      icon={<FileSearch className="icon-lg" aria-hidden />}
      title="No files loaded"
      action={<ButtonLink href={`/t/${team}/sources`}>Import memory files</ButtonLink>}
    >
      Import memory files for an agent, its category or its project to see what the agent’s harness loads.
    </Empty>
  )
}

/** Links to the views of the page, of which `by` is current. */
function SideLinks({ by, query }: { by: string; query: URLSearchParams }) {
  return (
    <nav aria-label="View" className="mb-2 flex flex-wrap items-center gap-x-1 gap-y-1">
      {SIDES.map((one) => (
        <Link
          key={one.by}
          href={changedQuery(query, { by: one.by })}
          aria-current={by === one.by ? "true" : undefined}
          className="rounded-md px-2 py-0.75 text-ink-2 hover:text-ink current:bg-raised current:font-medium current:text-ink"
        >
          {one.words}
        </Link>
      ))}
      <span className="ml-auto text-sm text-ink-3">
        Loads are inferred from format rules and confirmed by deliveries.
      </span>
    </nav>
  )
}

function Files({ loads: { files, totalFiles } }: { loads: FleetLoads }) {
  return (
    <>
      <ReachingFiles files={files} />
      {totalFiles > files.length ? (
        <p className="mt-2 text-sm text-ink-2">
          {formatCount(totalFiles - files.length, "more file")} not shown. Filter by path to find them.
        </p>
      ) : null}
    </>
  )
}

/** Matrix of agents by files. `loads.matrix`: null if the fleet is too large for a matrix. */
function Matrix({
  team,
  loads: { matrix, files },
  query,
}: {
  team: string
  loads: FleetLoads
  query: URLSearchParams
}) {
  if (!matrix) {
    return (
      <Empty title="Too many agents or files">
        The matrix shows up to 60 agents and 60 files. Choose a project or category, or filter the files.
      </Empty>
    )
  }
  return <LoadsMatrix {...{ team, matrix, files }} hrefFor={(file) => changedQuery(query, { file })} />
}

async function LoadMap({ actor, place }: { actor: Actor; place: z.input<typeof showFleetMap.input> }) {
  const map = valueOrNotFound(await runOperation(showFleetMap, actor, place))
  return <LoadMapChart team={place.team} map={map} />
}
