import { ownValue } from "@/lib/memory/text/own-value"
import { LayoutGrid } from "lucide-react"
import type { Metadata } from "next"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { type ContextRequest, readContextRequest, selectAgent } from "@/components/context/context-request"
import { ContextBar } from "@/components/context/context-bar"
import { ContextForm, ContextKeys } from "@/components/context/context-form"
import { LoadsView } from "@/components/context/loaded-by-harness"
import { movesOf } from "@/components/context/agent-context"
import { DiskState } from "@/components/context/memory-notice"
import { ContextView } from "@/components/context/context-view"
import { AgentTabs } from "@/components/agents/agent-tabs-and-advice"
import { ButtonLink } from "@/components/ui/button"
import { changedQuery } from "@/components/data/url-query"
import { Empty } from "@/components/ui/empty"
import { Notice } from "@/components/ui/notice"
import { PageTop, Tabs } from "@/components/ui/page-top"
import { requireActor } from "@/lib/auth/actor"
import type { Actor } from "@/lib/memory/teams/actor"
import { PREDECESSORS } from "@/lib/memory/agents/categories"
import { showLoads, showContext } from "@/lib/operations/context/context"
import { listTeamProjects } from "@/lib/operations/agents/fleet"
import { runOperation } from "@/lib/operations/operation"
import { allAgents } from "../../all-agents"
import { singleParameters } from "@/app/page-parameters"

export const metadata: Metadata = { title: "Context" }

interface ContextPageProps {
  params: Promise<{ team: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function ContextPage({ params, searchParams }: ContextPageProps) {
  const [{ team }, search, actor] = await Promise.all([params, searchParams, requireActor()])
  const query = singleParameters(search)
  const asked = readContextRequest(query)
  const [agents, { projects }] = await Promise.all([
    allAgents(actor, team),
    runOperation(listTeamProjects, actor, { team }).then(valueOrNotFound),
  ])
  const slugs = projects.map(({ slug }) => slug)
  const chosen = selectAgent(agents, slugs, asked)
  const listed = agents.find(({ name, project }) => name === chosen?.name && project === chosen.project)
  const top = <Top team={team} agent={listed} />
  if (projects.length === 0) {
    return (
      <>
        {top}
        <div className="p-4">
          <NoProjects team={team} />
        </div>
      </>
    )
  }
  const form = <ContextForm agents={agents} projects={projects} chosen={chosen} asked={asked} />
  if (chosen === null) {
    return (
      <>
        {top}
        <div className="p-4">
          {form}
          <Empty title="No agents with memory yet">
            Enter an agent name to preview the shared memory that it would receive.
          </Empty>
        </div>
      </>
    )
  }
  const whom = { team, project: chosen.project, agent: chosen.name }
  const [loads, answers] = await Promise.all([
    runOperation(showLoads, actor, whom),
    asked.view === "told" ? askContexts(actor, whom, asked) : null,
  ])
  if (!loads.ok && loads.reason === "invalid") {
    return (
      <>
        {top}
        <div className="grid gap-4 p-4">
          {form}
          <Notice tone="danger" title="Invalid agent name">
            {loads.message}
          </Notice>
        </div>
      </>
    )
  }
  const whose = valueOrNotFound(loads)
  const here = agents.filter(({ project }) => project === whose.project.slug).map(({ name }) => name)
  return (
    <>
      {top}
      <div className="grid grid-cols-1 gap-4 p-4">
        {form}
        <OtherProject
          shown={whose.project}
          filter={projects.find(({ slug }) => slug === query.get("project"))}
        />
        <DiskState
          team={team}
          whose={whose}
          predecessors={(ownValue(PREDECESSORS, whose.agent) ?? []).filter((name) => here.includes(name))}
        />
        {whose.optedOut ? null : <ContextBar size={whose.size} category={whose.category?.name ?? null} />}
        <ViewTabs query={query} isTold={answers !== null} />
        {answers === null ? (
          <LoadsView team={team} whose={whose} files={whose.files} />
        ) : (
          <>
            <p className="text-ink-2">{SENT_MEANING}</p>
            <ContextView
              team={team}
              context={valueOrNotFound(answers.context)}
              whose={whose}
              loads={whose.files}
              asked={asked}
              query={query}
              moves={movesBetween(answers)}
              now={new Date()}
            />
          </>
        )}
      </div>
    </>
  )
}

/** Top of the page, with the tabs of the agent. `agent`: undefined if the chosen agent has no memory. */
function Top({ team, agent }: { team: string; agent: { name: string; project: string } | undefined }) {
  return (
    <>
      {agent ? (
        <PageTop
          title={agent.name}
          guide="agents#context"
          tabs={<AgentTabs team={team} project={agent.project} agent={agent.name} current="Context" />}
        />
      ) : (
        <PageTop title="Context preview" guide="agents#context" />
      )}
      <ContextKeys />
    </>
  )
}

/** Returns the context for the requested task and, if there is a task, the context without it. */
async function askContexts(
  actor: Actor,
  whom: { team: string; project: string; agent: string },
  { budget, limit, format, override, task }: ContextRequest,
) {
  const told = { ...whom, budget, limit, format, overrideGlobal: override }
  const [context, before] = await Promise.all([
    runOperation(showContext, actor, { ...told, task }),
    task === "" ? null : runOperation(showContext, actor, told),
  ])
  return { context, before }
}

/** Returns how the task changes the rank of entries. Null without a task. */
function movesBetween({ context, before }: Awaited<ReturnType<typeof askContexts>>) {
  if (before === null) return null
  const [now, without] = [context, before].map((one) => valueOrNotFound(one).entries.map(({ id }) => id))
  return movesOf(now ?? [], without ?? [])
}

function NoProjects({ team }: { team: string }) {
  return (
    <Empty
      icon={<LayoutGrid className="icon-lg" aria-hidden />}
      title="No agents yet"
      action={
        <ButtonLink variant="primary" href={`/t/${team}/sources`}>
          Import memory files
        </ButtonLink>
      }
    >
      An agent’s context is built from memory files. Import a folder or connect a source.
    </Empty>
  )
}

interface OtherProjectProps {
  /** The project of the shown agent. */
  shown: { slug: string; name: string }
  /** The project that filters the pages; undefined without a filter. */
  filter: { slug: string; name: string } | undefined
}

/** A sentence for an agent of another project than the one that filters the pages. */
function OtherProject({ shown, filter }: OtherProjectProps) {
  if (filter === undefined || filter.slug === shown.slug) return null
  return (
    <p className="text-ink-2">
      This agent is in {shown.name}. Other pages still show {filter.name} only.
    </p>
  )
}

const SENT_MEANING =
  "Quarterdeck sends the best entries through its hook, MCP, the HTTP API or the command line, including entries past a file’s load limit."

function ViewTabs({ query, isTold }: { query: URLSearchParams; isTold: boolean }) {
  return (
    <Tabs
      label="Context"
      tabs={[
        { label: "Sent by Quarterdeck", href: changedQuery(query, { view: null }), current: isTold },
        { label: "Loaded by the harness", href: changedQuery(query, { view: "loads" }), current: !isTold },
      ]}
    />
  )
}
