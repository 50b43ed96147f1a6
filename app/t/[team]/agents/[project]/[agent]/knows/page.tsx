import { BookOpen } from "lucide-react"
import type { Metadata } from "next"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { LeftOutItems } from "@/components/context/context-left-out"
import { marksOf } from "@/components/context/entry-marks"
import { findEntries } from "@/components/context/agent-context"
import { IncludedList } from "@/components/context/included-list"
import { AgentTabs } from "@/components/agents/agent-tabs-and-advice"
import { LiveRefresh } from "@/components/shell/live-refresh"
import { Button, ButtonLink } from "@/components/ui/button"
import { formatCount } from "@/lib/memory/text/sentence"
import { Empty } from "@/components/ui/empty"
import { Input } from "@/components/ui/field"
import { PageTop } from "@/components/ui/page-top"
import { requireActor } from "@/lib/auth/actor"
import type { ContextView, LeftOutEntry } from "@/lib/operations/context/context-outputs"
import { showLoads, showContext } from "@/lib/operations/context/context"
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
  const [context, loads] = await Promise.all([
    runOperation(showContext, actor, { ...place, ...ALL }),
    runOperation(showLoads, actor, place),
  ])
  const { entries, leftOut, leftOutCounts, more } = valueOrNotFound(context)
  const { files } = valueOrNotFound(loads)
  const { found, terms } = findEntries(entries, q)
  const withheld = currentEntries(leftOut)
  const foundWithheld = findEntries(withheld, q).found
  const shown = found.length + foundWithheld.length
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
              {isSearch
                ? `${shown.toLocaleString("en")} of ${formatCount(entries.length + withheld.length, "entry")}`
                : `${more ? "Top " : ""}${formatCount(entries.length, "entry")}, including shared memory`}
            </output>
          </form>
        </search>
        {found.length > 0 ? (
          <IncludedList
            team={place.team}
            entries={found}
            terms={terms}
            moves={null}
            marksOf={(entry) => marksOf(entry, files)}
            now={new Date()}
          />
        ) : null}
        {foundWithheld.length > 0 ? (
          <LeftOutSection
            team={place.team}
            items={foundWithheld}
            number={isSearch ? foundWithheld.length : numberLeftOut(leftOutCounts)}
          />
        ) : null}
        {shown === 0 ? <NoEntries agent={place.agent} searched={isSearch} /> : null}
      </div>
    </>
  )
}

/** Kinds of left-out entries that are not in memory any more, or are left out of this page only. */
const NOT_LISTED: ReadonlySet<string> = new Set(["retired", "forgotten", "limit", "budget"])

/** Returns the left-out entries that are still in memory, as the search needs them. */
const currentEntries = (leftOut: readonly LeftOutEntry[]) =>
  leftOut.flatMap((one) =>
    one.text === null || NOT_LISTED.has(one.kind) ? [] : [{ ...one, text: one.text, section: null }],
  )

const numberLeftOut = (counts: ContextView["leftOutCounts"]): number =>
  Object.entries(counts).reduce((sum, [kind, number]) => (NOT_LISTED.has(kind) ? sum : sum + number), 0)

interface LeftOutSectionProps {
  team: string
  items: readonly LeftOutEntry[]
  /** Number of left-out entries. May be larger than the list. */
  number: number
}

/** The entries that the agent does not receive although they are in its memory, with the reasons. */
function LeftOutSection({ team, items, number }: LeftOutSectionProps) {
  return (
    <section aria-labelledby="left-out" className="not-first:mt-5">
      <h2 id="left-out" className="mb-2 font-semibold">
        Left out of the context{" "}
        <span className="font-normal text-ink-3 tabular-nums">
          {number > items.length
            ? `first ${items.length.toLocaleString("en")} of ${number.toLocaleString("en")}`
            : number.toLocaleString("en")}
        </span>
      </h2>
      <div className="overflow-hidden rounded-lg border border-t-0 border-line bg-surface">
        <LeftOutItems team={team} items={items} />
      </div>
    </section>
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
        Search includes entries that {agent} can receive and entries that are left out. Try different words.
      </Empty>
    )
  }
  return (
    <Empty icon={<BookOpen className="icon-lg" aria-hidden />} title={`No entries for ${agent} yet`}>
      Entries from the agent’s own memory, its category, its project and the team appear here.
    </Empty>
  )
}
