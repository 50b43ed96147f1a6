import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { hasWritten } from "@/lib/db/memory-files/agent-writes"
import { listAgentNames } from "@/lib/db/agents/agent-names"
import { workspaceHost } from "@/lib/db/agents/workspace-owner"
import { nearest } from "@/lib/memory/text/did-you-mean"
import type { ProposalPlace } from "../proposals/team-and-project"

/**
 * Returns a function that makes the message about a new agent, or null if the agent is known. Must be called
 * before the first write, because that creates the agent even if its name is misspelled. `made`: path of the
 * created file, or null.
 */
export async function newAgent(
  { team, project }: ProposalPlace,
  agent: string,
): Promise<((made: string | null) => string) | null> {
  const known = await listAgentNames(wholeTeamUnchecked(team.id), project.id)
  if (known.includes(agent) || (await hasWritten(wholeTeamUnchecked(team.id), project.id, agent))) return null
  if ((await workspaceHost(wholeTeamUnchecked(team.id), { projectId: project.id, agent })) !== null)
    return null
  const meant = nearest(agent, known)
  const otherwise = meant === null ? "" : `. Did you mean ${meant}?`
  return (made) =>
    `${agent} is new in ${project.name}: ${made === null ? "it has no memory, and none was created" : `${made} was created for it`}${otherwise}`
}
