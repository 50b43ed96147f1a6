import type { Visibility } from "@/lib/memory/teams/visibility"
import { type Table, upsert } from "../infra/bulk-upsert"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"
import { type PastActor, type PastProposal, storePastProposals } from "./past-proposals"

/** A revision of a sample file. The last one is the imported text. */
export interface PastRevision {
  readonly at: Date
  readonly text: string
  /** SHA-256 of the text, in hexadecimal. */
  readonly sha256: string
  /** Ids of its entries, in the order of the text. */
  readonly entries: readonly string[]
  readonly by: PastActor
  readonly reason: string
  /** Agent that wrote the revision without a proposal. Null if there is none. */
  readonly agent: { readonly name: string; readonly session: string } | null
}

export interface PastFile {
  readonly id: string
  /** Revisions of the file, oldest first. */
  readonly revisions: readonly PastRevision[]
}

export interface PastOfTeam {
  readonly files: readonly PastFile[]
  readonly proposals: readonly PastProposal[]
  readonly sessions: readonly PastSession[]
}

const WEEK_MS = 7 * 86_400_000

/** True if the history of a sample team was stored: a revision is older than a week. */
export async function hasSampleHistory({ teamId }: Visibility, now: Date): Promise<boolean> {
  const old = await database().revision.findFirst({
    where: { teamId, createdAt: { lt: new Date(now.getTime() - WEEK_MS) } },
    select: { number: true },
  })
  return old !== null
}

/**
 * Returns the ids of the present files of a sample team that still have only their first revision, by path.
 */
export async function importedFiles({ teamId }: Visibility): Promise<string[]> {
  const files = await database().memoryFile.findMany({
    where: { teamId, head: 1, state: { not: "gone" } },
    select: { id: true },
    orderBy: { path: "asc" },
  })
  return files.map(({ id }) => id)
}

/**
 * Stores the history of a sample team before its import. The imported revision of each file becomes its last
 * one.
 */
export async function storeSampleHistory(tx: Tx, teamId: string, past: PastOfTeam): Promise<void> {
  await renumberImported(tx, teamId, past.files)
  const older = past.files.flatMap(({ id, revisions }) =>
    revisions.slice(0, -1).map((one, place) => ({ file: id, number: place + 1, ...one })),
  )
  await upsert(
    tx,
    REVISIONS,
    older.map(({ file, number, at, text, sha256, entries, by, reason }) => ({
      team_id: teamId,
      file_id: file,
      number,
      text,
      sha256,
      actor_kind: by.kind,
      actor_id: by.id,
      actor_name: by.name,
      reason,
      entry_ids: entries,
      created_at: at,
    })),
  )
  const written = past.files.flatMap(({ id, revisions }) =>
    revisions.flatMap(({ agent }, place) =>
      agent === null
        ? []
        : [
            {
              team_id: teamId,
              file_id: id,
              revision: place + 1,
              agent_name: agent.name,
              session: agent.session,
            },
          ],
    ),
  )
  await upsert(tx, AGENT_WRITES, written)
  await storePastProposals(tx, teamId, past.proposals)
  await storePastSessions(tx, teamId, past.sessions)
}

async function renumberImported(tx: Tx, teamId: string, files: readonly PastFile[]): Promise<void> {
  const rows = files.flatMap(({ id, revisions }) => {
    const [first, last] = [revisions[0], revisions.at(-1)]
    if (!first || !last) return []
    const { kind, id: actor, name } = last.by
    return [
      {
        id,
        head: revisions.length,
        created: first.at,
        changed: last.at,
        kind,
        actor,
        name,
        reason: last.reason,
        imported: revisions.length === 1,
      },
    ]
  })
  const since = files.flatMap(({ revisions }) => {
    const first = new Map<string, number>()
    for (const [place, { entries }] of revisions.entries())
      for (const entry of entries) if (!first.has(entry)) first.set(entry, place + 1)
    return [...first].map(([entry, revision]) => ({ entry, revision }))
  })
  await tx.$executeRaw`
    WITH one AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json)
        AS one(id uuid, head int, created timestamptz, changed timestamptz, kind text, actor text, name text, reason text, imported boolean)
    ), renumbered AS (
      UPDATE revision r SET number = one.head, created_at = one.changed, run_id = CASE WHEN one.imported THEN r.run_id END,
        actor_kind = CASE WHEN one.imported THEN r.actor_kind ELSE one.kind END, actor_id = CASE WHEN one.imported THEN r.actor_id ELSE one.actor END,
        actor_name = CASE WHEN one.imported THEN r.actor_name ELSE one.name END, reason = CASE WHEN one.imported THEN r.reason ELSE one.reason END
      FROM one WHERE r.team_id = ${teamId}::uuid AND r.file_id = one.id AND r.number = 1
    ), vectors AS (
      UPDATE file_vectors v SET head = one.head FROM one WHERE v.team_id = ${teamId}::uuid AND v.file_id = one.id AND v.head = 1
    )
    UPDATE memory_file f SET head = one.head, compared = CASE WHEN f.compared = 1 THEN one.head ELSE f.compared END, created_at = one.created, changed_at = one.changed
    FROM one WHERE f.team_id = ${teamId}::uuid AND f.id = one.id`
  await tx.$executeRaw`
    UPDATE entry e SET since_revision = one.revision FROM json_to_recordset(${JSON.stringify(since)}::json) AS one(entry uuid, revision int)
    WHERE e.team_id = ${teamId}::uuid AND e.id = one.entry AND one.revision > 1`
}

