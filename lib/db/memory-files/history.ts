import { visibleRows } from "../infra/sql-fragments"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { database, type Reader } from "../infra/client"
import type { Tx } from "../infra/commit"
import { isId } from "../infra/identifiers"

/** A revision without its text. */
export interface RevisionLine {
  readonly number: number
  readonly by: string
  readonly byKind: string
  readonly byId: string
  readonly reason: string
  readonly createdAt: Date
  /** Number of characters of the text, approximately its length in UTF-16 units. */
  readonly length: number
}

const LINE = `number, actor_name AS by, actor_kind AS "byKind", actor_id AS "byId", reason, created_at AS "createdAt", length(text) AS length`

/** Returns revisions, newest first. `before` is the number of the last one seen. */
export async function listRevisionLines(
  { teamId }: Visibility,
  fileId: string,
  { before, take }: { before: number | null; take: number },
): Promise<RevisionLine[]> {
  return database().$queryRawUnsafe<RevisionLine[]>(
    `SELECT ${LINE} FROM revision WHERE team_id = $1::uuid AND file_id = $2::uuid AND ($3::int IS NULL OR number < $3::int) ORDER BY number DESC LIMIT $4::int`,
    teamId,
    fileId,
    before,
    take,
  )
}

export async function revisionLines(
  { teamId }: Visibility,
  fileId: string,
  numbers: readonly number[],
): Promise<Map<number, RevisionLine>> {
  const rows = await database().$queryRawUnsafe<RevisionLine[]>(
    `SELECT ${LINE} FROM revision WHERE team_id = $1::uuid AND file_id = $2::uuid AND number = ANY($3::int[])`,
    teamId,
    fileId,
    [...numbers],
  )
  return new Map(rows.map((row) => [row.number, row]))
}

export interface RevisionText {
  readonly number: number
  readonly text: string
  /** Ids of the entries, in the order of the text. Empty for revisions that were stored without ids. */
  readonly entryIds: readonly string[]
}

/** Limits of one read. `bytes` limits the stored sizes, so that no text is read only to be measured. */
const PORTION = { revisions: 100, bytes: 2 * 1024 * 1024 }

interface Back {
  readonly from: number
  /** Lowest number of a revision. Default: 1. */
  readonly least?: number
  /** True to include ids, which take more space than the text of a long file. */
  readonly ids: boolean
}

/**
 * Returns the texts of the revision `from` and of earlier ones, newest first, down to `least` or to the limit
 * of one read. To continue, call again with the number before the last one.
 */
export async function earlierRevisionTexts(
  { teamId }: Visibility,
  fileId: string,
  { from, least = 1, ids }: Back,
  client: Pick<Reader, "$queryRaw"> = database(),
): Promise<RevisionText[]> {
  const rows = await client.$queryRaw<{ number: number; text: string; ids: string }[]>`
    WITH near AS (
      SELECT number, sum(pg_column_size(text)) OVER (ORDER BY number DESC) AS bytes FROM revision
      WHERE team_id = ${teamId}::uuid AND file_id = ${fileId}::uuid AND number <= ${from}::int AND number > ${from - PORTION.revisions}::int AND number >= ${least}::int)
    SELECT r.number, r.text, CASE WHEN ${ids}::bool THEN r.entry_ids::text ELSE '{}' END AS ids
    FROM near n JOIN revision r ON r.team_id = ${teamId}::uuid AND r.file_id = ${fileId}::uuid AND r.number = n.number
    WHERE n.number = ${from}::int OR n.bytes <= ${PORTION.bytes} ORDER BY r.number DESC`
  let last = { written: "{}", entryIds: [] as readonly string[] }
  return rows.map(({ number, text, ids: written }) => {
    if (written !== last.written) last = { written, entryIds: written.slice(1, -1).split(",") }
    return { number, text, entryIds: written === "{}" ? [] : last.entryIds }
  })
}

export async function findRevisionText(
  { teamId }: Visibility,
  fileId: string,
  number: number,
  client: Pick<Reader, "revision"> = database(),
): Promise<RevisionText | null> {
  return client.revision.findUnique({
    where: { teamId_fileId_number: { teamId, fileId, number } },
    select: { number: true, text: true, entryIds: true },
  })
}

/**
 * Returns the next later revision that was stored with ids. A revision without ids is matched with it. Null
 * if there is none.
 */
export async function nextRevisionWithIds(
  { teamId }: Visibility,
  fileId: string,
  after: number,
  client: Pick<Reader, "revision"> = database(),
): Promise<RevisionText | null> {
  return client.revision.findFirst({
    where: { teamId, fileId, number: { gt: after }, entryIds: { isEmpty: false } },
    select: { number: true, text: true, entryIds: true },
    orderBy: { number: "asc" },
  })
}

/** A proposal in a revision, with its author and the decision. */
export interface Origin {
  readonly revision: number
  readonly proposal: string
  readonly author: string
  readonly agent: string | null
  readonly session: string | null
  readonly verdict: string
  readonly decidedBy: string
  readonly decidedAt: Date
  readonly reason: string
}

/**
 * Returns the decisions that wrote these revisions, oldest first. Includes undone ones, which did write
 * theirs.
 */
export async function originsOf(
  { teamId }: Visibility,
  fileId: string,
  numbers: readonly number[],
): Promise<Origin[]> {
  if (numbers.length === 0) return []
  return database().$queryRaw<Origin[]>`
    SELECT r.revision, p.id AS proposal, p.author_name AS author, p.author_agent AS agent, p.session, r.verdict, r.by_name AS "decidedBy", r.created_at AS "decidedAt", p.reason
    FROM review r JOIN proposal p ON p.team_id = r.team_id AND p.id = r.proposal_id
    WHERE r.team_id = ${teamId}::uuid AND r.file_id = ${fileId}::uuid AND r.revision = ANY(${[...numbers]}::int[]) ORDER BY r.revision, r.created_at, p.id`
}

