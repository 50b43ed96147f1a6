import type { Visibility } from "@/lib/memory/teams/visibility"
import { COACH } from "@/lib/memory/coach/synthesis"
import type { Tx } from "../infra/commit"
import { database, type Reader } from "../infra/client"
import type { Loader } from "../context/loaded-files"

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

/** A file of an agent's workspace, for the start of a session. */
export interface StartFile {
  readonly id: string
  readonly path: string
  readonly role: "identity" | "memory" | "log"
  readonly scope: string
  readonly revision: number
  /** Text of an identity file. Null for other files, which are read by entries. */
  readonly text: string | null
  /**
   * Ids of the current entries in the order of the text, for memory files and for logs of the given days.
   * Empty for other files.
   */
  readonly entries: readonly string[]
}

const FORMATS = ["memory-workspace", "openclaw-workspace"]
const IDENTITY = ["SOUL.md", "USER.md", "IDENTITY.md"]

/** Maximum number of entries of a file. More do not fit into a context. */
const MOST_ENTRIES = 500
const MOST_FILES = 1_000

/**
 * Returns the identity files, memory and logs of the agent's own workspace, at most 1,000. `days`: ISO dates
 * of the logs whose entries are read. Empty if the agent has no workspace.
 */
export async function workspaceStart(
  { teamId, agentId, shelved }: Loader,
  days: readonly string[],
): Promise<StartFile[]> {
  const hasWorkspace = shelved.some(({ shelf, format }) => shelf === "own" && FORMATS.includes(format))
  if (agentId === null || !hasWorkspace) return []
  return database().$queryRaw<StartFile[]>`
    WITH own AS (
      SELECT f.team_id, f.id, f.path, f.role, f.scope, f.head, regexp_replace(f.path, '^.*/', '') AS name FROM memory_file f
      WHERE f.team_id = ${teamId}::uuid AND f.agent_id = ${agentId}::uuid AND f.state <> 'gone' AND f.format = ANY(${FORMATS}) AND f.role IN ('identity', 'memory', 'log')
      ORDER BY f.path LIMIT ${MOST_FILES}
    )
    SELECT own.id, own.path, own.role, own.scope, own.head AS revision, r.text,
      CASE WHEN own.role = 'memory' OR (own.role = 'log' AND left(own.name, 10) = ANY(${[...days]})) THEN coalesce((
        SELECT array_agg(e.id::text ORDER BY e.position) FROM (
          SELECT e.id, e.position FROM entry e WHERE e.team_id = own.team_id AND e.file_id = own.id AND e.state = 'current' ORDER BY e.position LIMIT ${MOST_ENTRIES}) e), '{}') ELSE '{}' END AS entries
    FROM own LEFT JOIN revision r ON r.team_id = own.team_id AND r.file_id = own.id AND r.number = own.head AND own.role = 'identity'
    WHERE own.role <> 'identity' OR own.name = ANY(${IDENTITY})`
}

/**
 * Returns the instruction and identity files of a project, sorted by path, at most 200. `text` is null if
 * `isKnown` returns true for the hash.
 */
export async function instructionTexts(
  { teamId }: Visibility,
  projectId: string,
  isKnown: (sha256: string) => boolean,
): Promise<{ path: string; sha256: string; text: string | null }[]> {
  const files = await database().$queryRaw<{ id: string; head: number; path: string; sha256: string }[]>`
    SELECT id, head, path, encode(sha256, 'hex') AS sha256 FROM memory_file
    WHERE team_id = ${teamId}::uuid AND project_id = ${projectId}::uuid AND state <> 'gone' AND (format = 'instructions' OR role = 'identity') ORDER BY path LIMIT 200`
  const unknown = files.filter((file) => !isKnown(file.sha256))
  if (unknown.length === 0) return files.map(({ path, sha256 }) => ({ path, sha256, text: null }))
  const texts = await database().$queryRaw<{ fileId: string; text: string }[]>`
    SELECT file_id AS "fileId", text FROM revision JOIN unnest(${unknown.map((one) => one.id)}::uuid[], ${unknown.map((one) => one.head)}::int[]) AS wanted(id, head)
      ON file_id = wanted.id AND number = wanted.head WHERE team_id = ${teamId}::uuid`
  return files.map(({ id, path, sha256 }) => ({
    path,
    sha256,
    text: texts.find((one) => one.fileId === id)?.text ?? null,
  }))
}
