import type { Loader } from "../context/loaded-files"
import { database } from "../infra/client"

/** A file of an agent's workspace, for the start of a session. */
export interface StartFile {
  readonly id: string
  readonly path: string
  readonly role: "identity" | "memory" | "log"
  readonly scope: string
  readonly revision: number
  /** The text of identity files. Null for others, of which entries are read. */
  readonly text: string | null
  /**
   * Ids of the current entries of `MEMORY.md` and of the logs of the given days, by line. Empty for others.
   */
  readonly entries: readonly string[]
}

const FORMATS = ["memory-workspace", "openclaw-workspace"]
const IDENTITY = ["SOUL.md", "USER.md", "IDENTITY.md"]

/** Maximum number of entries of a file. More do not fit into a context. */
const MOST_ENTRIES = 500
const MOST_FILES = 1_000

/** Returns the files of the agent's own workspace. `days` are the ISO dates of the logs to read. */
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
