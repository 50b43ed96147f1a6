import type { Visibility } from "@/lib/memory/teams/visibility"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"

/** A revision that no proposal led to, with its agent and session. */
export interface AgentWrite {
  readonly teamId: string
  readonly fileId: string
  readonly revision: number
  readonly agent: string | null
  readonly session: string | null
}

/** Records the agent and session of a revision, so that their writes can be found and reverted. */
export async function addAgentWrite(tx: Tx, { agent, ...write }: AgentWrite): Promise<void> {
  await tx.agentWrite.create({ data: { ...write, agentName: agent } })
}

/** True if an agent of this name wrote to a project or closed a session there. */
export async function hasWritten({ teamId }: Visibility, projectId: string, agent: string): Promise<boolean> {
  const [row] = await database().$queryRaw<{ known: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM agent_session s WHERE s.team_id = ${teamId}::uuid AND s.project_id = ${projectId}::uuid AND s.agent_name = ${agent} AND s.closed_at IS NOT NULL)
      OR EXISTS (SELECT 1 FROM agent_write w JOIN memory_file f ON f.team_id = w.team_id AND f.id = w.file_id
        WHERE w.team_id = ${teamId}::uuid AND f.project_id = ${projectId}::uuid AND w.agent_name = ${agent}) AS known`
  return row?.known ?? false
}
