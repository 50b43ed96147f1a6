import { GitCompareArrows } from "lucide-react"
import type { Metadata } from "next"
import { BothList, SideTable } from "@/components/agents/compare/comparison"
import { distinctNames } from "@/components/agents/compare/compared-entries"
import { ChooseTwo } from "@/components/agents/compare/choose-two"
import { OnlyLists } from "@/components/agents/compare/only-lists"
import { LiveRefresh } from "@/components/shell/live-refresh"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { Notice } from "@/components/ui/notice"
import { PageTop } from "@/components/ui/page-top"
import { Panel } from "@/components/ui/panel"
import { requireActor } from "@/lib/auth/actor"
import { compareAgents } from "@/lib/operations/agents/compare-agents"
import { runOperation } from "@/lib/operations/operation"
import { teamOf } from "@/lib/operations/teams/team-and-project"
import { allAgents } from "../../all-agents"
import { readParameters, type PageSearch } from "@/app/page-parameters"
import { WRITES } from "../../memory-write-events"

export const metadata: Metadata = { title: "Compare agents" }

export default async function ComparePage({
  params,
  searchParams,
}: {
  params: Promise<{ team: string }>
  searchParams: PageSearch
}) {
  const [{ team }, search, actor] = await Promise.all([params, searchParams, requireActor()])
  const { a = null, b = null } = readParameters(search, ["a", "b"])
  const [agents, proposes, compared] = await Promise.all([
    allAgents(actor, team),
    teamOf(actor, "propose", team),
    a === null || b === null ? null : runOperation(compareAgents, actor, { team, a, b }),
  ])
  const top = (
    <>
      <PageTop title="Compare agents" />
      <LiveRefresh team={team} on={WRITES} />
    </>
  )
  if (agents.length === 0) {
    return (
      <>
        {top}
        <Empty
          icon={<GitCompareArrows className="icon-lg" aria-hidden />}
          title="No agents to compare yet"
          action={
            <ButtonLink variant="primary" href={`/t/${team}/sources`}>
              Import memory files
            </ButtonLink>
          }
        >
          Import the memory of at least two agents to compare them.
        </Empty>
      </>
    )
  }
  return (
    <>
      {top}
      <div className="grid grid-cols-1 gap-5 p-4">
        <ChooseTwo team={team} agents={agents} a={a} b={b} />
        {compared === null ? <ChooseMore first={a === null && b === null} /> : null}
        {compared?.ok ? (
          <Compared
            team={team}
            compared={compared.value}
            mayShare={proposes.ok}
            today={new Date().toISOString().slice(0, 10)}
          />
        ) : null}
        {compared && !compared.ok ? (
          <Notice tone="caution" title="Could not compare these agents">
            {compared.message}
          </Notice>
        ) : null}
      </div>
    </>
  )
}

/** Explains the comparison until both agents are chosen. `first` is true if none is chosen yet. */
function ChooseMore({ first }: { first: boolean }) {
  return (
    <Empty
      icon={<GitCompareArrows className="icon-lg" aria-hidden />}
      title={first ? "Choose two agents" : "Choose a second agent"}
    >
      See what both agents know and what only one of them knows. You can propose one agent’s entries for the
      other.
    </Empty>
  )
}

type Value = Extract<
  Awaited<ReturnType<typeof runOperation<typeof compareAgents.input, typeof compareAgents.output>>>,
  { ok: true }
>["value"]

function Compared({
  team,
  compared: { a, b, both },
  mayShare,
  today,
}: {
  team: string
  compared: Value
  mayShare: boolean
  today: string
}) {
  const capped = [a, b].filter(({ entries, compared }) => compared < entries)
  return (
    <>
      {capped.map(({ agent, entries, compared }) => (
        <Notice key={agent.id}>
          Only the newest {compared.toLocaleString("en")} of {agent.name}’s {entries.toLocaleString("en")}{" "}
          entries are compared.
        </Notice>
      ))}
      <SideTable team={team} a={a} b={b} today={today} />
      <OnlyLists team={team} a={a} b={b} mayShare={mayShare} />
      <Panel title="Both" note={both.length}>
        {both.length === 0 ? (
          <p className="text-ink-2">No entries in common.</p>
        ) : (
          <BothList team={team} both={both} names={distinctNames([a.agent, b.agent])} />
        )}
      </Panel>
    </>
  )
}
