import type { Visibility } from "@/lib/memory/teams/visibility"
import { COACH } from "@/lib/memory/coach/kinds"
import type { Tx } from "../infra/commit"
import { database, type Reader } from "../infra/client"

/** The known facts about which agent owns the workspace at the top of a source. */
export interface KnownOwner {
  /** Name of the agent to which the stored files of the workspace belong. Null if there is none. */
  readonly stored: string | null
  /**
   * Name of the only agent that harnesses of the project reported and that has no memory of its own there.
   * Null if there is none, or several.
   */
  readonly delivered: string | null
  /** True if a person removed the agent in the preview of the import. */
  readonly declined: boolean
}

/** File names that identify a workspace: its owner's description and its memory. */
const TELLING = ["SOUL.md", "IDENTITY.md", "MEMORY.md"]

/**
 * Returns the known facts about the owner of a source's workspace. `project` is the name of the project into
 * which the source is imported.
 */
export async function knownOwner(
  { teamId }: Visibility,
  { sourceId, project }: { readonly sourceId: string; readonly project: string },
  client: Pick<Reader, "$queryRaw"> = database(),
): Promise<KnownOwner> {
  const [row] = await client.$queryRaw<KnownOwner[]>`
    SELECT
      (SELECT a.name FROM memory_file f JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id
        WHERE f.team_id = ${teamId}::uuid AND f.source_id = ${sourceId}::uuid AND f.path = ANY(${TELLING}) ORDER BY f.path LIMIT 1) AS stored,
      (SELECT min(l.agent_name) FROM last_receipt l JOIN project p ON p.team_id = l.team_id AND p.id = l.project_id
        WHERE l.team_id = ${teamId}::uuid AND p.name = ${project} AND NOT EXISTS (
          SELECT 1 FROM agent a JOIN memory_file f ON f.team_id = a.team_id AND f.agent_id = a.id WHERE a.team_id = l.team_id AND a.project_id = l.project_id AND a.name = l.agent_name)
        HAVING count(DISTINCT l.agent_name) = 1) AS delivered,
      EXISTS (SELECT 1 FROM import_run n JOIN import_item i ON i.team_id = n.team_id AND i.run_id = n.id
        WHERE n.team_id = ${teamId}::uuid AND n.source_id = ${sourceId}::uuid AND i.path = ANY(${TELLING}) AND i.status = 'new' AND i.written AND i.placed AND i.agent IS NULL) AS declined`
  return row ?? { stored: null, delivered: null, declined: false }
}

/**
 * Returns the name of the agent in whose workspace an agent without memory of its own works. This is the only
 * agent of the project besides the coach, if it has a workspace at the top of the project. Null if it
 * does not exist, or is `agent` itself.
 */
export async function workspaceHost(
  { teamId }: Visibility,
  { projectId, agent }: { readonly projectId: string; readonly agent: string },
): Promise<string | null> {
  const agents = await database().$queryRaw<{ name: string; isOwner: boolean }[]>`
    SELECT a.name, EXISTS (
      SELECT 1 FROM memory_file f WHERE f.team_id = a.team_id AND f.agent_id = a.id AND f.state <> 'gone' AND f.path = ANY(${TELLING}) AND f.format IN ('memory-workspace', 'openclaw-workspace')) AS "isOwner"
    FROM agent a WHERE a.team_id = ${teamId}::uuid AND a.project_id = ${projectId}::uuid AND a.name <> ${COACH} LIMIT 2`
  const [only] = agents
  return agents.length === 1 && only?.isOwner && only.name !== agent ? only.name : null
}

/**
 * Assigns files without an agent to agents, with the entries, log records and waiting proposals of the files.
 * Entries keep their ids. Texts and revisions stay.
 */
export async function moveToAgents(
  tx: Tx,
  teamId: string,
  moves: readonly { readonly fileId: string; readonly agentId: string }[],
): Promise<void> {
  for (const { fileId, agentId } of moves) {
    const where = { teamId, fileId }
    await tx.memoryFile.updateMany({ where: { teamId, id: fileId }, data: { agentId } })
    await tx.entry.updateMany({ where, data: { agentId } })
    await tx.logRecord.updateMany({ where, data: { agentId } })
    await tx.$executeRaw`
      UPDATE proposal p SET agent_id = a.id, agent_name = a.name FROM agent a
      WHERE p.team_id = ${teamId}::uuid AND p.file_id = ${fileId}::uuid AND p.state = 'waiting' AND a.team_id = p.team_id AND a.id = ${agentId}::uuid`
  }
}
