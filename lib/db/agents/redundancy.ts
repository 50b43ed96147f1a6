import { visibleRows } from "../infra/sql-fragments"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"
import { type FleetPart, inPart } from "./fleet"

/** A text that entries of several agents share word for word. */
export interface RepeatedEntry {
  /**
   * Value of `entry.said`, which identifies a normalized text. As text, because it exceeds JavaScript's safe
   * integers.
   */
  readonly said: string
  readonly agents: number
  readonly copies: number
  /** Number of lines that one shared copy would save. */
  readonly saved: number
}

/**
 * SQL condition for files whose entries can be shared. Logs are left out because they are never rewritten,
 * and so are run caches and identity files.
 */
const HELD = Prisma.sql`f.state = 'present' AND f.role IN ('memory', 'index', 'topic', 'shared') AND f.scope <> 'session'`
/**
 * Returns the entries that several agents repeat word for word. Sorted by the product of the number of agents
 * and the lines that one shared copy would save, highest first. Uses the repetitions that alert evaluations
 * recorded. Examines at most `cap` of them; `capped` is true if there are more.
 */
export async function repeatedStatements(
  part: FleetPart,
  { cap, take, after }: { cap: number; take: number; after: number },
): Promise<{ rows: RepeatedEntry[]; total: number; capped: boolean }> {
  const [found] = await database().$queryRaw<
    { rows: [string, number, number, number][]; total: number; repeated: number }[]
  >`
    WITH ${repeatedTexts(part.visible, { most: cap + 1 })}, place AS MATERIALIZED (
      SELECT f.id FROM memory_file f JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id WHERE f.team_id = ${part.visible.teamId}::uuid AND ${HELD} AND NOT a.opted_out ${inPart(part)}
    ), held AS (
      SELECT e.said, e.agent_id, count(*) AS copies, sum(e.copy_lines) AS lines, max(e.copy_lines) AS most
      FROM repeated JOIN entry e ON ${visibleRows(part.visible, "e")} AND e.said = repeated.said AND e.state = 'current'
      WHERE e.copy_lines IS NOT NULL AND e.file_id IN (SELECT id FROM place) GROUP BY 1, 2
    ), statement AS (
      SELECT said, count(*)::int AS agents, sum(copies)::int AS copies, (sum(lines) - max(most))::int AS saved FROM held GROUP BY 1 HAVING count(*) > 1
    )
    SELECT (SELECT coalesce(json_agg(json_build_array(said::text, agents, copies, saved)), '[]') FROM (SELECT * FROM statement ORDER BY agents * saved DESC, saved DESC, said LIMIT ${take} OFFSET ${after}) AS page) AS rows,
      (SELECT count(*)::int FROM statement) AS total, (SELECT count(*)::int FROM repeated) AS repeated`
  return {
    rows: (found?.rows ?? []).map(([said, agents, copies, saved]) => ({ said, agents, copies, saved })),
    total: found?.total ?? 0,
    capped: (found?.repeated ?? 0) > cap,
  }
}

export interface LoadedCopy {
  readonly said: string
  readonly entry: string
  readonly text: string
  /** Label above the entry, or null. */
  readonly title: string | null
  readonly section: string | null
  readonly date: string | null
  readonly type: string | null
  readonly confidence: number | null
  readonly line: number
  readonly fileId: string
  readonly path: string
  readonly revision: number
  readonly projectId: string
  /** Slugs. */
  readonly project: string
  /** Name of the agent. Null for an entry in shared memory. */
  readonly agent: string | null
  readonly category: string | null
  readonly scope: string
}

/** A copy in an agent's own memory. Its agent, project and category determine where a shared copy can be. */
export interface CopyPlace {
  readonly said: string
  readonly entry: string
  readonly agent: string
  readonly project: string
  readonly category: string | null
}

/**
 * Returns the copies of texts, sorted by project, agent and path. `own`: all copies in agents' own memory.
 * `told`: the first `most` copies of each text, and all copies in shared memory. The query returns one JSON
 * value, because Prisma is slow with thousands of rows.
 */