/** Returns the reasons for which an entry was forgotten, by the number of the revision that removed it. */
export async function forgottenIn(
  { teamId }: Visibility,
  fileId: string,
  entryId: string,
): Promise<Map<number, string>> {
  const rows = await database().forgotten.findMany({
    where: { teamId, fileId, entryId },
    select: { revision: true, reason: true },
  })
  return new Map(rows.map((row) => [row.revision, row.reason]))
}

export interface EntryPlace {
  readonly teamId: string
  readonly projectId: string
  readonly fileId: string
}

/**
 * Returns the team, project and file of a visible entry. If the entry does not exist now, returns the file in
 * which it was forgotten, else the file of the last revision that had it. Null if there is none.
 */
export async function placeOfEntryEver(
  visible: readonly Visibility[],
  entryId: string,
): Promise<EntryPlace | null> {
  if (!isId(entryId)) return null
  const [found] = await database().$queryRaw<EntryPlace[]>`
    SELECT * FROM (
      SELECT 1 AS nearest, team_id AS "teamId", project_id AS "projectId", file_id AS "fileId" FROM entry e WHERE ${visibleRows(visible, "e")} AND id = ${entryId}::uuid
      UNION ALL
      SELECT 2, team_id, project_id, file_id FROM forgotten g WHERE ${visibleRows(visible, "g")} AND entry_id = ${entryId}::uuid) known ORDER BY nearest LIMIT 1`
  if (found) return { teamId: found.teamId, projectId: found.projectId, fileId: found.fileId }
  const [recorded] = await database().$queryRaw<EntryPlace[]>`
    SELECT r.team_id AS "teamId", f.project_id AS "projectId", r.file_id AS "fileId" FROM revision r JOIN memory_file f ON f.team_id = r.team_id AND f.id = r.file_id
    WHERE ${visibleRows(visible, "f")} AND r.entry_ids @> ARRAY[${entryId}::uuid] ORDER BY r.created_at DESC, r.number DESC LIMIT 1`
  return recorded ?? null
}

/** Returns those of the entries that are in another file now. */
export async function entriesInOtherFiles(
  tx: Tx,
  teamId: string,
  fileId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.entry.findMany({
    where: { teamId, id: { in: [...ids] }, fileId: { not: fileId } },
    select: { id: true },
  })
  return new Set(rows.map((row) => row.id))
}

/** A migration that moved an entry from or to another file. */
export interface EntryMove {
  readonly migration: string
  readonly way: "from" | "to"
  /** Id of the other file. `entry`, `path` and `line`: id and position of the entry in that file. */
  readonly file: string
  readonly entry: string
  readonly path: string
  readonly line: number
  readonly by: string
  readonly at: string
  readonly reason: string
  /** True if the migration was reverted, and that revert was not. */
  readonly undone: boolean
}

/** Maximum number of moves. A migration can move a shared entry to the files of many agents. */
const MOST = 50

/** Returns the moves of an entry by migrations, newest first. */
export async function movesOfEntry(
  { teamId }: Visibility,
  fileId: string,
  entryId: string,
): Promise<EntryMove[]> {
  return database().$queryRaw<EntryMove[]>`
    WITH own AS (SELECT w.migration_id, w.file_id FROM migration_write w WHERE w.team_id = ${teamId}::uuid AND w.file_id = ${fileId}::uuid),
    moves AS (
      SELECT w.migration_id, 'to' AS way, NULL::uuid AS file, e->'became'->>'id' AS entry, e->'to'->>'path' AS path, (e->'to'->>'line')::int AS line FROM own JOIN migration_write w ON w.team_id = ${teamId}::uuid AND w.migration_id = own.migration_id AND w.file_id = own.file_id
        CROSS JOIN LATERAL jsonb_array_elements(w.entries) e WHERE e->>'id' = ${entryId} AND e->'became'->>'id' <> ${entryId}
      UNION ALL
      SELECT w.migration_id, 'from', w.file_id, e->>'id', e->'from'->>'path', (e->'from'->>'line')::int FROM own JOIN migration_write w ON w.team_id = ${teamId}::uuid AND w.migration_id = own.migration_id AND w.file_id <> own.file_id
        CROSS JOIN LATERAL jsonb_array_elements(w.entries) e WHERE e->'became'->>'id' = ${entryId} AND e->>'id' <> ${entryId})
    SELECT m.id AS migration, moves.way, f.id AS file, moves.entry, moves.path, moves.line, m.by_name AS by, to_char(m.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, m.reason,
      EXISTS (SELECT 1 FROM revert v WHERE v.team_id = m.team_id AND v.of->>'migration' = m.id::text AND NOT EXISTS (SELECT 1 FROM revert x WHERE x.team_id = v.team_id AND x.of->>'revert' = v.id::text)) AS undone
    FROM moves JOIN migration m ON m.team_id = ${teamId}::uuid AND m.id = moves.migration_id
      JOIN memory_file f ON f.team_id = m.team_id AND f.id = coalesce(moves.file, (SELECT n.file_id FROM entry n WHERE n.team_id = m.team_id AND n.id = moves.entry::uuid), (SELECT g.id FROM memory_file g WHERE g.team_id = m.team_id AND g.project_id = m.project_id AND g.path = moves.path))
    ORDER BY m.id DESC, moves.path, moves.line LIMIT ${MOST}`
}
