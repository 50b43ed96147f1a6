import { Users } from "lucide-react"
import type { Metadata } from "next"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { SiloList } from "@/components/agents/coverage/silo-list"
import { PartFilters } from "@/components/agents/project-category-filters"
import { LiveRefresh } from "@/components/shell/live-refresh"
import { PlaceTop } from "@/components/shell/navigation-page-top"
import { Link } from "@/components/ui/link"
import { ButtonLink } from "@/components/ui/button"
import { changedQuery } from "@/components/data/url-query"
import { formatCount } from "@/lib/memory/text/sentence"
import { Empty } from "@/components/ui/empty"
import { requireActor } from "@/lib/auth/actor"
import { showSilos } from "@/lib/operations/agents/silos"
import { runOperation } from "@/lib/operations/operation"
import { teamOf } from "@/lib/operations/teams/team-and-project"
import { readParameters, type PageSearch } from "@/app/page-parameters"
import { WRITES } from "../../memory-write-events"

export const metadata: Metadata = { title: "Known to one agent" }

export default async function MissedPage({
  params,
  searchParams,
}: {
  params: Promise<{ team: string }>
  searchParams: PageSearch
}) {
  const [{ team }, search, actor] = await Promise.all([params, searchParams, requireActor()])
  const part = readParameters(search, ["project", "category", "after"])
  const [missed, proposes] = await Promise.all([
    runOperation(showSilos, actor, { team, ...part }),
    teamOf(actor, "propose", team),
  ])
  const { entries, candidates, lookedAt, capped, uncategorized, next, projects, categories } =
    valueOrNotFound(missed)
  const query = new URLSearchParams(part)
  return (
    <>
      <PlaceTop team={team} project={part.project} current="agents/overlap" />
      <LiveRefresh team={team} on={WRITES} />
      <div className="p-4">
        <PartFilters
          projects={projects}
          categories={categories}
          said={
            lookedAt === 0
              ? "No entries compared"
              : `${formatCount(candidates, "entry")} known to only one agent`
          }
        />
        {uncategorized > 0 ? <Uncategorized team={team} agents={uncategorized} /> : null}
        {entries.length === 0 ? (
          <Empty
            icon={<Users className="icon-lg" aria-hidden />}
            title={emptyTitle(part.after !== undefined, lookedAt)}
            action={
              part.after || part.category || part.project ? (
                <ButtonLink href={`/t/${team}/agents/overlap`}>Show all agents</ButtonLink>
              ) : (
                <ButtonLink href={`/t/${team}/agents`}>Go to Agents</ButtonLink>
              )
            }
          >
            Entries that only one agent in a category knows are listed here. The category must have at least
            two agents with memory.
          </Empty>
        ) : (
          <>
            <p className="mb-2 text-sm text-ink-2">
              Entries that no teammate in the category has and that are not in shared memory. Most reusable
              first. <span className="max-md:hidden">Press J or K to move, or S to share.</span>{" "}
              {capped
                ? `Only the newest ${lookedAt.toLocaleString("en")} entries were checked. Choose a category to check older entries, too.`
                : null}
            </p>
            <SiloList team={team} entries={entries} categories={categories} mayShare={proposes.ok} />
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

function emptyTitle(isLaterPage: boolean, compared: number): string {
  if (isLaterPage) return "No more entries"
  return compared === 0 ? "No entries to compare" : "No entries known to only one agent"
}

function Uncategorized({ team, agents }: { team: string; agents: number }) {
  return (
    <p className="mb-2 text-sm text-ink-2">
      {formatCount(agents, "agent has", "agents have")} no category and {agents === 1 ? "is" : "are"} not
      compared.{" "}
      <Link href={`/t/${team}/settings/categories`} className="text-link">
        Assign agents to categories
      </Link>
    </p>
  )
}
