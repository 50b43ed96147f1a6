import type { Loader } from "../context/loaded-files"
import { database } from "../infra/client"

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
