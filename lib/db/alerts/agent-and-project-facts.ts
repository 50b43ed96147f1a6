import type { Visibility } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import { PREDECESSORS } from "@/lib/memory/agents/categories"
import type { SetAsideFacts } from "@/lib/memory/alerts/project-rules"
import { COACH } from "@/lib/memory/coach/synthesis"
import { database } from "../infra/client"
import { CHANGED_ON } from "../memory-files/changed-on"

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

/** A project for evaluation. */
export interface WatchedProject {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly hasMemory: boolean
  /** True if a harness has reported the memory that it loaded. */
  readonly reports: boolean
  /**
   * `since`: UTC day of the newest published brief, or of the coach's first synthesis if there is no brief
   * (`isBrief` is false). `hasNews`: memory other than the coach's changed later. Null if no synthesis for
   * the project was published.
   */
  readonly coach: { readonly since: string; readonly isBrief: boolean; readonly hasNews: boolean } | null
}

/**
 * SQL for the publication times of syntheses in project `p`'s team, including those that a newer one
 * replaced.
 */
const PUBLISHED = Prisma.sql`coalesce(s.decided_at, s.created_at) AS at FROM synthesis s WHERE s.team_id = p.team_id AND s.state IN ('published', 'replaced')`

export async function watchedProjects(
  { teamId }: Visibility,
  ids: readonly string[],
): Promise<WatchedProject[]> {
  return database().$queryRaw<WatchedProject[]>`
    SELECT p.id, p.name, p.slug, EXISTS (SELECT 1 FROM memory_file f WHERE f.team_id = p.team_id AND f.project_id = p.id AND f.state <> 'gone' AND f.role <> 'identity' AND f.entries > 0) AS "hasMemory",
      EXISTS (SELECT 1 FROM last_receipt l WHERE l.team_id = p.team_id AND l.project_id = p.id) AS reports,
      CASE WHEN began.at IS NULL THEN NULL ELSE json_build_object('since', ${utcDay(Prisma.sql`coalesce(brief.at, began.at)`)}, 'isBrief', brief.at IS NOT NULL, 'hasNews', EXISTS (
        SELECT 1 FROM memory_file f LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id
        WHERE f.team_id = p.team_id AND f.project_id = p.id AND f.state <> 'gone' AND f.role <> 'identity' AND f.changed_at > coalesce(brief.at, began.at) AND a.name IS DISTINCT FROM ${COACH})) END AS coach
    FROM project p LEFT JOIN LATERAL (SELECT ${PUBLISHED} AND s.project_id = p.id ORDER BY at LIMIT 1) began ON true
      LEFT JOIN LATERAL (SELECT ${PUBLISHED} AND (s.project_id = p.id OR s.project_id IS NULL) AND s.kind = 'brief' AND began.at IS NOT NULL ORDER BY at DESC LIMIT 1) brief ON true
    WHERE p.team_id = ${teamId}::uuid AND p.id = ANY(${[...ids]}::uuid[])`
}

/**
 * Returns the agents of projects that closed a session or created a proposal since an instant, with the UTC
 * day of the last of these events.
 */
export async function workersOf(
  { teamId }: Visibility,
  projectIds: readonly string[],
  since: Date,
): Promise<{ readonly projectId: string; readonly name: string; readonly lastDay: string }[]> {
  if (projectIds.length === 0) return []
  return database().$queryRaw`
    SELECT project_id AS "projectId", name, ${utcDay(Prisma.sql`max(at)`)} AS "lastDay" FROM (
      SELECT project_id, agent_name AS name, closed_at AS at FROM agent_session WHERE team_id = ${teamId}::uuid AND project_id = ANY(${[...projectIds]}::uuid[]) AND closed_at >= ${since}
      UNION ALL SELECT project_id, author_agent, created_at FROM proposal WHERE team_id = ${teamId}::uuid AND project_id = ANY(${[...projectIds]}::uuid[]) AND author_agent IS NOT NULL AND created_at >= ${since}
    ) worked GROUP BY 1, 2 ORDER BY 1, 2`
}

/** A daily log, or a memory file into which daily logs may be compacted. */
export interface WorkspaceFile {
  readonly projectId: string
  readonly path: string
  readonly role: "log" | "memory"
  readonly format: string
  readonly agent: string | null
  readonly entries: number
  /**
   * ISO day of the last known change: the date that the text or source states, or the day of a later
   * revision.
   */
  readonly changedOn: string
}

