import { Link } from "@/components/ui/link"
import { agentPath } from "@/components/agents/fleet"
import { contextPath } from "@/components/shell/places"
import { ButtonLink } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import type { Whose } from "./context-types"

interface StandingProps {
  team: string
  whose: Whose
  /** Agents of the same project that did its work before. */
  predecessors: readonly string[]
}

/** What must be known of an agent before its context is read: that it has opted out, knows nothing, or is unknown. Nothing for others. */
export function Standing({ team, whose, predecessors }: StandingProps) {
  const { agent, project, known, optedOut, cold } = whose
  if (optedOut) {
    return (
      <Notice
        tone="caution"
        title={`${agent} has opted out of memory`}
        action={
          <ButtonLink size="sm" href={agentPath(team, project.slug, agent)}>
            See its files
          </ButtonLink>
        }
      >
        Its definition says <code className="font-mono">memory: disabled</code>: it is told nothing, and
        nothing is written for it, until that line is gone.
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
        title={`${agent} keeps no memory in ${project.name} yet`}
        action={
          <ButtonLink size="sm" href={`/t/${team}/sources`}>
            Import its memory
          </ButtonLink>
        }
      >
        This is what any new agent of that name would be told: what all of the project load
        {whose.category ? `, and ${whose.category.name}, where its name places it` : ""}.{work} Its own memory
        begins with its first session.
      </Notice>
    )
  }
  if (cold) {
    return (
      <Notice
        title={`${agent} is cold: it has nothing of its own`}
        action={
          <ButtonLink size="sm" href={agentPath(team, project.slug, agent)}>
            Open the agent
          </ButtonLink>
        }
      >
        It is told only what all agents of {project.name} load.{work} Its memory begins with its first
        session, or with an import.
      </Notice>
    )
  }
  return null
}
