import { BookOpen } from "lucide-react"
import type { Metadata } from "next"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { findEntries } from "@/components/context/find-entries"
import { IncludedList } from "@/components/context/included-list"
import { AgentTabs } from "@/components/agents/agent-tabs"
import { LiveRefresh } from "@/components/shell/live-refresh"
import { Button, ButtonLink } from "@/components/ui/button"
import { count } from "@/components/data/count"
import { Empty } from "@/components/ui/empty"
import { Input } from "@/components/ui/field"
import { PageTop } from "@/components/ui/page-top"
import { requireActor } from "@/lib/auth/actor"
import { showContext } from "@/lib/operations/context/show"
import { runOperation } from "@/lib/operations/operation"
import { readParameters, type PageSearch } from "@/app/page-parameters"
import { WRITES } from "@/app/t/[team]/memory-write-events"

/** The maximum context, enough for all entries of most agents. `budget`: tokens. `limit`: entries. */
const ALL = { budget: 200_000, limit: 500 }

interface KnowsPageProps {
  params: Promise<{ team: string; project: string; agent: string }>
  searchParams: PageSearch
}

export async function generateMetadata({ params }: KnowsPageProps): Promise<Metadata> {
  return { title: `What ${decodeURIComponent((await params).agent)} knows` }
}

export default async function KnowsPage({ params, searchParams }: KnowsPageProps) {
  const [named, search, actor] = await Promise.all([params, searchParams, requireActor()])
  const place = {
    team: named.team,
    project: decodeURIComponent(named.project),
    agent: decodeURIComponent(named.agent),
  }
  const { q = "" } = readParameters(search, ["q"])
  const { entries, more } = valueOrNotFound(await runOperation(showContext, actor, { ...place, ...ALL }))
  const { found, terms } = findEntries(entries, q)
  const isSearch = q.trim() !== ""
  return (
    <>
      <PageTop title={place.agent} tabs={<AgentTabs {...place} current="Knowledge" />} />
      <LiveRefresh team={place.team} on={WRITES} />
      <div className="p-4">
        <search>
          <form className="mb-3 flex flex-wrap items-center gap-2">
            <div className="w-full sm:max-w-80">
              <Input
                type="search"
                name="q"
                aria-label={`Search entries of ${place.agent}`}
                placeholder="Search entries…"
                defaultValue={q}
              />
            </div>
            <Button type="submit">Search</Button>
            <output className="ml-auto text-sm text-ink-3 tabular-nums">
              {!isSearch
                ? `${more ? "Top " : ""}${count(entries.length, "entry", "entries")}, including shared memory`
                : `${found.length.toLocaleString("en")} of ${count(entries.length, "entry", "entries")}`}
            </output>
          </form>
        </search>
        {found.length > 0 ? (
          <IncludedList team={place.team} entries={found} terms={terms} moves={null} now={new Date()} />
        ) : (
          <NoEntries agent={place.agent} searched={isSearch} />
        )}
      </div>
    </>
  )
}

function NoEntries({ agent, searched }: { agent: string; searched: boolean }) {
  if (searched) {
    return (
      <Empty
        icon={<BookOpen className="icon-lg" aria-hidden />}
        title="No matching entries"
        action={<ButtonLink href="?">Show all entries</ButtonLink>}
      >
        Search covers all entries that {agent} can receive.
      </Empty>
    )
  }
  return (
    <Empty icon={<BookOpen className="icon-lg" aria-hidden />} title={`No entries for ${agent} yet`}>
      Entries from the agent’s own memory, its category, its project and the team appear here.
    </Empty>
  )
}
