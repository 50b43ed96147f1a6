import type { Visibility } from "@/lib/memory/teams/visibility"
import type { AlertKind } from "@/lib/memory/alerts/kinds"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"

/** A file at the end of a day. */
export interface FileOfDay {
  /** ISO date of the day (UTC). */
  readonly day: string
  readonly file: string
  readonly revision: number
  readonly lines: number
  /** Number of current entries, including undated and stale ones. */
  readonly entries: number
  readonly undated: number
  readonly stale: number
}

export interface FileFacts {
  readonly id: string
  readonly projectId: string
  readonly agentId: string | null
  readonly categoryId: string | null
  readonly role: string
  readonly scope: string
  readonly optedOut: boolean
  /** True if a budget or load limit is set. */
  readonly measured: boolean
  readonly budget: number | null
  readonly limit: number | null
}

export interface AlertFacts {
  readonly id: string
  readonly kind: AlertKind
  readonly severity: "error" | "warning" | "info"
  readonly unit: string
  readonly unitId: string
  readonly part: string
  readonly projectId: string | null
  readonly fileId: string | null
  /** Number of files of the alert: of quarantined files for such an alert, else 1. */
  readonly amount: number
  /** The revision that added the alert's entry. Null without an entry. */
  readonly sinceRevision: number | null
  readonly raisedAt: Date
}

export interface TeamFacts {
  readonly files: readonly FileFacts[]
  readonly agents: readonly {
    readonly id: string
    readonly name: string
    readonly projectId: string
    readonly categoryId: string | null
    readonly optedOut: boolean
  }[]
  /** Revisions of the files, by file, oldest first. */
  readonly revisions: readonly {
    readonly file: string
    readonly number: number
    readonly at: Date
    /** Name of the agent that wrote the revision without a proposal. Null if there is none. */
    readonly agent: string | null
  }[]
  readonly receipts: readonly {
    readonly projectId: string
    readonly agent: string
    readonly harness: string
    readonly at: Date
    readonly files: readonly { readonly file: string | null; readonly revision: number | null }[]
  }[]
  readonly sessions: readonly { readonly projectId: string; readonly at: Date }[]
  readonly proposals: readonly {
    readonly projectId: string
    readonly createdAt: Date
    /** Time of the decision, or of expiry without a decision. */
    readonly until: Date
  }[]
  readonly conflicts: readonly { readonly projectId: string | null; readonly at: Date }[]
  readonly alerts: readonly AlertFacts[]
}

/**
 * Returns the figures of the files of a team at the end of each day (UTC) from `from` to `to`. `staleDays`:
 * number of days after which an entry is stale.
 */
export async function filesByDay(
  { teamId }: Visibility,
  { from, to, staleDays }: { readonly from: string; readonly to: string; readonly staleDays: number },
): Promise<FileOfDay[]> {
  return database().$queryRaw<FileOfDay[]>`
    SELECT d.day::text, f.id AS file, r.number AS revision, r.lines, e.entries, e.undated, e.stale
    FROM (SELECT generate_series(${from}::date, ${to}::date, '1 day')::date AS day) d JOIN memory_file f ON f.team_id = ${teamId}::uuid AND f.state <> 'gone'
    JOIN LATERAL (SELECT r.number, r.lines, r.entry_ids FROM revision r WHERE r.team_id = f.team_id AND r.file_id = f.id AND r.created_at < (d.day + 1)::timestamp AT TIME ZONE 'UTC' ORDER BY r.number DESC LIMIT 1) r ON true
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS entries, count(*) FILTER (WHERE e.stated_on IS NULL)::int AS undated, count(*) FILTER (WHERE e.stated_on < d.day - ${staleDays}::int)::int AS stale
      FROM entry e WHERE e.team_id = f.team_id AND e.file_id = f.id AND e.id = ANY(r.entry_ids) AND e.state = 'current') e
    ORDER BY d.day, f.id`
}