export async function copiesOf(
  saids: readonly string[],
  part: FleetPart,
  most: number | null = null,
): Promise<{ own: CopyPlace[]; told: LoadedCopy[] }> {
  if (saids.length === 0) return { own: [], told: [] }
  const [found] = await database().$queryRaw<
    { own: [string, string, string, string, string | null][]; told: LoadedCopy[] }[]
  >`
    WITH copy AS MATERIALIZED (
      SELECT e.said::text AS said, e.id AS entry, e.text, e.title, e.section, e.stated_on::text AS date, e.type, e.confidence, e.line, f.id AS "fileId", f.path, f.head AS revision, f.project_id AS "projectId", p.slug AS project,
        a.name AS agent, c.slug AS category, f.scope, row_number() OVER (PARTITION BY e.said, a.id IS NULL ORDER BY p.slug, a.name, f.path, e.line) AS nth
      FROM entry e JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id
        LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id LEFT JOIN category c ON c.team_id = f.team_id AND c.id = coalesce(a.category_id, f.category_id)
      WHERE e.team_id = ${part.visible.teamId}::uuid AND e.said = ANY(${[...saids]}::bigint[]) AND e.state = 'current' AND ${HELD} AND (f.agent_id IS NULL OR (NOT a.opted_out ${inPart(part)}))
        ${part.visible.projectId === null ? Prisma.empty : Prisma.sql`AND e.project_id = ${part.visible.projectId}::uuid`}
    )
    SELECT (SELECT coalesce(json_agg(json_build_array(said, entry, agent, project, category) ORDER BY said, nth), '[]') FROM copy WHERE agent IS NOT NULL) AS own,
      (SELECT coalesce(json_agg(copy ORDER BY project, agent NULLS FIRST, path, line), '[]') FROM copy WHERE agent IS NULL OR ${most}::int IS NULL OR nth <= ${most}::int) AS told`
  return {
    own: (found?.own ?? []).map(([said, entry, agent, project, category]) => ({
      said,
      entry,
      agent,
      project,
      category,
    })),
    told: found?.told ?? [],
  }
}

/** Returns `entry.said` of an entry as text. Null if the entry is not visible or not current. */
export async function textIdOf(visible: Visibility, entryId: string): Promise<string | null> {
  const [found] = await database().$queryRaw<
    { said: string }[]
  >`SELECT said::text AS said FROM entry e WHERE ${visibleRows(visible, "e")} AND id = ${entryId}::uuid AND state = 'current'`
  return found?.said ?? null
}

/**
 * Records which of these texts (`entry.said`) more than one current entry of agents has. Deletes the records
 * of the other texts.
 */
export async function storeRepeatedTexts(tx: Tx, teamId: string, saids: readonly bigint[]): Promise<void> {
  if (saids.length === 0) return
  const changed = `{${[...new Set(saids)].join(",")}}`
  await tx.$executeRaw`
    WITH changed AS MATERIALIZED (
      SELECT c.said, (SELECT count(*) FROM (SELECT 1 FROM entry e WHERE e.team_id = ${teamId}::uuid AND e.said = c.said AND e.state = 'current' AND e.agent_id IS NOT NULL LIMIT 2) two) > 1 AS is_held FROM unnest(${changed}::bigint[]) AS c(said)
    ), no_more AS (DELETE FROM held_statement h USING changed c WHERE h.team_id = ${teamId}::uuid AND h.said = c.said AND NOT c.is_held)
    INSERT INTO held_statement (team_id, said) SELECT ${teamId}::uuid, said FROM changed WHERE is_held ON CONFLICT DO NOTHING`
}

/**
 * Maximum number of files without a current evaluation that are queried one by one. With more files, all
 * entries of the team are scanned.
 */
const MANY = 500

/**
 * Returns SQL for a WITH clause that ends in `repeated (said)`: at most `most` texts that may repeat in a
 * team. Uses the recorded repetitions, and queries files that have changed since their evaluation or were
 * never evaluated. If one project is visible, queries only files of that project.
 */
function repeatedTexts(visible: Visibility, { most }: { readonly most: number }): Prisma.Sql {
  return Prisma.sql`unknown AS MATERIALIZED (
      SELECT f.id FROM memory_file f WHERE ${visibleRows(visible, "f")} AND f.agent_id IS NOT NULL AND f.state <> 'gone' AND f.entries > f.retired AND (
        NOT EXISTS (SELECT 1 FROM watched w WHERE w.team_id = f.team_id AND w.unit = 'file' AND w.unit_id = f.id)
        OR EXISTS (SELECT 1 FROM watch_mark m WHERE m.team_id = f.team_id AND m.unit_id = f.id AND m.unit IN ('file', 'changed-file')))
    ), asked AS MATERIALIZED (
      SELECT DISTINCT e.said FROM unknown u JOIN entry e ON e.team_id = ${visible.teamId}::uuid AND e.file_id = u.id AND e.state = 'current' WHERE (SELECT count(*) FROM unknown) <= ${MANY}
        AND EXISTS (SELECT 1 FROM entry o WHERE o.team_id = e.team_id AND o.said = e.said AND o.state = 'current' AND o.id <> e.id)
    ), repeated AS MATERIALIZED (
      SELECT said FROM (
        SELECT said FROM held_statement WHERE team_id = ${visible.teamId}::uuid AND (SELECT count(*) FROM unknown) <= ${MANY} UNION SELECT said FROM asked
        UNION ALL (SELECT said FROM entry WHERE team_id = ${visible.teamId}::uuid AND state = 'current' AND (SELECT count(*) FROM unknown) > ${MANY} GROUP BY said HAVING count(*) > 1 LIMIT ${most})
      ) one LIMIT ${most}
    )`
}
