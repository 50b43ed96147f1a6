import { type Table, upsert } from "../infra/bulk"
import type { Tx } from "../infra/commit"
import type { PastActor } from "./past-actor"

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
export async function storePastSessions(
  tx: Tx,
  teamId: string,
  sessions: readonly PastSession[],
): Promise<void> {
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