/** Returns daily logs and the memory files into which they may be compacted. */
export async function workspaceFiles(
  { teamId }: Visibility,
  projectIds: readonly string[],
): Promise<WorkspaceFile[]> {
  return database().$queryRaw<WorkspaceFile[]>`
    SELECT f.project_id AS "projectId", f.path, f.role, f.format, a.name AS agent, f.entries,
      ${Prisma.raw(CHANGED_ON)}::text AS "changedOn"
    FROM memory_file f LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id
    WHERE f.team_id = ${teamId}::uuid AND f.project_id = ANY(${[...projectIds]}::uuid[]) AND f.state <> 'gone' AND (f.role = 'log' OR (f.role = 'memory' AND f.format IN ('memory-workspace', 'openclaw-workspace', 'kaizen')))
    ORDER BY f.path COLLATE "C"`
}

export interface SessionsOfAgent {
  readonly projectId: string
  readonly agent: string
  /** True if the agent has own memory, so that it does not work in the shared workspace. */
  readonly hasOwn: boolean
  /** ISO day, UTC. */
  readonly day: string
  readonly begun: number
  readonly closed: number
}

/** Returns the number of started and of closed sessions by agent and day since an instant. */
export async function sessionsInProjects(
  { teamId }: Visibility,
  projectIds: readonly string[],
  since: Date,
): Promise<SessionsOfAgent[]> {
  if (projectIds.length === 0) return []
  return database().$queryRaw<SessionsOfAgent[]>`
    SELECT s.project_id AS "projectId", s.agent_name AS agent, EXISTS (
        SELECT 1 FROM agent a JOIN memory_file f ON f.team_id = a.team_id AND f.agent_id = a.id AND f.state <> 'gone' AND f.role IN ('memory', 'index') WHERE a.team_id = ${teamId}::uuid AND a.project_id = s.project_id AND a.name = s.agent_name
      ) AS "hasOwn", s.day, sum(s.begun)::int AS begun, sum(s.closed)::int AS closed
    FROM (
      SELECT project_id, agent_name, ${utcDay(Prisma.sql`started_at`)} AS day, 1 AS begun, 0 AS closed FROM agent_session WHERE team_id = ${teamId}::uuid AND project_id = ANY(${[...projectIds]}::uuid[]) AND started_at >= ${since}
      UNION ALL SELECT project_id, agent_name, ${utcDay(Prisma.sql`closed_at`)}, 0, 1 FROM agent_session WHERE team_id = ${teamId}::uuid AND project_id = ANY(${[...projectIds]}::uuid[]) AND closed_at >= ${since}
    ) s GROUP BY 1, 2, s.day ORDER BY s.day`
}

/**
 * Returns the files that the newest finished import of each source quarantined, in these projects. Each path
 * occurs once, from the newest import. Paths with a file conflict that is open or was decided since are left
 * out. Files of a project that is not stored are listed under the team's first project.
 */
export async function quarantinedInProjects(
  { teamId }: Visibility,
  projectIds: readonly string[],
): Promise<(SetAsideFacts & { readonly projectId: string })[]> {
  return database().$queryRaw`
    WITH newest AS MATERIALIZED (
      SELECT DISTINCT ON (source_id) id, source_id, created_at FROM import_run WHERE team_id = ${teamId}::uuid AND state = 'done' ORDER BY source_id, id DESC
    ), aside AS (
      SELECT coalesce(p.id, (SELECT id FROM project WHERE team_id = ${teamId}::uuid ORDER BY created_at, id LIMIT 1)) AS project_id, s.name AS source, i.path, i.reason, i.diagnostics, n.created_at, n.id AS run_id
      FROM newest n JOIN import_item i ON i.team_id = ${teamId}::uuid AND i.run_id = n.id AND i.status = 'set-aside' AND i.project_name IS NOT NULL
      JOIN source s ON s.team_id = ${teamId}::uuid AND s.id = n.source_id LEFT JOIN project p ON p.team_id = ${teamId}::uuid AND p.name = i.project_name
      WHERE NOT EXISTS (SELECT 1 FROM memory_file f JOIN conflict c ON c.team_id = f.team_id AND c.file_id = f.id WHERE f.team_id = ${teamId}::uuid AND f.project_id = p.id AND f.path = i.path AND (c.state = 'open' OR c.decided_at >= n.created_at))
    )
    SELECT * FROM (SELECT DISTINCT ON (project_id, path COLLATE "C") project_id AS "projectId", source, path, coalesce(reason, 'it could not be read') AS reason, diagnostics FROM aside WHERE project_id = ANY(${[...projectIds]}::uuid[])
      ORDER BY project_id, path COLLATE "C", created_at DESC, run_id DESC) one ORDER BY path COLLATE "C"`
}