const REVISIONS: Table = {
  name: "revision",
  key: ["team_id", "file_id", "number"],
  columns: {
    team_id: "uuid",
    file_id: "uuid",
    number: "int",
    text: "text",
    sha256: "hex",
    actor_kind: "text",
    actor_id: "text",
    actor_name: "text",
    reason: "text",
    entry_ids: "uuid[]",
    created_at: "timestamptz",
  },
}

const AGENT_WRITES: Table = {
  name: "agent_write",
  key: ["team_id", "file_id", "revision"],
  columns: { team_id: "uuid", file_id: "uuid", revision: "int", agent_name: "text", session: "text" },
}

/** An ended session of a sample team, with the delivery at its start. */
export interface PastSession {
  readonly id: string
  readonly projectId: string
  readonly agent: string
  readonly harness: string
  readonly session: string
  readonly startedAt: Date
  readonly closedAt: Date
  readonly summary: string
  /** SHA-256 of the delivered text, in hexadecimal. */
  readonly sha256: string
  readonly tokens: number
  readonly files: readonly { readonly file: string; readonly path: string; readonly revision: number }[]
  readonly entries: readonly string[]
  readonly by: PastActor
}

/** Stores ended sessions with their deliveries, and counts delivered entries. */
async function storePastSessions(tx: Tx, teamId: string, sessions: readonly PastSession[]): Promise<void> {
  await upsert(
    tx,
    SESSIONS,
    sessions.map((one) => ({
      team_id: teamId,
      project_id: one.projectId,
      agent_name: one.agent,
      session: one.session,
      harness: one.harness,
      started_at: one.startedAt,
      closed_at: one.closedAt,
      summary: one.summary,
      outcome: "success",
    })),
  )
  await upsert(
    tx,
    RECEIPTS,
    sessions.map((one) => ({
      team_id: teamId,
      id: one.id,
      project_id: one.projectId,
      agent_name: one.agent,
      session: one.session,
      harness: one.harness,
      sha256: one.sha256,
      tokens: one.tokens,
      files: one.files,
      on_disk: [],
      entries: one.entries,
      by_kind: one.by.kind,
      by_id: one.by.id,
      by_name: one.by.name,
      created_at: one.startedAt,
    })),
  )
  await tx.$executeRaw`
    INSERT INTO delivered (team_id, entry_id, project_id, count, last_at)
    SELECT e.team_id, e.id, e.project_id, count(*), max(r.created_at) FROM receipt r CROSS JOIN LATERAL unnest(r.entries) AS given(entry)
      JOIN entry e ON e.team_id = r.team_id AND e.id = given.entry
    WHERE r.team_id = ${teamId}::uuid AND r.id = ANY(${sessions.map(({ id }) => id)}::uuid[]) GROUP BY 1, 2, 3
    ON CONFLICT (team_id, entry_id) DO UPDATE SET count = delivered.count + excluded.count, last_at = excluded.last_at`
}

const SESSIONS: Table = {
  name: "agent_session",
  key: ["team_id", "project_id", "agent_name", "session"],
  columns: {
    team_id: "uuid",
    project_id: "uuid",
    agent_name: "text",
    session: "text",
    harness: "text",
    started_at: "timestamptz",
    closed_at: "timestamptz",
    summary: "text",
    outcome: "text",
  },
}

const RECEIPTS: Table = {
  name: "receipt",
  key: ["team_id", "id"],
  columns: {
    team_id: "uuid",
    id: "uuid",
    project_id: "uuid",
    agent_name: "text",
    session: "text",
    harness: "text",
    sha256: "hex",
    tokens: "int",
    files: "jsonb",
    on_disk: "jsonb",
    entries: "uuid[]",
    by_kind: "text",
    by_id: "text",
    by_name: "text",
    created_at: "timestamptz",
  },
}
