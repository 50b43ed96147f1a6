import type { Metadata } from "next"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { AgentTabs } from "@/components/agents/agent-tabs-and-advice"
import { LiveRefresh } from "@/components/shell/live-refresh"
import { readKinds } from "@/components/agents/timeline/timeline-item"
import { TimelinePanel } from "@/components/agents/timeline/timeline-panel"
import { PageTop } from "@/components/ui/page-top"
import { requireActor } from "@/lib/auth/actor"
import { readParameters, type PageSearch } from "@/app/page-parameters"
import { WRITES } from "@/app/t/[team]/memory-write-events"
import type { Actor } from "@/lib/memory/teams/actor"
import { showTimeline } from "@/lib/operations/agents/timeline"
import { runOperation } from "@/lib/operations/operation"

const A_PAGE = 40

/** Returns a page of an agent's timeline; the first page if the cursor is invalid. */
async function timelinePage(
  actor: Actor,
  place: { team: string; project: string; agent: string },
  { kinds, after }: { kinds: readonly string[]; after: string | undefined },
) {
  const wanted = { ...place, kinds: [...kinds], limit: A_PAGE }
  const page = await runOperation(showTimeline, actor, {
    ...wanted,
    ...(after === undefined ? {} : { after }),
  })
  return !page.ok && page.reason === "invalid" && after !== undefined
    ? runOperation(showTimeline, actor, wanted)
    : page
}

interface HistoryPageProps {
  params: Promise<{ team: string; project: string; agent: string }>
  searchParams: PageSearch
}

export async function generateMetadata({ params }: HistoryPageProps): Promise<Metadata> {
  return { title: `History of ${decodeURIComponent((await params).agent)}` }
}

export default async function AgentHistoryPage({ params, searchParams }: HistoryPageProps) {
  const [named, search, actor] = await Promise.all([params, searchParams, requireActor()])
  const place = {
    team: named.team,
    project: decodeURIComponent(named.project),
    agent: decodeURIComponent(named.agent),
  }
  const part = readParameters(search, ["kinds", "after"])
  const kinds = readKinds(part.kinds)
  const timeline = valueOrNotFound(await timelinePage(actor, place, { kinds, after: part.after }))
  return (
    <>
      <PageTop title={place.agent} tabs={<AgentTabs {...place} current="History" />} />
      <LiveRefresh team={place.team} on={WRITES} />
      <div className="p-4">
        <TimelinePanel
          team={place.team}
          project={place.project}
          query={new URLSearchParams(part)}
          kinds={kinds}
          {...timeline}
          now={new Date().toISOString()}
        />
      </div>
    </>
  )
}
