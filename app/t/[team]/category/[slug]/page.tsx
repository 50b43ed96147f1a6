import { ownValue } from "@/lib/memory/text/own-value"
import { Users } from "lucide-react"
import type { Metadata } from "next"
import type { z } from "zod"
import { Link } from "@/components/ui/link"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { AlertList } from "@/components/alerts/alert-list"
import { CategoryCoverage } from "@/components/agents/coverage/coverage"
import { LoadFileTable } from "@/components/agents/loads/agent-file-table"
import { agentPath, policiesPath } from "@/components/data/addresses"
import { byUrgency, GrowthChart } from "@/components/agents/growth/growth"
import { MemberTable } from "@/components/agents/agent-table"
import { AgentStates, ClosestToBudgetList, KnownByOne } from "@/components/teams/overview/agent-lists"
import { QueueList } from "@/components/teams/overview/waiting"
import { consolidationPath } from "@/components/proposals/consolidate/consolidation"
import { LiveRefresh } from "@/components/shell/live-refresh"
import { listPages } from "@/components/shell/navigation"
import { PAGE_DESCRIPTIONS } from "@/components/shell/page-descriptions"
import { ButtonLink } from "@/components/ui/button"
import { formatCount } from "@/lib/memory/text/sentence"
import { Empty } from "@/components/ui/empty"
import { PageTop } from "@/components/ui/page-top"
import { Facts, Panel } from "@/components/ui/panel"
import { Stats } from "@/components/charts/figures"
import { requireActor } from "@/lib/auth/actor"
import { closestToBudget, withSharedName } from "@/lib/memory/agents/growth"
import type { AgentState } from "@/lib/memory/agents/agent-state"
import { listAlerts } from "@/lib/operations/alerts/alerts"
import { WRITING_SUMMARY } from "@/components/policies/policy-text"
import { showCategory } from "@/lib/operations/agents/fleet"
import { showGrowth } from "@/lib/operations/agents/growth-and-activity"
import { showSilos } from "@/lib/operations/agents/silos"
import { runOperation } from "@/lib/operations/operation"
import { listProposals } from "@/lib/operations/proposals/proposals"
import { WRITES } from "../../memory-write-events"

export const metadata: Metadata = { title: "Category" }

/** Maximum number of alerts. The inbox lists all. */
const MOST_ALERTS = 8
const MOST_PROPOSALS = 5
const MOST_MISSED = 3
const MOST_FULL = 5
/** Pages that can be filtered by category; deliveries cannot. */
const VIEWS = listPages(false).filter(
  ({ segment, within }) => within?.startsWith("Agents") && segment !== "agents/delivery",
)

interface CategoryPageProps {
  params: Promise<{ team: string; slug: string }>
  searchParams: Promise<{ project?: string }>
}

