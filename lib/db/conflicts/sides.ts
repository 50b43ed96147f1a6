import { visibleRows } from "../infra/sql-fragments"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { database, type Reader } from "../infra/client"
import type { Tx } from "../infra/commit"

/** An entry of a side of a conflict, in its current state. */
export interface SideRow {
  readonly conflictId: string
  readonly side: "left" | "right"
  /** Text of the entry when the conflict was detected. */
  readonly found: string
  /** Id of the entry. Null if the entry no longer exists. */
  readonly id: string | null
  readonly text: string
  readonly state: string
  readonly fileId: string
  readonly fileState: string
  readonly path: string
  readonly line: number
  readonly project: string
  readonly projectSlug: string
  readonly projectId: string
  readonly agent: string | null
  readonly category: string | null
  /** Slug of the category of the file's agent. Null without one. */
  readonly agentCategory: string | null
  readonly scope: string
  readonly section: string | null
  /** Label above the entry. */
  readonly title: string | null
  readonly type: string | null
  readonly confidence: number | null
  readonly date: string | null
  readonly since: number
  readonly by: string | null
  readonly at: Date | null
  readonly reason: string | null
  readonly session: string | null
  readonly vouchedBy: string | null
  readonly vouchedUntil: string | null
  /** Hash of the verified text, in hexadecimal. Null without a verification. */
  readonly vouchedStatement: string | null
}

/**
 * Returns the entries of the sides of conflicts, with the newest verification. `by`, `at` and `reason`
 * describe the origin of the text: the approved proposal, else the revision.
 */
export async function sidesOf(
  { teamId }: Visibility,
  conflictIds: readonly string[],
  client: Pick<Reader, "$queryRaw"> = database(),
): Promise<SideRow[]> {
  if (conflictIds.length === 0) return []
  return client.$queryRaw<SideRow[]>`
    SELECT side.conflict_id AS "conflictId", side.side, side.text AS found, e.id, coalesce(e.text, side.text) AS text, coalesce(e.state, 'gone') AS state, side.file_id AS "fileId", coalesce(f.state, 'gone') AS "fileState",
      coalesce(f.path, '') AS path, coalesce(e.line, 0) AS line, p.name AS project, p.slug AS "projectSlug", f.project_id AS "projectId", a.name AS agent, c.slug AS category, ac.slug AS "agentCategory", f.scope, e.section, e.title, e.type, e.confidence,
      e.stated_on::text AS date, coalesce(e.since_revision, 0) AS since, coalesce(pr.by, r.actor_name) AS by, coalesce(pr.at, r.created_at) AS at, coalesce(pr.reason, r.reason) AS reason, pr.session,
      v.name AS "vouchedBy", v.until::text AS "vouchedUntil", encode(v.statement, 'hex') AS "vouchedStatement"
    FROM conflict_side side JOIN memory_file f ON f.team_id = side.team_id AND f.id = side.file_id JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id
      LEFT JOIN entry e ON e.team_id = side.team_id AND e.id = side.entry_id LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id
      LEFT JOIN category c ON c.team_id = f.team_id AND c.id = f.category_id LEFT JOIN category ac ON ac.team_id = a.team_id AND ac.id = a.category_id
      LEFT JOIN revision r ON r.team_id = e.team_id AND r.file_id = e.file_id AND r.number = e.since_revision
      LEFT JOIN LATERAL (
        SELECT coalesce(pr.author_agent, pr.author_name) AS by, rv.created_at AS at, pr.reason, pr.session FROM review rv JOIN proposal pr ON pr.team_id = rv.team_id AND pr.id = rv.proposal_id
        WHERE r.run_id IS NULL AND rv.team_id = e.team_id AND rv.file_id = e.file_id AND rv.revision = e.since_revision AND rv.undone_at IS NULL
          AND rv.changes @> jsonb_build_array(jsonb_build_object('text', e.text)) ORDER BY rv.created_at LIMIT 1) pr ON true
      LEFT JOIN LATERAL (
        SELECT v.name, v.until, v.statement FROM vouch v WHERE v.team_id = e.team_id AND v.entry_id = e.id ORDER BY v.created_at DESC LIMIT 1) v ON true
    WHERE side.team_id = ${teamId}::uuid AND side.conflict_id = ANY(${[...conflictIds]}::uuid[]) ORDER BY f.path, e.line, side.entry_id`
}

