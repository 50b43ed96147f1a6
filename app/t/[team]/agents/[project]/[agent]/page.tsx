import type { Metadata } from "next"
import type { z } from "zod"
import { Link } from "@/components/ui/link"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { AlertList } from "@/components/alerts/alert-list"
import { AgentTabs, AgentAdvice } from "@/components/agents/agent-tabs-and-advice"
import { LoadFileTable } from "@/components/agents/loads/agent-file-table"
import { categoryPath } from "@/components/data/addresses"
import { ContextBar } from "@/components/context/context-bar"
import { AgentLoads } from "@/components/deliveries/delivery"
import { previewPath } from "@/components/memory-files/revert/reverts"
import { Siblings } from "@/components/agents/coverage/coverage"
import { StateTag } from "@/components/agents/agent-state-tag"
import { describeAge, formatDay } from "@/components/data/time-text"
import { Bars, Heat } from "@/components/charts/inline-charts"
import { LiveRefresh } from "@/components/shell/live-refresh"
import { comparePath, projectPath } from "@/components/shell/navigation"
import { ButtonLink } from "@/components/ui/button"
import { agentBudgetWords, agentEntriesWords, agentLimitWords } from "@/lib/memory/agents/entry-words"
import { Empty } from "@/components/ui/empty"
import { ShowAsTable } from "@/components/charts/figures"
import { lastWeeks } from "@/lib/memory/agents/activity"
import { PageTop } from "@/components/ui/page-top"
import { Facts, Panel, WithAside } from "@/components/ui/panel"
import { requireActor } from "@/lib/auth/actor"
import { teamOf } from "@/lib/operations/teams/team-and-project"
import { listAlerts } from "@/lib/operations/alerts/alerts"
import { showAgent } from "@/lib/operations/agents/fleet"
import { showLoads } from "@/lib/operations/context/context"
import { runOperation } from "@/lib/operations/operation"
import { WRITES } from "@/app/t/[team]/memory-write-events"

interface AgentPageProps {
  params: Promise<{ team: string; project: string; agent: string }>
}

/** The maximum number of alerts on the page. The inbox lists all. */
const MOST_ALERTS = 8

export async function generateMetadata({ params }: AgentPageProps): Promise<Metadata> {
  return { title: decodeURIComponent((await params).agent) }
}

export default async function AgentPage({ params }: AgentPageProps) {
  const [{ team, project, agent: name }, actor] = await Promise.all([params, requireActor()])
  const place = { team, project: decodeURIComponent(project), agent: decodeURIComponent(name) }
  const [outcome, curates, ofAgent, loading] = await Promise.all([
    runOperation(showAgent, actor, place),
    teamOf(actor, "curate", team),
    runOperation(listAlerts, actor, { ...place, limit: MOST_ALERTS }),
    runOperation(showLoads, actor, place),
  ])
  const details = valueOrNotFound(outcome)
  const { agent, loads, category, files, sections, ages, siblings } = details
  const { size } = valueOrNotFound(loading)
  const { alerts, total: alertsInAll } = valueOrNotFound(ofAgent)
  const today = new Date().toISOString().slice(0, 10)
  return (
    <>
      <PageTop
        title={agent.name}
        tabs={<AgentTabs team={team} project={agent.project.slug} agent={agent.name} current="Overview" />}
        actions={
          <>
            {curates.ok ? (
              <ButtonLink
                size="sm"
                variant="quiet"
                href={previewPath(team, { agent: agent.name, project: agent.project.slug })}
              >
                Revert changes…
              </ButtonLink>
            ) : null}
            <ButtonLink
              size="sm"
              variant="quiet"
              href={comparePath(team, { a: `${agent.project.slug}/${agent.name}` })}
            >
              Compare with…
            </ButtonLink>
          </>
        }
      />
      <LiveRefresh team={team} on={WRITES} />
      <WithAside
        aside={
          <>
            <About team={team} shown={details} today={today} />
            <Panel title="Deliveries">
              <AgentLoads
                team={team}
                project={agent.project.slug}
                agent={agent.name}
                optedOut={agent.optedOut}
                loads={loads}
                now={new Date().toISOString()}
              />
            </Panel>
            <EntriesByAge agent={agent} ages={ages} />
            {siblings.length > 0 ? (
              <Panel
                title={category ? `Other agents in ${category.name}` : "Other agents in this category"}
                note={siblings.length}
              >
                <Siblings team={team} project={agent.project.slug} siblings={siblings} />
              </Panel>
            ) : null}
          </>
        }
      >
        <AgentAdvice team={team} agent={agent} />
        {alertsInAll > 0 ? (
          <Panel title="Alerts" note={alertsInAll}>
            <AlertList
              team={team}
              alerts={alerts}
              total={alertsInAll}
              moreHref={`/t/${team}/inbox?${new URLSearchParams({ tab: "alerts", project: agent.project.slug, agent: agent.name })}`}
            />
          </Panel>
        ) : null}
        {agent.optedOut ? null : <ContextBar size={size} category={category?.name ?? null} />}
        <Files team={team} agent={agent} files={files} today={today} />
        <EntriesBySection sections={sections} />
      </WithAside>
    </>
  )
}