export default async function CategoryPage({ params, searchParams }: CategoryPageProps) {
  const [{ team, slug: named }, { project }, actor] = await Promise.all([
    params,
    searchParams,
    requireActor(),
  ])
  const slug = decodeURIComponent(named)
  const here = { team, category: slug, ...(project ? { project } : {}) }
  const [outcome, ofCategory, queue, missing, growing] = await Promise.all([
    runOperation(showCategory, actor, here),
    runOperation(listAlerts, actor, { ...here, limit: MOST_ALERTS }),
    runOperation(listProposals, actor, { ...here, limit: MOST_PROPOSALS, order: "newest" }),
    runOperation(showSilos, actor, { ...here, limit: MOST_MISSED }),
    runOperation(showGrowth, actor, here),
  ])
  const details = valueOrNotFound(outcome)
  const { category, waiting, agents } = details
  const { alerts, total: alertsInAll } = valueOrNotFound(ofCategory)
  const { proposals, total: proposalsInAll } = valueOrNotFound(queue)
  const { entries: missed } = valueOrNotFound(missing)
  const { weeks, ...growth } = valueOrNotFound(growing)
  const grown = [...growth.agents, ...growth.shared.map(withSharedName)]
  const today = new Date().toISOString().slice(0, 10)
  const coordinator = agents.find((agent) => agent.name === category.coordinator)
  const part = new URLSearchParams({ ...(project ? { project } : {}), category: slug })
  const view = (segment: string) => `/t/${team}/${segment}?${part}`
  return (
    <>
      <PageTop
        title={category.name}
        actions={
          waiting > 0 ? (
            <ButtonLink size="sm" href={consolidationPath(team, category.slug, project)}>
              Consolidate {formatCount(waiting, "proposal")}
            </ButtonLink>
          ) : null
        }
      />
      <LiveRefresh team={team} on={WRITES} />
      <div className="grid grid-cols-1 gap-5 p-4">
        <CategoryStats shown={details} proposals={proposalsInAll} alerts={alertsInAll} />
        <div className="grid gap-5 md:grid-cols-2 xl:grid-cols-4">
          <Panel title="Write access">
            <WriteAccess team={team} category={category} coordinator={coordinator} />
          </Panel>
          {agents.length > 0 ? (
            <Panel title="Agents by state" note={agents.length}>
              <AgentStates team={team} project={project || null} category={slug} states={statesOf(agents)} />
            </Panel>
          ) : null}
          <ClosestToBudget team={team} agents={agents} category={category} />
          <MorePages hrefFor={view} />
        </div>
        {alertsInAll > 0 ? (
          <Panel title="Alerts" note={alertsInAll}>
            <AlertList
              team={team}
              alerts={alerts}
              total={alertsInAll}
              moreHref={`/t/${team}/inbox?tab=alerts&${part}`}
              showSubject
            />
          </Panel>
        ) : null}
        {proposalsInAll > 0 ? (
          <Panel title="Waiting proposals" note={proposalsInAll}>
            <QueueList
              team={team}
              proposals={proposals}
              total={proposalsInAll}
              moreHref={`/t/${team}/inbox?tab=proposals&${part}`}
            />
          </Panel>
        ) : null}
        <Members team={team} shown={details} today={today} />
        <SharedMemory team={team} shown={details} today={today} />
        {missed.length > 0 ? (
          <Panel title="Known to one agent">
            <KnownByOne team={team} entries={missed} moreHref={view("agents/overlap")} />
          </Panel>
        ) : null}
        <Growth agents={grown} weeks={weeks} href={view("agents/growth")} />
      </div>
    </>
  )
}

type CategoryDetails = z.input<typeof showCategory.output>
type Agent = CategoryDetails["agents"][number]

interface DetailsProps {
  team: string
  shown: CategoryDetails
  /** Today as an ISO date. */
  today: string
}

function CategoryStats({
  shown: { agents, files },
  proposals,
  alerts,
}: {
  shown: CategoryDetails
  proposals: number
  alerts: number
}) {
  return (
    <Stats
      stats={[
        {
          label: "Members",
          value: agents.length,
          note:
            agents.length > 0
              ? `up to ${formatCount(mostOwnEntries(agents), "entry")} of their own`
              : undefined,
        },
        {
          label: "Shared files",
          value: files.length,
          note: formatCount(
            files.reduce((sum, file) => sum + file.entries - file.retired, 0),
            "entry",
          ),
        },
        {
          label: "Waiting",
          value: proposals,
          note: proposals === 1 ? "proposal" : "proposals",
        },
        { label: "Open alerts", value: alerts },
      ]}
    />
  )
}

/** Returns the number of entries of the agent that has most of its own. */
const mostOwnEntries = (agents: readonly Agent[]): number =>
  Math.max(...agents.map(({ entries, shared }) => (shared ? 0 : entries)))

