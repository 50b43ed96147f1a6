import type { Visibility } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import { EXPIRY_SPREAD, type VerificationDays } from "@/lib/memory/policies/effective-settings"
import { database, type Reader } from "../infra/client"
import type { Tx } from "../infra/commit"
import { newId } from "../infra/identifiers"
import { visibleRows, visibleRowsText } from "../infra/sql-fragments"

export interface VerificationRow {
  readonly entryId: string
  readonly userId: string
  readonly by: string
  /** SHA-256 of the verified text. */
  readonly statement: Uint8Array
  /** ISO day on which the verification expires. */
  readonly until: string
  readonly at: Date
}

/** Returns the newest verification of each entry. */
export async function verificationsOf(
  { teamId }: Visibility,
  entryIds: readonly string[],
  client: Pick<Reader, "$queryRaw"> = database(),
): Promise<VerificationRow[]> {
  if (entryIds.length === 0) return []
  const named = entryIds.length > MOST_NAMED ? null : [...entryIds]
  return client.$queryRaw<VerificationRow[]>`
    SELECT DISTINCT ON (entry_id) entry_id AS "entryId", user_id AS "userId", name AS by, statement, until::text AS until, created_at AS at FROM vouch
    WHERE team_id = ${teamId}::uuid AND (${named}::uuid[] IS NULL OR entry_id = ANY(${named}::uuid[])) ORDER BY entry_id, created_at DESC, id DESC`
}

/**
 * Maximum number of ids in the query. With more ids, all verifications of the team are read, which are fewer.
 */
const MOST_NAMED = 5_000

export interface NewVerification {
  readonly entryId: string
  readonly statement: Uint8Array<ArrayBuffer>
  readonly userId: string
  readonly name: string
  readonly until: string
}

export async function addVerifications(
  tx: Tx,
  teamId: string,
  vouches: readonly NewVerification[],
  now: Date,
): Promise<void> {
  await tx.vouch.createMany({
    data: vouches.map(({ until, ...one }) => ({
      ...one,
      teamId,
      id: newId(),
      until: new Date(`${until}T00:00:00Z`),
      createdAt: now,
    })),
  })
}

/**
 * Deletes a person's verifications of an entry. If someone else verified the entry earlier, their verification applies again.
 * Returns the number of deleted verifications.
 */
export async function withdrawVerifications(
  tx: Tx,
  teamId: string,
  entryId: string,
  userId: string,
): Promise<number> {
  return (await tx.vouch.deleteMany({ where: { teamId, entryId, userId } })).count
}

/** An entry that a curator approved or edited. */
export interface ApprovedEntry {
  readonly id: string
  /** Confidence of the proposal, 0–1. Null if it stated none. */
  readonly confidence: number | null
}

/**
 * Stores the ISO day on which a curator approved entries, with the confidence of their proposals. The files
 * do not contain these values, because most formats have no field for them.
 */
export async function noteApproved(
  tx: Tx,
  teamId: string,
  entries: readonly ApprovedEntry[],
  { projectId, day }: { readonly projectId: string; readonly day: string },
): Promise<void> {
  const last = [...new Map(entries.map((one) => [one.id, one])).values()].toSorted((one, other) =>
    one.id < other.id ? -1 : 1,
  )
  if (last.length === 0) return
  await tx.$executeRaw`
    INSERT INTO delivered (team_id, entry_id, project_id, count, approved_on, confidence)
    SELECT ${teamId}::uuid, entry_id, ${projectId}::uuid, 0, ${day}::date, confidence FROM unnest(${last.map(({ id }) => id)}::uuid[], ${last.map(({ confidence }) => confidence)}::float8[]) AS approved(entry_id, confidence)
    ON CONFLICT (team_id, entry_id) DO UPDATE SET approved_on = excluded.approved_on, confidence = excluded.confidence`
}

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

export interface BrokenCitation {
  readonly fileId: string
  readonly entryId: string
  readonly path: string
  readonly why: string
}

/** A file whose entries may cite files of its source's directory. */
export interface CitingRow {
  readonly id: string
  readonly path: string
  readonly format: string
  readonly sourceKind: string | null
  readonly sourceName: string | null
}

const CITING = `f.state <> 'gone' AND f.role IN ('memory', 'index', 'topic', 'shared') AND f.format <> 'instructions' AND f.scope <> 'session'`

/** Returns files that come from directories of this server, by id. */
export async function citingFiles(
  { teamId }: Visibility,
  { after, take }: { after: string | null; take: number },
): Promise<CitingRow[]> {
  return database().$queryRawUnsafe<CitingRow[]>(
    `SELECT f.id, f.path, f.format, s.kind AS "sourceKind", s.name AS "sourceName" FROM memory_file f JOIN source s ON s.team_id = f.team_id AND s.id = f.source_id
     WHERE f.team_id = $1::uuid AND s.kind = 'directory' AND ${CITING} AND ($2::uuid IS NULL OR f.id > $2::uuid) ORDER BY f.id LIMIT $3::int`,
    teamId,
    after,
    take,
  )
}

export async function citingEntries(
  { teamId }: Visibility,
  fileIds: readonly string[],
): Promise<{ id: string; fileId: string; text: string }[]> {
  return database()
    .$queryRaw`SELECT id, file_id AS "fileId", text FROM entry WHERE team_id = ${teamId}::uuid AND file_id = ANY(${[...fileIds]}::uuid[]) AND state = 'current' ORDER BY file_id, position`
}

export async function brokenCitationsOf(
  { teamId }: Visibility,
  fileIds: readonly string[],
  client: Pick<Reader, "$queryRaw"> = database(),
): Promise<BrokenCitation[]> {
  return fileIds.length === 0
    ? []
    : client.$queryRaw<BrokenCitation[]>`
    SELECT file_id AS "fileId", entry_id AS "entryId", path, why FROM cited_gone WHERE team_id = ${teamId}::uuid AND file_id = ANY(${[...fileIds]}::uuid[]) ORDER BY file_id, entry_id, path COLLATE "C"`
}

export async function storeBrokenCitations(
  tx: Tx,
  teamId: string,
  rows: readonly BrokenCitation[],
): Promise<void> {
  if (rows.length > 0)
    await tx.citedGone.createMany({ data: rows.map((row) => ({ ...row, teamId })), skipDuplicates: true })
}

export async function deleteBrokenCitations(
  tx: Tx,
  teamId: string,
  rows: readonly BrokenCitation[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.$executeRaw`DELETE FROM cited_gone g USING unnest(${rows.map((row) => row.entryId)}::uuid[], ${rows.map((row) => row.path)}::text[]) AS one(entry_id, path) WHERE g.team_id = ${teamId}::uuid AND g.entry_id = one.entry_id AND g.path = one.path`
}

/**
 * Returns the stored broken citations of memory files that no longer come from a directory of this server, or
 * that no longer count.
 */
export async function brokenCitationsElsewhere({ teamId }: Visibility): Promise<BrokenCitation[]> {
  return database().$queryRawUnsafe<BrokenCitation[]>(
    `SELECT g.file_id AS "fileId", g.entry_id AS "entryId", g.path, g.why FROM cited_gone g JOIN memory_file f ON f.team_id = g.team_id AND f.id = g.file_id LEFT JOIN source s ON s.team_id = f.team_id AND s.id = f.source_id
     WHERE g.team_id = $1::uuid AND NOT (s.kind IS NOT DISTINCT FROM 'directory' AND ${CITING})`,
    teamId,
  )
}