type AgentDetails = z.input<typeof showAgent.output>

/** Facts about an agent. `today` is an ISO date. */
function About({
  team,
  shown: { agent, category },
  today,
}: {
  team: string
  shown: AgentDetails
  today: string
}) {
  return (
    <Panel title="About">
      <Facts
        facts={[
          ["State", <StateTag key="state" state={agent.state} pastCut={agent.pastCut} />],
          [
            "Project",
            <Link key="project" href={projectPath(team, agent.project.slug)} className="text-link">
              {agent.project.name}
            </Link>,
          ],
          ["Category", <Category key="category" team={team} category={category} />],
          ["Write policy", category?.writePolicy ?? null],
          [
            "Entries",
            `${agent.shared ? agentEntriesWords(agent) : agent.entries.toLocaleString("en")}${agent.stale > 0 ? `, ${agent.stale} stale` : ""}`,
          ],
          ["Budget", agentBudgetWords(agent)],
          ["Load limit", agentLimitWords(agent)],
          ["Sessions", agent.sessions.toLocaleString("en")],
          ["Updated", agent.updatedOn === null ? "never" : describeAge(agent.updatedOn, today)],
          ["Last 12 weeks", <Weeks key="weeks" weeks={agent.weeks} today={today} />],
        ]}
      />
    </Panel>
  )
}

/** Dated entries by week, as a heat map and as a table. */
function Weeks({ weeks, today }: { weeks: readonly number[]; today: string }) {
  const days = lastWeeks(new Date(`${today}T00:00:00Z`), weeks.length)
  return (
    <>
      <Heat weeks={weeks} />
      <ShowAsTable
        label="Dated entries by week"
        columns={["Week of", "Entries"]}
        rows={weeks
          .map((number, week) => [formatDay(days[week] ?? ""), number.toLocaleString("en")] as const)
          .toReversed()}
      />
    </>
  )
}

function Category({ team, category }: { team: string; category: AgentDetails["category"] }) {
  if (!category) return "none"
  return (
    <Link href={categoryPath(team, category.slug)} className="text-link">
      {category.name}
    </Link>
  )
}

function EntriesByAge({ agent, ages }: Pick<AgentDetails, "agent" | "ages">) {
  if (agent.entries === 0) return null
  return (
    <Panel title="Entries by age">
      <Bars
        caption="Entries by age"
        columns={["Age", "Entries"]}
        rows={ages.map((age) => ({ label: age.label, value: age.entries }))}
      />
    </Panel>
  )
}

interface FilesProps extends Pick<AgentDetails, "agent" | "files"> {
  team: string
  /** Today as an ISO date. */
  today: string
}

function Files({ team, agent, files, today }: FilesProps) {
  if (files.length === 0) {
    return (
      <Empty
        title="No memory files yet"
        action={
          <ButtonLink variant="primary" href={`/t/${team}/sources`}>
            Import memory files
          </ButtonLink>
        }
      >
        {agent.optedOut
          ? "No memory is written while the agent is opted out."
          : "The first completed session creates a file. You can also import one."}
      </Empty>
    )
  }
  return (
    <Panel title="Memory files" note={files.length}>
      <LoadFileTable
        team={team}
        label={`Memory files of ${agent.name}`}
        files={files}
        today={today}
        markShared
      />
    </Panel>
  )
}

function EntriesBySection({ sections }: Pick<AgentDetails, "sections">) {
  if (sections.length === 0) return null
  return (
    <Panel title="Entries by section">
      <div className="max-w-160">
        <Bars
          caption="Entries by section"
          columns={["Section", "Entries"]}
          rows={sections.map((section) => ({ label: section.name, value: section.entries }))}
        />
      </div>
    </Panel>
  )
}