function WriteAccess({
  team,
  category,
  coordinator,
}: {
  team: string
  category: CategoryDetails["category"]
  coordinator: Agent | undefined
}) {
  return (
    <Facts
      facts={[
        ["Write policy", `${category.writePolicy}: ${ownValue(WRITING_SUMMARY, category.writePolicy) ?? ""}`],
        [
          "Coordinator",
          <Coordinator key="coordinator" team={team} named={category.coordinator} agent={coordinator} />,
        ],
        [
          "Members",
          <Link
            key="members"
            href={`/t/${team}/settings/categories#${encodeURIComponent(category.slug)}`}

            className="text-link"
          >
            Members and rules
          </Link>,
        ],
        [
          "Policy",
          <Link key="policy" href={policiesPath(team, `category:${category.slug}`)} className="text-link">
            Category settings
          </Link>,
        ],
      ]}
    />
  )
}

/** The coordinator of a category. `agent` is undefined if the named agent has no memory yet. */
function Coordinator({
  team,
  named,
  agent,
}: {
  team: string
  named: string | null
  agent: Agent | undefined
}) {
  if (agent) {
    return (
      <Link href={agentPath(team, agent.project.slug, agent.name)} className="text-link">
        {agent.name}
      </Link>
    )
  }
  return named ? `${named} (no memory yet)` : "none"
}

function statesOf(agents: readonly Agent[]): Partial<Record<AgentState, number>> {
  const states: Partial<Record<AgentState, number>> = {}
  for (const { state } of agents) states[state] = (states[state] ?? 0) + 1
  return states
}

interface ClosestToBudgetProps {
  team: string
  agents: readonly Agent[]
  category: CategoryDetails["category"]
}

function ClosestToBudget({ team, agents, category }: ClosestToBudgetProps) {
  const full = closestToBudget(agents, MOST_FULL)
  return full.length === 0 ? null : (
    <Panel title="Closest to budget">
      <ClosestToBudgetList team={team} agents={full} categories={[category]} />
    </Panel>
  )
}

function MorePages({ hrefFor }: { hrefFor: (segment: string) => string }) {
  return (
    <Panel title="More about this category">
      <ul className="grid gap-1">
        {VIEWS.map(({ segment, label }) => (
          <li key={segment}>
            <Link href={hrefFor(segment)} className="text-link">
              {label}
            </Link>{" "}
            <span className="text-sm text-ink-3">{PAGE_DESCRIPTIONS[segment].detail}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Members({ team, shown: { agents, category }, today }: DetailsProps) {
  if (agents.length === 0) {
    return (
      <Empty
        icon={<Users className="icon-lg" aria-hidden />}
        title={`No agents in ${category.name} yet`}
        action={<ButtonLink href={`/t/${team}/settings/categories`}>Assign agents</ButtonLink>}
      >
        Assign agents manually, or let the category’s member list and rules assign them on import.
      </Empty>
    )
  }
  return (
    <Panel title="Members" note={agents.length}>
      <MemberTable team={team} agents={agents} today={today} />
    </Panel>
  )
}

function SharedMemory({ team, shown: { category, files, coverage }, today }: DetailsProps) {
  return (
    <>
      {files.length > 0 ? (
        <Panel title="Shared memory" note={files.length}>
          <LoadFileTable
            team={team}
            label={`Shared memory of ${category.name}`}
            files={files}
            today={today}
          />
        </Panel>
      ) : null}
      {coverage.length > 0 ? (
        <Panel title="Coverage by section">
          <CategoryCoverage rows={coverage} />
        </Panel>
      ) : null}
    </>
  )
}

type Grown = Pick<z.input<typeof showGrowth.output>, "agents" | "weeks">

/** The growth of the memory that is closest to its limit. */
function Growth({ agents, weeks, href }: Grown & { href: string }) {
  const [urgent] = byUrgency(agents)
  if (!urgent) return null
  const all = (
    <Link href={href} className="text-link">
      All {agents.length}
    </Link>
  )
  return (
    <Panel title="Growth" note={agents.length > 1 ? all : undefined}>
      <GrowthChart agent={urgent} weeks={weeks} />
    </Panel>
  )
}
