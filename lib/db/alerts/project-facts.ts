import type { Visibility } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import type { SetAsideFacts } from "@/lib/memory/alerts/project/facts"
import { COACH } from "@/lib/memory/coach/kinds"
import { database } from "../infra/client"
import { utcDay } from "./agent-facts"

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
      greatest(CASE WHEN f.head > 1 OR f.updated_on IS NULL THEN ${utcDay(Prisma.sql`f.changed_at`)} END, f.updated_on::text) AS "changedOn"
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
