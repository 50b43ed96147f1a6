import { visibleRows } from "../infra/sql-fragments"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import type { WrittenChange } from "@/lib/memory/proposals/written-change"
import { database, type Reader } from "../infra/client"
import type { Tx } from "../infra/commit"

/**
 * Author of writes. A person's writes are those by hand and by own proposals. An import's writes are those of
 * its run.
 */
export type WriteAuthor =
  | { readonly agent: string }
  | { readonly session: string }
  | { readonly token: string }
  | { readonly person: string }
  | { readonly run: string }
  | { readonly revert: string }
  | { readonly promotion: string }
  | { readonly seed: string }
  | { readonly migration: string }
  /** One revision of a file: "FILE/NUMBER". */
  | { readonly revision: string }

export interface Selection {
  readonly visible: Visibility
  readonly of: WriteAuthor
  /**
   * Earliest ISO instant of the writes, inclusive, to the microsecond. `to`: latest instant, inclusive. Null:
   * no limit.
   */
  readonly from: string | null
  readonly to: string | null
}

/** A write that is still in effect: a revision, or the part of it that comes from one proposal. */
export interface Write {
  readonly fileId: string
  readonly revision: number
  readonly proposalId: string | null
  readonly round: number | null
}

type Client = Pick<Reader, "$queryRaw">

/** SQL condition: not reverted, or the revert was itself reverted. */
const STANDS = Prisma.sql`NOT EXISTS (SELECT 1 FROM reverted rt WHERE rt.team_id = r.team_id AND rt.file_id = r.file_id AND rt.revision = r.number AND rt.proposal_id IS NULL AND rt.released_by IS NULL)`
const PART_STANDS = Prisma.sql`rv.undone_at IS NULL AND NOT EXISTS (
  SELECT 1 FROM reverted rt WHERE rt.team_id = rv.team_id AND rt.proposal_id = rv.proposal_id AND rt.round = rv.round AND rt.released_by IS NULL)`
/** SQL condition: not written by a decision or the undo of a decision. */
const WITHOUT_DECISION = Prisma.sql`NOT EXISTS (SELECT 1 FROM review d WHERE d.team_id = r.team_id AND d.file_id = r.file_id AND (d.revision = r.number OR d.undone_revision = r.number))`
/** SQL condition: written by hand, not by an import, a decision or the undo of a decision. */
const BY_HAND = Prisma.sql`r.run_id IS NULL AND ${WITHOUT_DECISION}`

/** Returns the effective writes of an author, in files of any state. */
export async function writesOf(selection: Selection, client: Client = database()): Promise<Write[]> {
  const { visible, of } = selection
  const within = withinOf(selection)
  const proposed = authorOf(of)
  const direct = handOf(of)
  const parts =
    proposed &&
    Prisma.sql`
    SELECT r.file_id AS "fileId", r.number AS revision, rv.proposal_id AS "proposalId", rv.round FROM review rv
    JOIN proposal pr ON pr.team_id = rv.team_id AND pr.id = rv.proposal_id JOIN revision r ON r.team_id = rv.team_id AND r.file_id = rv.file_id AND r.number = rv.revision
    JOIN memory_file f ON f.team_id = r.team_id AND f.id = r.file_id WHERE rv.team_id = ${visible.teamId}::uuid AND ${proposed} AND ${PART_STANDS} AND ${within}`
  const whole =
    direct &&
    Prisma.sql`
    SELECT r.file_id AS "fileId", r.number AS revision, NULL::uuid AS "proposalId", NULL::int AS round FROM revision r JOIN memory_file f ON f.team_id = r.team_id AND f.id = r.file_id
    WHERE r.team_id = ${visible.teamId}::uuid AND ${direct} AND ${STANDS} AND ${within}`
  const all = [parts, whole].filter((one) => one !== null)
  return client.$queryRaw<Write[]>`${Prisma.join(all, " UNION ALL ")} ORDER BY 1, 2, 3`
}

/** Returns the SQL condition on proposals of an author, or on the decisions in a revision. */
function authorOf(of: WriteAuthor): Prisma.Sql | null {
  if ("revision" in of) return isRevision("rv.file_id", "rv.revision", of.revision)
  if ("agent" in of) return Prisma.sql`pr.author_agent = ${of.agent}`
  if ("session" in of) return Prisma.sql`pr.session = ${of.session}`
  if ("token" in of) return Prisma.sql`pr.author_kind = 'token' AND pr.author_id = ${of.token}`
  if ("person" in of) return Prisma.sql`pr.author_kind = 'person' AND pr.author_id = ${of.person}`
  return null
}

