import { Users } from "lucide-react"
import type { Metadata } from "next"
import { shown } from "@/app/shown"
import { MissedList } from "@/components/agents/coverage/silo-list"
import { PartFilters } from "@/components/agents/part-filters"
import { LiveRefresh } from "@/components/shell/live-refresh"
import { PlaceTop } from "@/components/shell/place-top"
import { ButtonLink } from "@/components/ui/button"
import { changedQuery } from "@/components/data/update-query"
import { count } from "@/components/data/count"
import { Empty } from "@/components/ui/empty"
import { requireActor } from "@/lib/auth/actor"
import { showMissed } from "@/lib/operations/agents/missed"
import { ask } from "@/lib/operations/operation"
import { teamOf } from "@/lib/operations/teams/team-of"
import { asked, type Search } from "../view-query"
import { WRITES } from "../writes"

export const metadata: Metadata = { title: "Known by one" }

export default async function MissedPage({
  params,
  searchParams,
}: {
  params: Promise<{ team: string }>
  searchParams: Search
}) {
  const [{ team }, search, actor] = await Promise.all([params, searchParams, requireActor()])
  const part = asked(search, ["project", "category", "after"])
  const [missed, proposes] = await Promise.all([
    ask(showMissed, actor, { team, ...part }),
    teamOf(actor, "propose", team),
  ])
  const { entries, candidates, lookedAt, capped, next, projects, categories } = shown(missed)
  const query = new URLSearchParams(part)
  return (
    <>
      <PlaceTop team={team} project={part.project} current="agents/overlap" />
      <LiveRefresh team={team} on={WRITES} />
      <div className="p-4">
        <PartFilters
          projects={projects}
          categories={categories}
          said={`${count(candidates, "entry", "entries")} that one agent alone has word for word`}
        />
        {entries.length === 0 ? (
          <Empty
            icon={<Users className="icon-lg" aria-hidden />}
            title={part.after ? "No more" : "Nobody misses anything here"}
            action={
              part.after || part.category || part.project ? (
                <ButtonLink href={`/t/${team}/agents/overlap`}>Look at all of the fleet</ButtonLink>
              ) : (
                <ButtonLink href={`/t/${team}/agents`}>Go to the fleet</ButtonLink>
              )
            }
          >
            What one agent of a category knows and its mates do not is listed here: it takes a category with
            two agents that keep memory.
          </Empty>
        ) : (
          <>
            <p className="mb-2 text-sm text-ink-2">
              Entries that no mate of the same category has, in the same words or in others, nor their shared
              memory; what others can use best first.{" "}
              <span className="max-md:hidden">J and K go from one to the next, S shares it.</span>{" "}
              {capped
                ? `The newest ${lookedAt.toLocaleString("en")} of them were looked at: narrow it to a category to see more.`
                : null}
            </p>
            <MissedList team={team} entries={entries} categories={categories} mayShare={proposes.ok} />
            <nav aria-label="Pages" className="mt-3 flex gap-2">
              {part.after ? (
                <ButtonLink size="sm" href={changedQuery(query, { after: null })}>
                  Back to the first
                </ButtonLink>
              ) : null}
              {next ? (
                <ButtonLink size="sm" href={changedQuery(query, { after: next })}>
                  Next {entries.length}
                </ButtonLink>
              ) : null}
            </nav>
          </>
        )}
      </div>
    </>
  )
}
