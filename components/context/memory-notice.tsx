import { Link } from "@/components/ui/link"
import { agentPath } from "@/components/data/addresses"
import { contextPath } from "@/components/shell/navigation"
import { ButtonLink } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import type { ContextAgent } from "./agent-context"

interface StandingProps {
  team: string
  whose: ContextAgent
  /** Agents of the same project that did the same work before. */
  predecessors: readonly string[]
}

/** A notice for agents that have opted out, have no memory, or are unknown. Nothing for others. */
export function DiskState({ team, whose, predecessors }: StandingProps) {
  const { agent, project, known, optedOut, cold } = whose
  if (optedOut) {
    return (
      <Notice
        tone="caution"
        title={`${agent} has opted out of memory`}
        action={
          <ButtonLink size="sm" href={agentPath(team, project.slug, agent)}>
            View agent
          </ButtonLink>
        }
      >
        Its definition contains <code className="font-mono">memory: disabled</code>. Until you remove that
        line, the agent receives no context and no memory is written for it.
      </Notice>
    )
  }
  const before = predecessors.map((name, place) => (
    <span key={name}>
      {place > 0 ? ", " : ""}
      <Link href={contextPath(team, project.slug, name)} className="text-link">
        {name}
      </Link>
    </span>
  ))
  const work = predecessors.length > 0 ? <> {before} did this work before.</> : null
  if (!known) {
    return (
      <Notice
        title={`${agent} has no memory in ${project.name} yet`}
        action={
          <ButtonLink size="sm" href={`/t/${team}/sources`}>
            Import memory
          </ButtonLink>
        }
      >
        A new agent with this name would receive the shared memory of the project
        {whose.category ? ` and of ${whose.category.name}, the category that matches its name` : ""}.{work}{" "}
        The agent’s own memory starts with its first session.
      </Notice>
    )
  }
  if (cold) {
    return (
      <Notice
        title={`${agent} has no memory of its own`}
        action={
          <ButtonLink size="sm" href={agentPath(team, project.slug, agent)}>
            View agent
          </ButtonLink>
        }
      >
        The agent receives only the shared memory of {project.name}.{work} The agent’s own memory starts with
        its first session or an import.
      </Notice>
    )
  }
  return null
}
