import { contextPath } from "@/components/shell/navigation"
import { Tabs } from "@/components/ui/tabs"
import { agentPath } from "@/components/data/addresses"

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