function isRevision(file: string, number: string, revision: string): Prisma.Sql {
  const [id, asked] = revision.split("/")
  return Prisma.sql`${Prisma.raw(file)} = ${id}::uuid AND ${Prisma.raw(number)} = ${Number(asked)}::int`
}

/** Returns SQL for the agent or session of revision `r`, if no proposal led to it. */
const ASKED_FOR = (column: "agent_name" | "session"): Prisma.Sql =>
  Prisma.sql`(SELECT w.${Prisma.raw(column)} FROM agent_write w WHERE w.team_id = r.team_id AND w.file_id = r.file_id AND w.revision = r.number)`

/** Returns the SQL condition on whole revisions of an author. */
function handOf(of: WriteAuthor): Prisma.Sql | null {
  if ("agent" in of)
    return Prisma.sql`${BY_HAND} AND (r.actor_kind = 'token' AND r.actor_id IN (SELECT k.id::text FROM access_token k WHERE k.team_id = r.team_id AND k.agent = ${of.agent}) OR ${of.agent} = ${ASKED_FOR("agent_name")})`
  if ("session" in of) return Prisma.sql`${BY_HAND} AND ${of.session} = ${ASKED_FOR("session")}`
  if ("token" in of) return Prisma.sql`${BY_HAND} AND r.actor_kind = 'token' AND r.actor_id = ${of.token}`
  if ("person" in of) return Prisma.sql`${BY_HAND} AND r.actor_kind = 'person' AND r.actor_id = ${of.person}`
  if ("run" in of) return Prisma.sql`r.run_id = ${of.run}::uuid`
  if ("revision" in of)
    return Prisma.sql`${isRevision("r.file_id", "r.number", of.revision)} AND ${WITHOUT_DECISION}`
  if ("revert" in of)
    return Prisma.sql`EXISTS (SELECT 1 FROM revert_write w WHERE w.team_id = r.team_id AND w.revert_id = ${of.revert}::uuid AND w.file_id = r.file_id AND w.revision = r.number)`
  if ("promotion" in of)
    return Prisma.sql`EXISTS (SELECT 1 FROM promotion_write w WHERE w.team_id = r.team_id AND w.promotion_id = ${of.promotion}::uuid AND w.file_id = r.file_id AND w.revision = r.number)`
  if ("seed" in of)
    return Prisma.sql`EXISTS (SELECT 1 FROM seed_plan p WHERE p.team_id = r.team_id AND p.id = ${of.seed}::uuid AND p.file_id = r.file_id AND p.revision = r.number)`
  if ("migration" in of)
    return Prisma.sql`EXISTS (SELECT 1 FROM migration_write w WHERE w.team_id = r.team_id AND w.migration_id = ${of.migration}::uuid AND w.file_id = r.file_id AND w.revision = r.number)`
  return null
}

const withinOf = ({ visible, from, to }: Omit<Selection, "of">): Prisma.Sql =>
  Prisma.sql`${visibleRows(visible, "f")} AND (${from}::timestamptz IS NULL OR r.created_at >= ${from}::timestamptz) AND (${to}::timestamptz IS NULL OR r.created_at <= ${to}::timestamptz)`

/** A file that was removed or restored. */
export interface TurnedFile {
  readonly fileId: string
  /** True if the file was present before. */
  readonly present: boolean
  /** Name of the author who wrote to the file after a migration restored it. Null if there is none. */
  readonly since?: string | null
}

/**
 * Returns files that an import, a revert or a migration removed or restored, unless they changed again since.
 */
export async function filesTurnedBy(
  { visible, of }: Pick<Selection, "visible" | "of">,
  client: Client = database(),
): Promise<TurnedFile[]> {
  if ("run" in of) {
    return client.$queryRaw`
      SELECT f.id AS "fileId", NOT last.present AS present FROM memory_file f
      JOIN LATERAL (SELECT p.present, p.run_id FROM presence p WHERE p.team_id = f.team_id AND p.file_id = f.id ORDER BY p.number DESC LIMIT 1) last ON last.run_id = ${of.run}::uuid
      WHERE ${visibleRows(visible, "f")} AND (f.state <> 'gone') = last.present`
  }
  if ("revert" in of) {
    return client.$queryRaw`
      SELECT f.id AS "fileId", NOT w.present AS present FROM revert_write w JOIN memory_file f ON f.team_id = w.team_id AND f.id = w.file_id
      WHERE w.team_id = ${visible.teamId}::uuid AND w.revert_id = ${of.revert}::uuid AND w.present IS NOT NULL AND (f.state <> 'gone') = w.present AND ${visibleRows(visible, "f")}`
  }
  if ("migration" in of) {
    return client.$queryRaw`
      SELECT f.id AS "fileId", NOT w.present AS present, (
        SELECT r.actor_name FROM revision r WHERE w.present AND r.team_id = w.team_id AND r.file_id = w.file_id AND r.number > coalesce(w.revision, 0) AND r.created_at > m.created_at AND ${STANDS}
          AND NOT EXISTS (SELECT 1 FROM revert_write rw JOIN revert v ON v.team_id = rw.team_id AND v.id = rw.revert_id WHERE rw.team_id = r.team_id AND rw.file_id = r.file_id AND rw.revision = r.number AND v.of->>'migration' IS NOT NULL)
        ORDER BY r.number DESC LIMIT 1) AS since
      FROM migration_write w JOIN migration m ON m.team_id = w.team_id AND m.id = w.migration_id JOIN memory_file f ON f.team_id = w.team_id AND f.id = w.file_id
      WHERE w.team_id = ${visible.teamId}::uuid AND w.migration_id = ${of.migration}::uuid AND w.present IS NOT NULL AND (f.state <> 'gone') = w.present AND ${visibleRows(visible, "f")}`
  }
  return []
}

