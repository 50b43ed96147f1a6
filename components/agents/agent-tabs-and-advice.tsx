import { contextPath } from "@/components/shell/navigation"
import { Tabs } from "@/components/ui/page-top"
import { agentPath, newSeedPath, newSynthesisPath } from "@/components/data/addresses"
import { Link } from "@/components/ui/link"
import { Notice } from "@/components/ui/notice"
import { formatCount } from "@/lib/memory/text/sentence"
import type { FleetAgent } from "./fleet"

interface AgentTabsProps {
  team: string
  /** Slug. */
  project: string
  agent: string
  current: "Overview" | "Knowledge" | "Context" | "History"
}

/** The pages of one agent. */
export function AgentTabs({ team, project, agent, current }: AgentTabsProps) {
  const page = agentPath(team, project, agent)
  const tabs = [
    { label: "Overview", href: page },
    { label: "Knowledge", href: `${page}/knows` },
    { label: "Context", href: contextPath(team, project, agent) },
    { label: "History", href: `${page}/history` },
  ]
  return <Tabs label={agent} tabs={tabs.map((tab) => ({ ...tab, current: tab.label === current }))} />
}

/** The meaning of an agent's state and the next step; nothing for a healthy agent. */
export function AgentAdvice({ team, agent }: AdviceProps) {
  switch (agent.state) {
    case "past-cut":
      return (
        <Notice
          tone="danger"
          title={`${formatCount(agent.pastCut, "line")} past the load limit, not loaded by the harness`}
        >
          The agent has these entries only if Quarterdeck sends them. Open the file to see the load limit.
          Retire or move entries until the whole file loads.
        </Notice>
      )
    case "broken":
      return (
        <Notice tone="danger" title="One of this agent’s files could not be fully parsed">
          The file is unchanged. Open it to see each problem, its line and a fix.
        </Notice>
      )
    case "over-budget":
      return (
        <Notice
          tone="caution"
          title={`${formatCount(agent.lines - (agent.budget ?? 0), "line")} over the budget of ${agent.budget}`}
        >
          The harness still loads the whole file. Retire stale entries before the file is truncated.
        </Notice>
      )
    case "filling-up":
      return <Notice tone="caution" title={`Almost full: ${agent.lines} of ${agent.budget} lines`} />
    case "stale":
      return (
        <Notice tone="caution" title={`${agent.stale} of ${formatCount(agent.entries, "entry")} stale`}>
          These entries have not been confirmed in a while. Verify the ones that are still true and retire the
          rest.
        </Notice>
      )
    case "cold":
      return <ColdNotice team={team} agent={agent} />
    case "opted-out":
      return (
        <Notice title="This agent has opted out of memory">
          Its definition contains <code className="font-mono">memory: disabled</code>. No memory is written
          for this agent until you remove that line.
        </Notice>
      )
    // No advice is needed, because the page lists the alerts.
    case "open-errors":
    case "open-warnings":
    case "healthy":
      return null
  }
}

interface AdviceProps {
  team: string
  agent: FleetAgent
}

function ColdNotice({ team, agent }: AdviceProps) {
  return (
    <Notice title="This agent has no memory yet">
      {agent.predecessor ? (
        <>
          <Link
            href={agentPath(team, agent.predecessor.project, agent.predecessor.name)}
            className="text-link"
          >
            {agent.predecessor.name}
          </Link>{" "}
          did this work before and has {formatCount(agent.predecessor.lines, "line")} of memory.
        </>
      ) : (
        "Its memory starts with its first session or an import."
      )}{" "}
      <Link
        href={newSeedPath(team, { project: agent.project.slug, agent: agent.name })}
        className="text-link"
      >
        Seed…
      </Link>{" "}
      <Link
        href={newSynthesisPath(team, "orientation", { agent: agent.name, in: agent.project.slug })}
        className="text-link"
      >
        Orientation…
      </Link>
    </Notice>
  )
}
