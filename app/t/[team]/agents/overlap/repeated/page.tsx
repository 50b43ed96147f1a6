import { CopyCheck } from "lucide-react"
import type { Metadata } from "next"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { PartFilters } from "@/components/agents/project-category-filters"
import { RedundantList } from "@/components/agents/coverage/repeated-list"
import { LiveRefresh } from "@/components/shell/live-refresh"
import { PlaceTop } from "@/components/shell/navigation-page-top"
import { ButtonLink } from "@/components/ui/button"
import { changedQuery } from "@/components/data/url-query"
import { formatCount } from "@/lib/memory/text/sentence"
import { Empty } from "@/components/ui/empty"
import { requireActor } from "@/lib/auth/actor"
import { showRedundancy } from "@/lib/operations/agents/overlap"
import { runOperation } from "@/lib/operations/operation"
import { teamOf } from "@/lib/operations/teams/team-and-project"
import { readParameters, type PageSearch } from "@/app/page-parameters"
import { WRITES } from "@/app/t/[team]/memory-write-events"

export const metadata: Metadata = { title: "Repeated entries" }

export default async function RedundancyPage({
  params,
  searchParams,
}: {
  params: Promise<{ team: string }>
  searchParams: PageSearch
}) {
  const [{ team }, search, actor] = await Promise.all([params, searchParams, requireActor()])
  const part = readParameters(search, ["project", "category", "after"])
  const [redundancy, curates] = await Promise.all([
    runOperation(showRedundancy, actor, { team, ...part }),
    teamOf(actor, "curate", team),
  ])
  const { statements, total, saved, capped, next, projects, categories } = valueOrNotFound(redundancy)
  const query = new URLSearchParams(part)
  return (
    <>
      <PlaceTop team={team} project={part.project} current="agents/overlap/repeated" />
      <LiveRefresh team={team} on={WRITES} />
      <div className="p-4">
        <PartFilters
          projects={projects}
          categories={categories}
          loose
          said={`${capped ? "More than " : ""}${formatCount(total, "repeated entry")}`}
        />
        {statements.length === 0 ? (
          <Empty
            icon={<CopyCheck className="icon-lg" aria-hidden />}
            title="No repeated entries"
            action={
              <ButtonLink
                href={
                  part.project || part.category || part.after
                    ? `/t/${team}/agents/overlap/repeated`
                    : `/t/${team}/agents`
                }
              >
                {part.project || part.category || part.after ? "Show all agents" : "Go to Agents"}
              </ButtonLink>
            }
          >
            Identical entries from several agents are listed here. You can promote them to a memory file that
            all of these agents load.
          </Empty>
        ) : (
          <>
            <p className="mb-2 text-sm text-ink-2">
              Identical entries in several agents’ own memory, largest savings first. Promoting them to shared
              memory would save {formatCount(saved, "line")}
              {next ? " (this page only)" : ""}. Duplicates with different wording appear in the inbox as
              conflicts. <span className="max-md:hidden">Press J or K to move, or P to promote.</span>
            </p>
            <RedundantList
              team={team}
              statements={statements}
              categories={categories}
              mayPromote={curates.ok}
            />
            <nav aria-label="Pages" className="mt-3 flex gap-2">
              {part.after ? (
                <ButtonLink size="sm" href={changedQuery(query, { after: null })}>
                  Back to first page
                </ButtonLink>
              ) : null}
              {next ? (
                <ButtonLink size="sm" href={changedQuery(query, { after: next })}>
                  Next page
                </ButtonLink>
              ) : null}
            </nav>
          </>
        )}
      </div>
    </>
  )
}
