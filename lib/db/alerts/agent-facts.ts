import type { Visibility } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import { PREDECESSORS } from "@/lib/memory/agents/default-categories"
import { database } from "../infra/client"

/** An agent for evaluation, with totals of its own files, else of its category's files in its project. */
export interface WatchedAgent {
  readonly id: string
  readonly name: string
  readonly optedOut: boolean
  readonly projectId: string
  readonly project: string
  readonly projectSlug: string
  readonly categoryId: string | null
  /** Slug of the category. Null without a category. */
  readonly category: string | null
  readonly categoryName: string | null
  readonly entries: number
  readonly broken: number
  readonly since: Date | null
  /** Latest ISO day on which one of the agent's own files was updated. Null without own files or dates. */
  readonly updatedOn: string | null
}

/** SQL condition: present memory files, without identity files. Includes files of agents that opted out. */
const KEPT = Prisma.sql`f.state <> 'gone' AND f.role <> 'identity'`

const sums = (
  owner: Prisma.Sql,
) => Prisma.sql`SELECT count(*) AS files, coalesce(sum(f.entries), 0)::int AS entries, count(*) FILTER (WHERE f.state = 'broken')::int AS broken, min(f.created_at) AS since, max(f.updated_on)::text AS updated
  FROM memory_file f WHERE f.team_id = a.team_id AND ${owner} AND ${KEPT}`

export async function watchedAgents({ teamId }: Visibility, ids: readonly string[]): Promise<WatchedAgent[]> {
  return database().$queryRaw<WatchedAgent[]>`
    SELECT a.id, a.name, a.opted_out AS "optedOut", p.id AS "projectId", p.name AS project, p.slug AS "projectSlug", c.id AS "categoryId", c.slug AS category, c.name AS "categoryName",
      CASE WHEN own.files > 0 THEN own.entries ELSE coalesce(shared.entries, 0) END AS entries, CASE WHEN own.files > 0 THEN own.broken ELSE coalesce(shared.broken, 0) END AS broken,
      CASE WHEN own.files > 0 THEN own.since ELSE shared.since END AS since, own.updated AS "updatedOn"
    FROM agent a JOIN project p ON p.team_id = a.team_id AND p.id = a.project_id LEFT JOIN category c ON c.team_id = a.team_id AND c.id = a.category_id
    CROSS JOIN LATERAL (${sums(Prisma.sql`f.agent_id = a.id`)}) own
    LEFT JOIN LATERAL (${sums(Prisma.sql`f.category_id = a.category_id AND f.project_id = a.project_id AND f.agent_id IS NULL`)}) shared ON own.files = 0
    WHERE a.team_id = ${teamId}::uuid AND a.id = ANY(${[...ids]}::uuid[])`
}

/**
 * Returns the other agents of each agent's category and project that have memory of their own, by name.
 * `agent` is the id of the given agent, `name` the name of the other one.
 */
export async function siblingsWithMemory(
  { teamId }: Visibility,
  ids: readonly string[],
): Promise<{ readonly agent: string; readonly name: string }[]> {
  if (ids.length === 0) return []
  return database().$queryRaw`
    SELECT a.id AS agent, s.name FROM agent a JOIN agent s ON s.team_id = a.team_id AND s.project_id = a.project_id AND s.category_id = a.category_id AND s.id <> a.id
    WHERE a.team_id = ${teamId}::uuid AND a.id = ANY(${[...ids]}::uuid[]) AND EXISTS (SELECT 1 FROM memory_file f WHERE f.team_id = s.team_id AND f.agent_id = s.id AND ${KEPT} AND f.entries > 0)
    ORDER BY s.name`
}

export interface PredecessorWithMemory {
  readonly name: string
  readonly projectId: string
  readonly project: string
  readonly lines: number
}

/**
 * Returns the agents with these names that have memory of their own, in all projects, by name and project
 * slug. `lines`: number of lines in their memory and index files.
 */
export async function predecessorsWithMemory(
  { teamId }: Visibility,
  names: readonly string[],
): Promise<PredecessorWithMemory[]> {
  if (names.length === 0) return []
  return database().$queryRaw<PredecessorWithMemory[]>`
    SELECT s.name, s.project_id AS "projectId", p.name AS project, coalesce(sum(f.lines) FILTER (WHERE f.role IN ('memory', 'index')), 0)::int AS lines
    FROM agent s JOIN project p ON p.team_id = s.team_id AND p.id = s.project_id JOIN memory_file f ON f.team_id = s.team_id AND f.agent_id = s.id
    WHERE s.team_id = ${teamId}::uuid AND s.name = ANY(${[...names]}::text[]) AND ${KEPT} GROUP BY s.id, s.name, s.project_id, p.id, p.name, p.slug HAVING sum(f.entries) > 0 ORDER BY s.name, p.slug`
}

/**
 * Returns the harnesses that report loaded memory in each project. `since`: time of the earliest first
 * report. `harnesses`: null if reports do not name a harness.
 */
export async function reportsOf(
  { teamId }: Visibility,
  projectIds: readonly string[],
): Promise<
  { readonly projectId: string; readonly harnesses: readonly string[] | null; readonly since: Date }[]
