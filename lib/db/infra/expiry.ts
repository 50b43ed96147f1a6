import { Prisma } from "@/generated/prisma/client"
import { bookkeeping, database } from "./client"
import type { Tx } from "./commit"

/**
 * Returns the ids of teams with overdue proposals that still block the same change. `teams`: ids of the teams
 * to search; null for all.
 */
export async function teamsWithExpired(now: Date, teams: readonly string[] | null): Promise<string[]> {
  const rows = await database().$queryRaw<{ teamId: string }[]>`
    SELECT DISTINCT team_id AS "teamId" FROM proposal WHERE state = 'waiting' AND expires_at <= ${now}::timestamptz AND waiting_key IS NOT NULL AND ${teams === null ? Prisma.sql`true` : Prisma.sql`team_id = ANY(${[...teams]}::uuid[])`}`
  return rows.map((row) => row.teamId)
}

/** Expires overdue proposals of a team, so that the same change can be proposed again. Returns their ids. */
export async function expireProposals(tx: Tx, teamId: string, now: Date): Promise<{ id: string }[]> {
  return tx.$queryRaw<{ id: string }[]>`
    UPDATE proposal SET waiting_key = NULL WHERE team_id = ${teamId}::uuid AND state = 'waiting' AND expires_at <= ${now}::timestamptz AND waiting_key IS NOT NULL RETURNING id`
}

// The following rows have no effect anymore and are deleted without an audit event.

/** Deletes expired device logins. Returns their number. */
export async function dropExpiredDevices(now: Date): Promise<number> {
  return (await bookkeeping().deviceLogin.deleteMany({ where: { expiresAt: { lte: now } } })).count
}

/** Deletes counts of failed sign-ins that began more than a day ago. Returns the number of deleted counts. */
export async function deleteExpiredFailures(now: Date): Promise<number> {
  return (
    await bookkeeping().signInFailure.deleteMany({
      where: { since: { lt: new Date(now.getTime() - 86_400_000) } },
    })
  ).count
}

// Pruning deletes only what is also stored elsewhere, so it writes no audit events.

/** Maximum number of imports whose items one statement deletes. */
const RUNS_AT_ONCE = 50

/**
 * Deletes the items of imports that finished before a time. Keeps the items of the newest import and of the
 * newest finished import of each source, which record the content of the source. Totals stay with the import,
 * and merge bases stay too. Returns the number of deleted items. `teams`: ids of the teams; null for all.
 */
export async function pruneImportItems(before: Date, teams: readonly string[] | null): Promise<number> {
  let pruned = 0
  for (;;) {
    const [portion] = await database().$queryRaw<{ runs: number; items: number }[]>`
      WITH old AS MATERIALIZED (
        SELECT r.team_id, r.id FROM import_run r WHERE r.state IN ('done', 'cancelled', 'failed') AND r.finished_at < ${before}::timestamptz AND r.pruned IS NULL AND ${teams === null ? Prisma.sql`true` : Prisma.sql`r.team_id = ANY(${[...teams]}::uuid[])`}
          AND r.id <> (SELECT n.id FROM import_run n WHERE n.team_id = r.team_id AND n.source_id = r.source_id ORDER BY n.id DESC LIMIT 1)
          AND r.id <> coalesce((SELECT n.id FROM import_run n WHERE n.team_id = r.team_id AND n.source_id = r.source_id AND n.state = 'done' ORDER BY n.id DESC LIMIT 1), r.team_id)
        ORDER BY r.id LIMIT ${RUNS_AT_ONCE} FOR UPDATE SKIP LOCKED
      ), counted AS (
        UPDATE import_run r SET pruned = (${CAME_TO}) FROM old WHERE r.team_id = old.team_id AND r.id = old.id
      ), gone AS (
        DELETE FROM import_item i USING old WHERE i.team_id = old.team_id AND i.run_id = old.id AND i.content IS NULL RETURNING 1
      ) SELECT (SELECT count(*) FROM old)::int AS runs, (SELECT count(*) FROM gone)::int AS items`
    pruned += portion?.items ?? 0
    if ((portion?.runs ?? 0) < RUNS_AT_ONCE) return pruned
  }
}

const CAME_TO = Prisma.sql`SELECT jsonb_build_object(
  'items', (SELECT coalesce(jsonb_agg(jsonb_build_object('status', g.status, 'written', g.written, 'files', g.files, 'entries', g.entries)), '[]') FROM (
    SELECT i.status, i.written, count(*) AS files, sum(i.entries) AS entries FROM import_item i WHERE i.team_id = r.team_id AND i.run_id = r.id GROUP BY 1, 2) g),
  'broken', (SELECT count(*) FROM import_item i WHERE i.team_id = r.team_id AND i.run_id = r.id AND i.status IN ('new', 'changed') AND i.entries = 0 AND i.diagnostics @> '[{"severity": "error"}]'),
  'formats', (SELECT coalesce(jsonb_object_agg(f.format, f.files), '{}') FROM (
    SELECT i.format, count(*) AS files FROM import_item i WHERE i.team_id = r.team_id AND i.run_id = r.id AND i.format IS NOT NULL AND i.status IN ('new', 'changed', 'same') GROUP BY 1) f))`

/**
 * Deletes delivery attempts and settled notices from before a time, and returns their number. Keeps notices
 * of unresolved alerts that were not raised again, which would otherwise be sent again.
 */
export async function pruneNotices(before: Date, teams: readonly string[] | null): Promise<number> {
  const ofTeams = teams === null ? Prisma.sql`true` : Prisma.sql`team_id = ANY(${[...teams]}::uuid[])`
  const deliveries = await bookkeeping()
    .$executeRaw`DELETE FROM delivery WHERE at < ${before}::timestamptz AND ${ofTeams}`
  const notices = await bookkeeping().$executeRaw`
    DELETE FROM notice n WHERE settled_at < ${before}::timestamptz AND ${ofTeams}
      AND NOT EXISTS (SELECT 1 FROM alert a WHERE a.team_id = n.team_id AND a.id = n.alert_id AND a.round = n.round AND a.state <> 'resolved')`
  return deliveries + notices
}
