import { FileSearch } from "lucide-react"
import type { Metadata } from "next"
import { Link } from "@/components/ui/link"
import { shown } from "@/app/shown"
import { AgentLoaded, FileReaders } from "@/components/agents/loads/loads-detail"
import { LoadingAgents, ReachingFiles } from "@/components/agents/loads/loads-list"
import { LoadMapChart } from "@/components/agents/loads/load-map"
import { LoadsMatrix } from "@/components/agents/loads/loads-matrix"
import { PartFilters } from "@/components/agents/part-filters"
import { LiveRefresh } from "@/components/shell/live-refresh"
import { PlaceTop } from "@/components/shell/place-top"
import { ButtonLink } from "@/components/ui/button"
import { changedQuery } from "@/components/data/update-query"
import { count } from "@/components/data/count"
import { Empty } from "@/components/ui/empty"
import { Input } from "@/components/ui/field"
import { requireActor } from "@/lib/auth/actor"
import { showFleetLoads } from "@/lib/operations/agents/loads"
import { showFleetMap } from "@/lib/operations/agents/map"
import { ask } from "@/lib/operations/operation"
import { asked, type Search } from "../../view-query"
import { WRITES } from "../../writes"

export const metadata: Metadata = { title: "Files loaded" }

const SIDES = [
  { by: "agent", words: "By agent" },
  { by: "file", words: "By file" },
  { by: "both", words: "Agents by files" },
  { by: "map", words: "Map" },
] as const

export default async function LoadsPage({
  params,
  searchParams,
}: {
  params: Promise<{ team: string }>
  searchParams: Search
}) {
  const [{ team }, search, actor] = await Promise.all([params, searchParams, requireActor()])
  const part = asked(search, ["project", "category", "path"])
  const { file: askedFile, agent: askedAgent, by: side } = asked(search, ["file", "agent", "by"])
  const loads = shown(
    await ask(showFleetLoads, actor, {
      team,
      ...part,
      ...(askedFile ? { file: askedFile } : {}),
      ...(askedAgent ? { agent: askedAgent } : {}),
    }),
  )
  const { agents, files, totalFiles, matrix, projects, categories } = loads
  const by = SIDES.find((one) => one.by === side)?.by ?? (part.path || askedFile ? "file" : "agent")
  const { project, category } = part
  const map =
    by === "map"
      ? shown(
          await ask(showFleetMap, actor, {
            team,
            ...(project ? { project } : {}),
            ...(category ? { category } : {}),
          }),
        )
      : null
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
          said={`${count(agents.length, "agent")}, ${count(totalFiles, "file")}`}
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
          <Empty
            icon={<FileSearch className="icon-lg" aria-hidden />}
            title="No files loaded"
            action={<ButtonLink href={`/t/${team}/sources`}>Import memory files</ButtonLink>}
          >
            Import the memory files of an agent, its category or its project to see what its harness loads.
          </Empty>
        ) : (
          <>
            {loads.file ? <FileReaders team={team} file={loads.file} today={today} close={close} /> : null}
            {loads.agent ? <AgentLoaded team={team} agent={loads.agent} today={today} close={close} /> : null}
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
                Expected from format rules, confirmed by deliveries.
              </span>
            </nav>
            {by === "agent" ? <LoadingAgents agents={agents} /> : null}
            {by === "file" ? <ReachingFiles files={files} /> : null}
            {map ? <LoadMapChart team={team} map={map} /> : null}
            {by === "both" ? (
              matrix ? (
                <LoadsMatrix team={team} matrix={matrix} hrefFor={(file) => changedQuery(query, { file })} />
              ) : (
                <Empty title="Too many agents or files">
                  The matrix shows up to 60 agents and 60 files. Choose a project or category, or filter the
                  files.
                </Empty>
              )
            ) : null}
            {by === "file" && totalFiles > files.length ? (
              <p className="mt-2 text-sm text-ink-2">
                {count(totalFiles - files.length, "more file")} not shown. Filter by path to find them.
              </p>
            ) : null}
          </>
        )}
      </div>
    </>
  )
}