/**
 * Returns the agents that load each file, by file id: the owner, agents of the category, or all of the
 * project or team. Agents that opted out load no shared memory. Names visible agents only.
 */
export async function readersOfFiles(
  visible: Visibility,
  fileIds: readonly string[],
): Promise<Map<string, readonly string[]>> {
  if (fileIds.length === 0) return new Map()
  const rows = await database().$queryRaw<{ files: string[]; names: string[] | null }[]>`
    WITH reach AS (
      SELECT array_agg(id) AS files, agent_id, CASE WHEN agent_id IS NULL THEN category_id END AS category_id, CASE WHEN agent_id IS NULL AND scope = 'project' THEN project_id END AS project_id
      FROM memory_file WHERE team_id = ${visible.teamId}::uuid AND id = ANY(${[...new Set(fileIds)]}::uuid[]) GROUP BY 2, 3, 4)
    SELECT reach.files, (SELECT array_agg(DISTINCT x.name ORDER BY x.name) FROM agent x WHERE ${visibleRows(visible, "x")}
      AND CASE WHEN reach.agent_id IS NOT NULL THEN x.id = reach.agent_id
        ELSE NOT x.opted_out AND (reach.category_id IS NULL OR x.category_id = reach.category_id) AND (reach.project_id IS NULL OR x.project_id = reach.project_id) END) AS names
    FROM reach`
  return new Map(rows.flatMap(({ files, names }) => files.map((id) => [id, names ?? []] as const)))
}

/**
 * Returns the section names of files in order, without duplicates, by file id. Files without sections are
 * left out.
 */
export async function sectionNames(
  { teamId }: Visibility,
  fileIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await database().section.findMany({
    where: { teamId, fileId: { in: [...new Set(fileIds)] } },
    select: { fileId: true, name: true },
    orderBy: [{ fileId: "asc" }, { position: "asc" }],
  })
  const names = new Map<string, string[]>()
  for (const { fileId, name } of rows) {
    const known = names.get(fileId) ?? []
    if (!known.includes(name)) names.set(fileId, [...known, name])
  }
  return names
}

/**
 * Returns the ids of open conflicts with a side that has no current entry with the exact text. `ids`: only
 * these conflicts; null: all.
 */
export async function conflictsWithRemovedSide(
  { teamId }: Visibility,
  ids: readonly string[] | null,
): Promise<string[]> {
  const rows = await database().$queryRaw<{ id: string }[]>`
    SELECT c.id FROM conflict c JOIN conflict_side side ON side.team_id = c.team_id AND side.conflict_id = c.id
      LEFT JOIN entry e ON e.team_id = side.team_id AND e.id = side.entry_id LEFT JOIN memory_file f ON f.team_id = side.team_id AND f.id = side.file_id
    WHERE c.team_id = ${teamId}::uuid AND c.state = 'open' AND c.kind <> 'file' AND (${ids === null} OR c.id = ANY(${[...(ids ?? [])]}::uuid[]))
    GROUP BY c.id HAVING count(DISTINCT side.side) FILTER (WHERE e.state = 'current' AND f.state <> 'gone' AND e.text = side.text) < 2`
  return rows.map((row) => row.id)
}

/** Closes those of the conflicts that are still open. Returns the number of closed conflicts. */
export async function closeConflicts(tx: Tx, teamId: string, ids: readonly string[]): Promise<number> {
  return tx.$executeRaw`
    UPDATE conflict SET state = 'gone', open_key = NULL, decided_at = now() FROM (SELECT id FROM conflict WHERE team_id = ${teamId}::uuid AND id = ANY(${[...ids]}::uuid[]) AND state = 'open' ORDER BY id FOR UPDATE) AS held
    WHERE conflict.team_id = ${teamId}::uuid AND conflict.id = held.id`
}

/** Returns the ids of open conflicts whose pair of texts was dismissed in another conflict. */
export async function dismissedButOpen({ teamId }: Visibility): Promise<string[]> {
  const rows = await database().$queryRaw<{ id: string }[]>`
    SELECT c.id FROM conflict c WHERE c.team_id = ${teamId}::uuid AND c.state = 'open' AND EXISTS (SELECT 1 FROM conflict d WHERE d.team_id = c.team_id AND d.pair = c.pair AND d.state = 'dismissed')`
  return rows.map((row) => row.id)
}