> {
  if (projectIds.length === 0) return []
  // Uses the index on agent and harness: searching for the first receipt of a project would scan all of them.
  return database().$queryRaw`
    SELECT l.project_id AS "projectId", array_agg(DISTINCT l.harness ORDER BY l.harness) FILTER (WHERE l.harness <> '') AS harnesses, min(first.created_at) AS since
    FROM last_receipt l CROSS JOIN LATERAL (
      (SELECT r.created_at FROM receipt r WHERE r.team_id = l.team_id AND r.project_id = l.project_id AND r.agent_name = l.agent_name AND r.harness = l.harness ORDER BY r.id LIMIT 1)
      UNION ALL (SELECT r.created_at FROM receipt r WHERE l.harness = '' AND r.team_id = l.team_id AND r.project_id = l.project_id AND r.agent_name = l.agent_name AND r.harness IS NULL ORDER BY r.id LIMIT 1)
    ) first WHERE l.team_id = ${teamId}::uuid AND l.project_id = ANY(${[...projectIds]}::uuid[]) GROUP BY l.project_id`
}

interface SessionsOf {
  readonly agent: string
  /** Number of sessions by harness and UTC day, earliest first. */
  readonly days: readonly { readonly harness: string | null; readonly day: string; readonly count: number }[]
  /** Time at which the last of these sessions was closed. Null if all are open. */
  readonly closedAt: Date | null
}

/**
 * Returns the number of sessions by agent, harness and day since an instant. One row for each agent limits
 * the number of rows.
 */
export async function sessionsByDay(
  { teamId }: Visibility,
  ids: readonly string[],
  since: Date,
): Promise<SessionsOf[]> {
  return database().$queryRaw<SessionsOf[]>`
    SELECT agent, json_agg(json_build_object('harness', harness, 'day', day, 'count', count) ORDER BY day, harness) AS days, max(closed_at) AS "closedAt" FROM (
      SELECT a.id AS agent, s.harness, (s.started_at AT TIME ZONE 'UTC')::date AS day, count(*)::int AS count, max(s.closed_at) AS closed_at
      FROM agent a JOIN agent_session s ON s.team_id = a.team_id AND s.project_id = a.project_id AND s.agent_name = a.name AND s.started_at >= ${since}
      WHERE a.team_id = ${teamId}::uuid AND a.id = ANY(${[...ids]}::uuid[]) GROUP BY 1, 2, 3
    ) by_day GROUP BY agent`
}

interface ProposalsOf {
  readonly agent: string
  /** Number of proposals by UTC day, earliest first. */
  readonly days: readonly { readonly day: string; readonly count: number }[]
  readonly lastAt: Date
}

/** Returns the number of proposals by agent and day since an instant, one row for each agent. */
export async function proposalsByDay(
  { teamId }: Visibility,
  ids: readonly string[],
  since: Date,
): Promise<ProposalsOf[]> {
  return database().$queryRaw<ProposalsOf[]>`
    SELECT agent, json_agg(json_build_object('day', day, 'count', count) ORDER BY day) AS days, max(last_at) AS "lastAt" FROM (
      SELECT a.id AS agent, (r.created_at AT TIME ZONE 'UTC')::date AS day, count(*)::int AS count, max(r.created_at) AS last_at
      FROM agent a JOIN proposal r ON r.team_id = a.team_id AND r.project_id = a.project_id AND r.author_agent = a.name AND r.created_at >= ${since}
      WHERE a.team_id = ${teamId}::uuid AND a.id = ANY(${[...ids]}::uuid[]) GROUP BY 1, 2
    ) by_day GROUP BY agent`
}

export const utcDay = (instant: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`

/**
 * Returns the ids of agents whose alerts depend on changed files and agents, besides the owners of the files:
 * other agents of the category without memory, successors, and agents whose last context contains one of the
 * files.
 */
export async function agentsAffectedBy(
  { teamId }: Visibility,
  { files, agents }: { readonly files: readonly string[]; readonly agents: readonly string[] },
): Promise<string[]> {
  const pairs = Object.entries(PREDECESSORS).flatMap(([name, before]) =>
    before.map((one) => ({ name, before: one })),
  )
  const rows = await database().$queryRaw<{ id: string }[]>`
    WITH changed AS MATERIALIZED (
      SELECT f.project_id, f.category_id, f.agent_id FROM memory_file f WHERE f.team_id = ${teamId}::uuid AND f.id = ANY(${[...files]}::uuid[])
    ), concerned AS MATERIALIZED (
      SELECT a.name, a.project_id, a.category_id FROM agent a WHERE a.team_id = ${teamId}::uuid AND (a.id = ANY(${[...agents]}::uuid[]) OR a.id IN (SELECT agent_id FROM changed))
    )
    SELECT a.id FROM agent a JOIN (SELECT project_id, category_id FROM concerned UNION SELECT project_id, category_id FROM changed) c ON a.project_id = c.project_id AND a.category_id = c.category_id
      WHERE a.team_id = ${teamId}::uuid AND NOT EXISTS (SELECT 1 FROM memory_file f WHERE f.team_id = a.team_id AND f.agent_id = a.id AND ${KEPT} AND f.entries > 0)
    UNION SELECT a.id FROM agent a JOIN unnest(${pairs.map((one) => one.name)}::text[], ${pairs.map((one) => one.before)}::text[]) AS after(name, before) ON after.name = a.name
      WHERE a.team_id = ${teamId}::uuid AND after.before IN (SELECT name FROM concerned)
    UNION SELECT a.id FROM last_receipt l JOIN agent a ON a.team_id = l.team_id AND a.project_id = l.project_id AND a.name = l.agent_name WHERE l.team_id = ${teamId}::uuid AND l.files && ${[...files]}::uuid[]`
  return rows.map((row) => row.id)
}
