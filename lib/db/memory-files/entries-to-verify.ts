import type { Visibility } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import { visibleRows, visibleRowsText } from "../infra/visible-rows"
import { EXPIRY_SPREAD, type VerificationDays } from "@/lib/memory/policies/verification"
import { database } from "../infra/client"

/** A current entry that can be verified, with its file and the author of its text. */
export interface VerifiableEntry {
  readonly id: string
  readonly text: string
  readonly type: string | null
  readonly section: string | null
  /** Label above the entry. */
  readonly title: string | null
  readonly scope: string
  readonly category: string | null
  /** Slug of the category of the file's agent. Null without one. */
  readonly agentCategory: string | null
  /** ISO date that the entry states. Null without a date. */
  readonly date: string | null
  readonly line: number
  readonly endLine: number
  readonly fileId: string
  readonly path: string
  readonly project: string
  readonly projectSlug: string
  readonly agent: string | null
  readonly by: string
  readonly at: Date
  readonly reason: string
  readonly revision: number
}

export interface VerifiableWhere {
  readonly visible: Visibility
  readonly agent: string | null
}

/**
 * Number of days that a verification lasts, by type of entry, for a scope or for a project, category or agent
 * with a policy of its own.
 */
export interface PlacedDays {
  readonly scope: string
  /** Slug of the project. */
  readonly project: string | null
  readonly category: string | null
  readonly agent: string | null
  readonly days: VerificationDays
}

const COLUMNS = `e.id, e.text, e.type, e.section, e.title, e.scope, c.slug AS category, ac.slug AS "agentCategory", e.stated_on::text AS date, e.line, e.end_line AS "endLine", f.id AS "fileId", f.path, p.name AS project, p.slug AS "projectSlug", a.name AS agent,
  r.actor_name AS by, r.created_at AS at, r.reason, f.head AS revision`

const FROM = `entry e JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id JOIN project p ON p.team_id = e.team_id AND p.id = e.project_id
  LEFT JOIN agent a ON a.team_id = e.team_id AND a.id = e.agent_id LEFT JOIN category c ON c.team_id = f.team_id AND c.id = f.category_id
  LEFT JOIN category ac ON ac.team_id = a.team_id AND ac.id = a.category_id
  JOIN revision r ON r.team_id = e.team_id AND r.file_id = e.file_id AND r.number = e.since_revision`

/**
 * SQL condition: visible current entries of present files whose content can be true or false. Excludes logs,
 * run caches, instructions and identity files. $3: name of the agent; null for all.
 */
const WHERE = `${visibleRowsText("e", "$1", "$2")} AND e.state = 'current' AND f.state <> 'gone' AND f.role NOT IN ('identity', 'log', 'runs') AND f.format <> 'instructions'
  AND ($3::text IS NULL OR a.name = $3)`

/** Returns the visible current entries with a verification, which may have expired. */
export async function verifiedEntries({ visible, agent }: VerifiableWhere): Promise<VerifiableEntry[]> {
  return database().$queryRawUnsafe<VerifiableEntry[]>(
    `SELECT ${COLUMNS} FROM ${FROM} WHERE ${WHERE} AND EXISTS (SELECT 1 FROM vouch v WHERE v.team_id = e.team_id AND v.entry_id = e.id)`,
    visible.teamId,
    visible.projectId,
    agent,
  )
}

/**
 * Returns at most `take` entries that were never verified and are due by the day `until`, longest overdue
 * first. An entry is due (`due`, an ISO day) when it is as old as a verification would last. `total`: number
 * of all due entries.
 */
export async function neverVerified(
  { visible, agent }: VerifiableWhere,
  { placed, until, take }: { placed: readonly PlacedDays[]; until: string; take: number },
): Promise<{ rows: (VerifiableEntry & { due: string })[]; total: number }> {
  const rows = await database().$queryRawUnsafe<
    (VerifiableEntry & { due: string; due_on: Date; total: number })[]
  >(
    `WITH placed AS MATERIALIZED (SELECT * FROM json_to_recordset($4::json) AS row(scope text, project text, category text, agent text, days jsonb)),
     open AS (
       SELECT ${COLUMNS}, (coalesce(e.stated_on, (r.created_at AT TIME ZONE 'UTC')::date)
         + greatest(1, round(coalesce((d.days->>e.type)::int, (d.days->>'other')::int) * (1 + (('x' || right(e.id::text, 4))::bit(16)::int / 65535.0) * ${2 * EXPIRY_SPREAD} - ${EXPIRY_SPREAD})))::int) AS due_on
       FROM ${FROM} JOIN LATERAL (SELECT days FROM placed WHERE placed.scope = e.scope AND (placed.project IS NULL OR placed.project = p.slug) AND (placed.category IS NULL OR placed.category = coalesce(c.slug, ac.slug)) AND (placed.agent IS NULL OR placed.agent = a.name)
         ORDER BY placed.agent NULLS LAST, placed.category NULLS LAST, placed.project NULLS LAST LIMIT 1) d ON true
       WHERE ${WHERE} AND NOT EXISTS (SELECT 1 FROM vouch v WHERE v.team_id = e.team_id AND v.entry_id = e.id))
     SELECT *, due_on::text AS due, count(*) OVER ()::int AS total FROM open WHERE due_on <= $5::date ORDER BY due_on, path, line LIMIT $6::int`,
    visible.teamId,
    visible.projectId,
    agent,
    JSON.stringify(placed),
    until,
    take,
  )
  return { rows: rows.map(({ total: _, due_on: __, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** Returns those of the visible entries that can be verified. */
export async function verifiableEntries(
  visible: readonly Visibility[],
  ids: readonly string[],
): Promise<(VerifiableEntry & { teamId: string; projectId: string })[]> {
  return database().$queryRaw`
    SELECT ${Prisma.raw(COLUMNS)}, e.team_id AS "teamId", e.project_id AS "projectId" FROM ${Prisma.raw(FROM)}
    WHERE ${visibleRows(visible, "e")} AND e.id = ANY(${[...ids]}::uuid[]) AND e.state = 'current' AND f.state <> 'gone' AND f.role NOT IN ('identity', 'log', 'runs') AND f.format <> 'instructions'`
}