/** Returns the data of a team from which figures of past days are computed. */
export async function teamFacts({ teamId }: Visibility): Promise<TeamFacts> {
  const [files, agents, revisions, receipts, sessions, proposals, conflicts, alerts] = await Promise.all([
    database().$queryRaw<FileFacts[]>`
      SELECT f.id, f.project_id AS "projectId", f.agent_id AS "agentId", f.category_id AS "categoryId", f.role, f.scope, coalesce(a.opted_out, false) AS "optedOut", f.budget, f.line_limit AS limit,
        (f.budget IS NOT NULL OR f.line_limit IS NOT NULL OR jsonb_strip_nulls(f.limits) <> '{}') AS measured
      FROM memory_file f LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id WHERE f.team_id = ${teamId}::uuid AND f.state <> 'gone'`,
    database().agent.findMany({
      where: { teamId },
      select: { id: true, name: true, projectId: true, categoryId: true, optedOut: true },
    }),
    database().$queryRaw<TeamFacts["revisions"]>`
      SELECT r.file_id AS file, r.number, r.created_at AS at, w.agent_name AS agent FROM revision r LEFT JOIN agent_write w ON w.team_id = r.team_id AND w.file_id = r.file_id AND w.revision = r.number
      WHERE r.team_id = ${teamId}::uuid ORDER BY r.file_id, r.number`,
    database().$queryRaw<TeamFacts["receipts"]>`
      SELECT r.project_id AS "projectId", r.agent_name AS agent, coalesce(r.harness, '') AS harness, r.created_at AS at, r.files || r.on_disk AS files FROM receipt r WHERE r.team_id = ${teamId}::uuid ORDER BY r.id`,
    database().$queryRaw<TeamFacts["sessions"]>`
      SELECT project_id AS "projectId", started_at AS at FROM agent_session WHERE team_id = ${teamId}::uuid`,
    database().$queryRaw<TeamFacts["proposals"]>`
      SELECT project_id AS "projectId", created_at AS "createdAt", coalesce(decided_at, expires_at) AS until FROM proposal WHERE team_id = ${teamId}::uuid`,
    database().$queryRaw<TeamFacts["conflicts"]>`
      SELECT project_id AS "projectId", created_at AS at FROM conflict WHERE team_id = ${teamId}::uuid AND state = 'open'`,
    database().$queryRaw<AlertFacts[]>`
      SELECT al.id, al.kind, al.severity, al.unit, al.unit_id AS "unitId", al.part, al.project_id AS "projectId", al.file_id AS "fileId", al.raised_at AS "raisedAt",
        CASE WHEN al.kind = 'set-aside' THEN coalesce((al.evidence->'figures'->>'files')::int, 1) ELSE 1 END AS amount,
        (SELECT e.since_revision FROM entry e WHERE e.team_id = al.team_id AND e.file_id = al.file_id AND al.line BETWEEN e.line AND e.end_line LIMIT 1) AS "sinceRevision"
      FROM alert al WHERE al.team_id = ${teamId}::uuid AND al.state = 'open'`,
  ])
  return { files, agents, revisions, receipts, sessions, proposals, conflicts, alerts }
}

/**
 * Sets the times of alerts and of their events to the time of their cause, because the samples were only
 * evaluated when they were loaded.
 */
export async function backdateAlerts(
  tx: Tx,
  teamId: string,
  alerts: readonly { readonly id: string; readonly at: Date }[],
): Promise<void> {
  const rows = JSON.stringify(alerts)
  await tx.$executeRaw`
    WITH one AS MATERIALIZED (SELECT * FROM json_to_recordset(${rows}::json) AS one(id uuid, at timestamptz)), told AS (
      UPDATE alert_event e SET at = one.at FROM one WHERE e.team_id = ${teamId}::uuid AND e.alert_id = one.id
    ) UPDATE alert a SET raised_at = one.at, changed_at = one.at FROM one WHERE a.team_id = ${teamId}::uuid AND a.id = one.id`
}

/**
 * Sets the time of each open conflict to one minute after the later of its entries was written, if that is
 * earlier.
 */
export async function backdateConflicts(tx: Tx, teamId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE conflict c SET created_at = side.at FROM (
      SELECT s.conflict_id, max(r.created_at) + interval '1 minute' AS at FROM conflict_side s JOIN entry e ON e.team_id = s.team_id AND e.id = s.entry_id
        JOIN revision r ON r.team_id = e.team_id AND r.file_id = e.file_id AND r.number = e.since_revision
      WHERE s.team_id = ${teamId}::uuid GROUP BY 1
    ) side WHERE c.team_id = ${teamId}::uuid AND c.id = side.conflict_id AND c.state = 'open' AND c.created_at > side.at`
}