/** A revision with the data that reverting needs. */
export interface StoredRevision {
  readonly fileId: string
  readonly number: number
  readonly text: string
  readonly entryIds: readonly string[]
  readonly by: string
  readonly runId: string | null
  readonly parts: readonly {
    readonly proposalId: string
    readonly round: number
    readonly by: string
    readonly undone: boolean
    readonly inverse: readonly WrittenChange[]
  }[]
  /** Numbers of the revisions whose decisions it undid. */
  readonly undoes: readonly number[]
  /** Id of the revert that wrote the revision. Null if there is none. */
  readonly revertId: string | null
}

/** Returns the revisions of files from a number on, by file and number. */
export async function revisionsFrom(
  { teamId }: Visibility,
  files: readonly { readonly fileId: string; readonly from: number }[],
  client: Client = database(),
): Promise<StoredRevision[]> {
  if (files.length === 0) return []
  return client.$queryRaw<StoredRevision[]>`
    SELECT r.file_id AS "fileId", r.number, r.text, r.entry_ids AS "entryIds", r.actor_name AS by, r.run_id AS "runId",
      coalesce((SELECT json_agg(json_build_object('proposalId', rv.proposal_id, 'round', rv.round, 'by', coalesce(pr.author_agent, pr.author_name), 'undone', rv.undone_at IS NOT NULL, 'inverse', rv.inverse) ORDER BY rv.created_at, rv.proposal_id)
        FROM review rv JOIN proposal pr ON pr.team_id = rv.team_id AND pr.id = rv.proposal_id WHERE rv.team_id = r.team_id AND rv.file_id = r.file_id AND rv.revision = r.number), '[]') AS parts,
      ARRAY(SELECT DISTINCT rv.revision FROM review rv WHERE rv.team_id = r.team_id AND rv.file_id = r.file_id AND rv.undone_revision = r.number AND rv.revision IS NOT NULL) AS undoes,
      (SELECT w.revert_id FROM revert_write w WHERE w.team_id = r.team_id AND w.file_id = r.file_id AND w.revision = r.number) AS "revertId"
    FROM unnest(${files.map((one) => one.fileId)}::uuid[], ${files.map((one) => one.from)}::int[]) AS wanted(file_id, first)
    JOIN revision r ON r.team_id = ${teamId}::uuid AND r.file_id = wanted.file_id AND r.number >= wanted.first ORDER BY r.file_id, r.number`
}

/** Returns the name of an author of writes, for people. Null if the team has no author with this id. */
export async function nameOf(visible: Visibility, of: WriteAuthor): Promise<string | null> {
  const { teamId } = visible
  if ("agent" in of) return of.agent
  if ("session" in of) return `session ${of.session}`
  if ("run" in of) return importName(teamId, of.run)
  if ("revert" in of) return revertName(teamId, of.revert)
  if ("promotion" in of) return promotionName(teamId, of.promotion)
  if ("seed" in of) return seedName(teamId, of.seed)
  if ("migration" in of) return migrationName(teamId, of.migration)
  if ("revision" in of) return revisionName(visible, of.revision)
  return writerName(teamId, of)
}

async function importName(teamId: string, id: string): Promise<string | null> {
  const run = await database().importRun.findFirst({
    where: { teamId, id },
    select: { source: { select: { name: true } } },
  })
  return run && `the import of ${run.source.name}`
}

async function revertName(teamId: string, id: string): Promise<string | null> {
  const revert = await database().revert.findFirst({
    where: { teamId, id },
    select: { name: true, of: true },
  })
  if (!revert) return null
  const isRestore = typeof revert.of === "object" && revert.of !== null && "at" in revert.of
  return isRestore ? `the restore of ${revert.name}` : `the revert of ${revert.name}`
}

