import { Prisma } from "@/generated/prisma/client"
import { database } from "./client"
import { type FleetPart, inPart } from "./fleet-agents"
import { repeatedSaids } from "./held-statements"

/** A statement that several agents hold, word for word. */
export interface Repeated {
  /** `entry.said`, which no number of JavaScript holds. */
  readonly said: string
  readonly agents: number
  readonly copies: number
  /** Lines that go when one copy is kept. */
  readonly saved: number
}

/** Where agents hold statements of their own; logs are never rewritten, runs and identities are none. */
const HELD = Prisma.sql`f.state = 'present' AND f.role IN ('memory', 'index', 'topic', 'shared') AND f.scope <> 'session'`
/** From here on entries say something: fewer words stand under many headings and mean nothing by themselves. */
const SPEAKS = Prisma.sql`e.text ~ '(\\S+\\s+){3}\\S'`
/** A line of an index that leads to a file beside it is no statement of many. */
const LEADS_NOWHERE = Prisma.sql`e.text !~ '\\]\\([^)]*\\.md[)#]'`

/**
 * What most agents hold in their own memory word for word, by how many lines one copy for all would save. Repeated statements are those that
 * looks at files kept; of more than `cap` of them only that many are looked at, and `capped` says so.
 */
export async function repeatedStatements(teamId: string, part: FleetPart, { cap, take, after }: { cap: number; take: number; after: number }): Promise<{ rows: Repeated[]; total: number; capped: boolean }> {
  const [found] = await database().$queryRaw<{ rows: [string, number, number, number][]; total: number; repeated: number }[]>`
    WITH ${repeatedSaids(teamId, cap + 1)}, statement AS (
      SELECT e.said, count(DISTINCT e.agent_id)::int AS agents, count(*)::int AS copies, (sum(e.end_line - e.line + 1) - max(e.end_line - e.line + 1))::int AS saved
      FROM repeated JOIN entry e ON e.team_id = ${teamId}::uuid AND e.said = repeated.said AND e.state = 'current' JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id
        JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id
      WHERE ${HELD} AND ${SPEAKS} AND ${LEADS_NOWHERE} AND NOT a.opted_out ${inPart(part)} GROUP BY 1 HAVING count(DISTINCT e.agent_id) > 1
    )
    SELECT (SELECT coalesce(json_agg(json_build_array(said::text, agents, copies, saved)), '[]') FROM (SELECT * FROM statement ORDER BY agents * saved DESC, saved DESC, said LIMIT ${take} OFFSET ${after}) AS page) AS rows,
      (SELECT count(*)::int FROM statement) AS total, (SELECT count(*)::int FROM repeated) AS repeated`
  return { rows: (found?.rows ?? []).map(([said, agents, copies, saved]) => ({ said, agents, copies, saved })), total: found?.total ?? 0, capped: (found?.repeated ?? 0) > cap }
}

export interface HeldCopy {
  readonly said: string
  readonly entry: string
  readonly text: string
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
  /** Null: it stands in a memory that is shared already. */
  readonly agent: string | null
  readonly category: string | null
  readonly scope: string
}

/** Every place that says these, in agents' memory and in what is shared, by project, agent and path. */
export async function copiesOf(teamId: string, saids: readonly string[], part: FleetPart): Promise<HeldCopy[]> {
  if (saids.length === 0) return []
  return database().$queryRaw<HeldCopy[]>`
    SELECT e.said::text AS said, e.id AS entry, e.text, e.section, e.stated_on::text AS date, e.type, e.confidence, e.line, f.id AS "fileId", f.path, f.head AS revision, f.project_id AS "projectId", p.slug AS project,
      a.name AS agent, c.slug AS category, f.scope
    FROM entry e JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id
      LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id LEFT JOIN category c ON c.team_id = f.team_id AND c.id = coalesce(a.category_id, f.category_id)
    WHERE e.team_id = ${teamId}::uuid AND e.said = ANY(${[...saids]}::bigint[]) AND e.state = 'current' AND ${HELD} AND (f.agent_id IS NULL OR (NOT a.opted_out ${inPart(part)}))
      AND (${part.projectId}::uuid IS NULL OR f.project_id = ${part.projectId}::uuid)
    ORDER BY p.slug, a.name NULLS FIRST, f.path, e.line`
}

/** What an entry says, as a number; null where there is no such entry that stands. */
export async function saidOf(teamId: string, entryId: string): Promise<string | null> {
  const [found] = await database().$queryRaw<{ said: string }[]>`SELECT said::text AS said FROM entry WHERE team_id = ${teamId}::uuid AND id = ${entryId}::uuid AND state = 'current'`
  return found?.said ?? null
}
