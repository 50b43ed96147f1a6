import type { Visibility } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import { database } from "../infra/client"

/** An entry of an agent's memory, for comparison with another agent's. */
export interface ComparedStatement {
  readonly entry: string
  readonly text: string
  /** Label above the entry, or null. */
  readonly title: string | null
  readonly section: string | null
  readonly type: string | null
  readonly confidence: number | null
  readonly date: string | null
  readonly file: string
  readonly path: string
  readonly line: number
}

export interface HeldStatements {
  readonly statements: ComparedStatement[]
  readonly total: number
  /** IDs of the files that were searched. */
  readonly files: string[]
  /**
   * True if the agent has no memory of its own. The entries are then those of its category's memory in its
   * project.
   */
  readonly shared: boolean
}

/**
 * Returns the newest entries of an agent, at most `take`, sorted by path and position. Also returns the total
 * number of entries.
 */
export async function statementsOfAgent(
  { teamId }: Visibility,
  agentId: string,
  take: number,
): Promise<HeldStatements> {
  const [found] = await database().$queryRaw<HeldStatements[]>`
    WITH known AS (SELECT f.id, f.path, f.agent_id FROM memory_file f JOIN agent a ON a.team_id = f.team_id AND a.id = ${agentId}::uuid
      WHERE f.team_id = ${teamId}::uuid AND (f.agent_id = a.id OR (f.agent_id IS NULL AND f.category_id = a.category_id AND f.project_id = a.project_id)) AND f.state <> 'gone' AND f.role IN ('memory', 'index', 'topic', 'shared') AND f.scope <> 'session'),
    held AS (SELECT * FROM known WHERE agent_id IS NOT NULL OR NOT EXISTS (SELECT 1 FROM known WHERE agent_id IS NOT NULL)),
    stated AS (SELECT e.*, held.path FROM held JOIN entry e ON e.team_id = ${teamId}::uuid AND e.file_id = held.id AND e.state = 'current'),
    newest AS (SELECT * FROM stated ORDER BY stated_on DESC NULLS LAST, id LIMIT ${take})
    SELECT coalesce(json_agg(json_build_object('entry', id, 'text', text, 'title', title, 'section', section, 'type', type, 'confidence', confidence, 'date', stated_on::text, 'file', file_id, 'path', path, 'line', line) ORDER BY path, position), '[]') AS statements,
      (SELECT count(*)::int FROM stated) AS total, (SELECT coalesce(json_agg(id), '[]') FROM held) AS files, (SELECT coalesce(bool_and(agent_id IS NULL), false) FROM held) AS shared FROM newest`
  return found ?? { statements: [], total: 0, files: [], shared: false }
}

/**
 * Returns waiting proposals that add one of the texts to an agent's memory, by text. Case and punctuation are
 * ignored in the comparison.
 */
export async function waitingForAgent(
  { teamId }: Visibility,
  { projectId, agent }: { readonly projectId: string; readonly agent: string },
  texts: readonly string[],
): Promise<Map<string, { id: string; path: string }>> {
  if (texts.length === 0) return new Map()
  const rows = await database().$queryRaw<{ text: string; id: string; path: string }[]>`
    SELECT DISTINCT ON (w.text) w.text, pr.id, pr.path FROM proposal pr JOIN unnest(${[...texts]}::text[]) AS w(text) ON ${bare(Prisma.sql`pr.text`)} = ${bare(Prisma.sql`w.text`)}
    WHERE pr.team_id = ${teamId}::uuid AND pr.project_id = ${projectId}::uuid AND pr.agent_name = ${agent} AND pr.state = 'waiting' AND pr.kind = 'add' AND pr.expires_at > now() ORDER BY w.text, pr.id`
  return new Map(rows.map(({ text, ...proposal }) => [text, proposal]))
}

/**
 * Returns SQL for a text in lower case without punctuation: the normalization of the generated column
 * `entry.said`.
 */
const bare = (column: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`btrim(regexp_replace(lower(${column}), '[[:space:]!-/:-@\\[-\`{-~]+', ' ', 'g'))`