async function promotionName(teamId: string, id: string): Promise<string | null> {
  const promotion = await database().promotion.findFirst({
    where: { teamId, id },
    select: { text: true },
  })
  if (!promotion) return null
  const { text } = promotion
  return `the promotion of “${text.replaceAll(/\s+/g, " ").slice(0, 60)}${text.length > 60 ? "…" : ""}”`
}

async function seedName(teamId: string, id: string): Promise<string | null> {
  const plan = await database().seedPlan.findFirst({ where: { teamId, id }, select: { path: true } })
  return plan && `the seeding of ${plan.path}`
}

async function migrationName(teamId: string, id: string): Promise<string | null> {
  const migration = await database().migration.findFirst({
    where: { teamId, id },
    select: { from: true, to: true, project: { select: { name: true } } },
  })
  return migration && `the migration of ${migration.project.name} from ${migration.from} to ${migration.to}`
}

async function revisionName(visible: Visibility, revision: string): Promise<string | null> {
  const [found] = await database().$queryRaw<{ path: string; number: number }[]>`
    SELECT f.path, r.number FROM revision r JOIN memory_file f ON f.team_id = r.team_id AND f.id = r.file_id
    WHERE r.team_id = ${visible.teamId}::uuid AND ${isRevision("r.file_id", "r.number", revision)} AND ${visibleRows(visible, "f")}`
  return found ? `revision ${found.number} of ${found.path}` : null
}

/** Returns the current name of a token or person, else the name that a revision or proposal recorded. */
async function writerName(
  teamId: string,
  of: { readonly token: string } | { readonly person: string },
): Promise<string | null> {
  const id = "token" in of ? of.token : of.person
  const [known] = await database().$queryRaw<{ name: string }[]>`
    SELECT name FROM (
      SELECT k.name, 1 AS place FROM access_token k WHERE ${"token" in of}::bool AND k.team_id = ${teamId}::uuid AND k.id::text = ${id}
      UNION ALL SELECT u.name, 1 FROM "user" u WHERE ${"person" in of}::bool AND u.id::text = ${id} AND EXISTS (SELECT 1 FROM revision r WHERE r.team_id = ${teamId}::uuid AND r.actor_id = ${id} UNION ALL SELECT 1 FROM proposal p WHERE p.team_id = ${teamId}::uuid AND p.author_id = ${id} UNION ALL SELECT 1 FROM membership m WHERE m.team_id = ${teamId}::uuid AND m.user_id = u.id)
      UNION ALL SELECT r.actor_name, 2 FROM revision r WHERE r.team_id = ${teamId}::uuid AND r.actor_id = ${id}
      UNION ALL SELECT p.author_name, 2 FROM proposal p WHERE p.team_id = ${teamId}::uuid AND p.author_id = ${id}) AS names ORDER BY place LIMIT 1`
  return known?.name ?? null
}

/** Returns the waiting proposals of an author. */
export async function waitingProposalsOfAuthor(
  { visible, of }: Pick<Selection, "visible" | "of">,
  client: Client = database(),
): Promise<string[]> {
  const author = "revision" in of ? null : authorOf(of)
  if (author === null) return []
  const rows = await client.$queryRaw<{ id: string }[]>`
    SELECT pr.id FROM proposal pr WHERE ${visibleRows(visible, "pr")} AND ${author} AND pr.state = 'waiting' AND pr.expires_at > now() ORDER BY pr.id`
  return rows.map(({ id }) => id)
}

/** A revision that no proposal led to, with its agent and session. */
export interface AgentWrite {
  readonly teamId: string
  readonly fileId: string
  readonly revision: number
  readonly agent: string | null
  readonly session: string | null
}

/** Records the agent and session of a revision, so that their writes can be found and reverted. */
export async function addAgentWrite(tx: Tx, { agent, ...write }: AgentWrite): Promise<void> {
  await tx.agentWrite.create({ data: { ...write, agentName: agent } })
}

/** True if an agent of this name wrote to a project or closed a session there. */
export async function hasWritten({ teamId }: Visibility, projectId: string, agent: string): Promise<boolean> {
  const [row] = await database().$queryRaw<{ known: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM agent_session s WHERE s.team_id = ${teamId}::uuid AND s.project_id = ${projectId}::uuid AND s.agent_name = ${agent} AND s.closed_at IS NOT NULL)
      OR EXISTS (SELECT 1 FROM agent_write w JOIN memory_file f ON f.team_id = w.team_id AND f.id = w.file_id
        WHERE w.team_id = ${teamId}::uuid AND f.project_id = ${projectId}::uuid AND w.agent_name = ${agent}) AS known`
  return row?.known ?? false
}
