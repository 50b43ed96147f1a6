import { LayoutGrid } from "lucide-react"
import type { Metadata } from "next"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { CoverageMatrix, WhoKnows } from "@/components/agents/coverage/coverage"
import { PartFilters } from "@/components/agents/project-category-filters"
import { LiveRefresh } from "@/components/shell/live-refresh"
import { PlaceTop } from "@/components/shell/navigation-page-top"
import { ButtonLink } from "@/components/ui/button"
import { changedQuery } from "@/components/data/url-query"
import { formatCount } from "@/lib/memory/text/sentence"
import { Empty } from "@/components/ui/empty"
import { requireActor } from "@/lib/auth/actor"
import { showCoverage } from "@/lib/operations/agents/overlap"
import { NO_CATEGORY } from "@/lib/operations/agents/fleet-filters"
import { runOperation } from "@/lib/operations/operation"
import { readParameters, type PageSearch } from "@/app/page-parameters"
import { WRITES } from "@/app/t/[team]/memory-write-events"

export const metadata: Metadata = { title: "Coverage" }

export default async function CoveragePage({
  params,
  searchParams,
}: {
  params: Promise<{ team: string }>
  searchParams: PageSearch
}) {
  const [{ team }, search, actor] = await Promise.all([params, searchParams, requireActor()])
  const part = readParameters(search, ["project", "category"])
  const { section, open } = readParameters(search, ["section", "open"])
  const matrix = valueOrNotFound(await runOperation(showCoverage, actor, { team, ...part }))
  const { sections, others, rows, projects, categories } = matrix
  // A cell opens its own category, regardless of the filter.
  const category = open ?? part.category
  const who =
    section === undefined
      ? null
      : valueOrNotFound(
          await runOperation(showCoverage, actor, {
            team,
            ...part,
            ...(category === undefined ? {} : { category }),
            section,
          }),
        ).who
  const query = new URLSearchParams(part)
  const gaps = rows.reduce((sum, row) => sum + row.cells.reduce((own, cell) => own + cell.gaps, 0), 0)
  return (
    <>
      <PlaceTop team={team} project={part.project} current="agents/overlap/coverage" />
      <LiveRefresh team={team} on={WRITES} />
      <div className="p-4">
        <PartFilters
          projects={projects}
          categories={categories}
          loose
          said={`${formatCount(gaps, "gap")}${others > 0 ? `, ${formatCount(others, "rare section")} not shown` : ""}`}
        />
        {sections.length === 0 ? (
          <Empty
            icon={<LayoutGrid className="icon-lg" aria-hidden />}
            title="No sections yet"
            action={<ButtonLink href={`/t/${team}/sources`}>Import memory files</ButtonLink>}
          >
            Import memory files to see which agents have entries in each section and which don’t.
          </Empty>
        ) : (
          <>
            <p className="mb-2 text-sm text-ink-2">
              Counts entries in agents’ own memory. A gap means that an agent has no entries in a section that
              at least half of its category uses. Select a cell to see the agents.
            </p>
            <CoverageMatrix
              team={team}
              sections={sections}
              rows={rows}
              categories={categories}
              open={
                section === undefined
                  ? null
                  : {
                      category: category === NO_CATEGORY || category === undefined ? null : category,
                      section,
                    }
              }
              hrefFor={(of, name) => changedQuery(query, { open: of ?? NO_CATEGORY, section: name })}
            />
            {who ? (
              <WhoKnows
                team={team}
                title={`${categories.find(({ slug }) => slug === category)?.name ?? "No category"}: ${who.section}`}
                agents={who.agents}
                total={who.total}
                close={changedQuery(query, {})}
              />
            ) : null}
          </>
        )}
      </div>
    </>
  )
}
