import { visibleRows } from "./infra/sql-fragments"
import type { Visibility } from "@/lib/memory/teams/visibility"
import type { AlertKind, AlertSeverity } from "@/lib/memory/alerts/kinds"
import { type HealthPart, KINDS_OF_PART, kindsOf } from "@/lib/memory/health/health-parts"
import { database } from "./infra/client"
import { filesWithStale, type PlacedStaleness } from "./staleness"
import type { Tx } from "./infra/commit"
import { newId } from "./infra/identifiers"
import { digest } from "./infra/secrets"

/** Numbers of files, entries and agents from which health is computed. */
export interface CountedHealth {
  readonly files: number
  readonly measuredFiles: number
  readonly broken: number
  readonly entries: number
  readonly staleEntries: number
  readonly withoutWords: number
  readonly workspaces: number
  /** Number of files without embeddings for their current revision. */
  readonly filesWithoutMeaning: number
  readonly agents: number
  readonly agentsWithMemory: number
  /** Number of agents with memory and without any receipt. */
  readonly agentsNever: number
  /** Agents that opted out, as "project id/name". */
  readonly optedOut: readonly string[]
  /** The first `named` agents without memory, by name. */
  readonly coldAgents: readonly { readonly name: string; readonly project: string }[]
  /** The first `named` agents with memory and without a receipt, by name. */
  readonly neverAgents: readonly { readonly name: string; readonly project: string }[]
  /** The `named` files with the most entries that a search by words cannot find. */
  readonly wordless: readonly {
    readonly id: string
    readonly path: string
    readonly project: string
    readonly agent: string | null
    readonly entries: number
  }[]
}

interface Asked {
  readonly staleness: readonly PlacedStaleness[]
  /** Id of the embedding model. Null without embeddings. */
  readonly model: string | null
  /** Maximum number of agents or files in each list. */
  readonly named: number
}

/**
 * Returns the counts for the health of a team or project, in one query. Removed files, session memory and
 * agents that opted out are left out.
 */
export async function countHealth(
  visible: Visibility,
  { staleness, model, named }: Asked,
): Promise<CountedHealth> {
  const files = filesWithStale(staleness, {
    slot: "$3",
    columns:
      "f.category_id, f.path, f.role, f.state, f.scope, f.head, f.entries, f.entries - f.retired AS standing, (f.budget IS NOT NULL OR f.line_limit IS NOT NULL OR jsonb_strip_nulls(f.limits) <> '{}') AS measured",
  })
  const [row] = await database().$queryRawUnsafe<CountedHealth[]>(
    `WITH ${files.sql}, counted AS MATERIALIZED (
       SELECT f.*, i.file_id IS NULL AS unread FROM file f LEFT JOIN file_vectors i ON $4 <> '' AND i.team_id = $1::uuid AND i.file_id = f.id AND i.model = $4 AND i.head = f.head
       WHERE f.scope <> 'session' AND (f.agent_id IS NULL OR f.agent_id NOT IN (SELECT id FROM agent WHERE team_id = $1::uuid AND opted_out))
     ), own AS (SELECT DISTINCT agent_id FROM counted WHERE standing > 0 AND role <> 'identity' AND agent_id IS NOT NULL),
     shared AS (SELECT DISTINCT project_id, category_id FROM counted WHERE standing > 0 AND agent_id IS NULL AND category_id IS NOT NULL),
     fleet AS MATERIALIZED (
       SELECT a.name, p.slug, own.agent_id IS NOT NULL OR shared.category_id IS NOT NULL AS warm, EXISTS (SELECT 1 FROM last_receipt l WHERE l.team_id = a.team_id AND l.project_id = a.project_id AND l.agent_name = a.name) AS told
       FROM agent a JOIN project p ON p.team_id = a.team_id AND p.id = a.project_id LEFT JOIN own ON own.agent_id = a.id LEFT JOIN shared ON shared.project_id = a.project_id AND shared.category_id = a.category_id
       WHERE a.team_id = $1::uuid AND NOT a.opted_out AND ($2::uuid IS NULL OR a.project_id = $2::uuid)
     ), wordless AS MATERIALIZED (
       SELECT e.file_id, count(*)::int AS entries FROM entry e WHERE e.team_id = $1::uuid AND e.search = ''::tsvector AND e.state = 'current' AND ($2::uuid IS NULL OR e.project_id = $2::uuid) GROUP BY 1
     )
     SELECT count(*)::int AS files, count(*) FILTER (WHERE measured)::int AS "measuredFiles", count(*) FILTER (WHERE state = 'broken')::int AS broken,
       coalesce(sum(standing), 0)::int AS entries, coalesce(sum(stale), 0)::int AS "staleEntries", count(*) FILTER (WHERE entries > 0 AND unread)::int AS "filesWithoutMeaning",
       (SELECT count(DISTINCT (project_id, regexp_replace(path, '(^|/)memory/[^/]+$', '')))::int FROM counted WHERE CASE WHEN role = 'log' THEN path ~ '(^|/)memory/[0-9]{4}-[0-9]{2}-[0-9]{2}[^/]*$' END) AS workspaces,
       (SELECT coalesce(sum(w.entries), 0)::int FROM wordless w JOIN counted ON counted.id = w.file_id) AS "withoutWords",
       (SELECT count(*)::int FROM fleet) AS agents, (SELECT count(*)::int FROM fleet WHERE warm) AS "agentsWithMemory", (SELECT count(*)::int FROM fleet WHERE warm AND NOT told) AS "agentsNever",
       (SELECT coalesce(json_agg(a.project_id || '/' || a.name), '[]') FROM agent a WHERE a.team_id = $1::uuid AND a.opted_out) AS "optedOut",
       (SELECT coalesce(json_agg(json_build_object('name', name, 'project', slug)), '[]') FROM (SELECT name, slug FROM fleet WHERE NOT warm ORDER BY name, slug LIMIT $5) cold) AS "coldAgents",
       (SELECT coalesce(json_agg(json_build_object('name', name, 'project', slug)), '[]') FROM (SELECT name, slug FROM fleet WHERE warm AND NOT told ORDER BY name, slug LIMIT $5) never) AS "neverAgents",
       (SELECT coalesce(json_agg(one), '[]') FROM (SELECT f.id, f.path, p.slug AS project, a.name AS agent, w.entries FROM wordless w JOIN counted f ON f.id = w.file_id JOIN project p ON p.team_id = $1::uuid AND p.id = f.project_id
          LEFT JOIN agent a ON a.team_id = $1::uuid AND a.id = f.agent_id ORDER BY w.entries DESC, f.path LIMIT $5) one) AS wordless
     FROM counted`,
    visible.teamId,
    visible.projectId,
    files.value,
    model ?? "",
    named,
  )
  return row as CountedHealth
}

/** An unresolved alert of a part of health. */
export interface AlertOfPart {
  readonly id: string
  readonly kind: AlertKind
  readonly severity: AlertSeverity
  readonly message: string
  readonly project: string | null
  readonly agent: string | null
  readonly file: string | null
  readonly path: string | null
  readonly line: number | null
}

export interface AlertsOfPart {
  readonly part: HealthPart
  /** Number of affected units by kind of alert. Each unit counts only under its worst kind. */
  readonly subjects: Readonly<Partial<Record<AlertKind, number>>>
  /** The worst alerts. A unit can occur under several kinds. */
  readonly worst: readonly AlertOfPart[]
}

/**
 * Returns unresolved alerts by part of health. Ignored alerts are left out. An alert about quarantined files
 * counts once for each path. `worst` has at most three times `named` alerts.
 */
export async function alertsOfHealth(
  visible: Visibility,
  { named }: { readonly named: number },
): Promise<AlertsOfPart[]> {
  const graded = (Object.keys(KINDS_OF_PART) as HealthPart[]).flatMap((part) =>
    kindsOf(part).map((kind, rank) => ({ part, kind, rank })),
  )
  return database().$queryRaw<AlertsOfPart[]>`
    WITH graded AS (SELECT * FROM json_to_recordset(${JSON.stringify(graded)}::json) AS row(part text, kind text, rank int)),
    found AS MATERIALIZED (
      SELECT g.part, g.rank, al.id, al.kind, al.severity, al.raised_at, al.unit_id, CASE WHEN al.unit = 'file' THEN '' ELSE al.part END AS place, CASE WHEN al.kind = 'set-aside' THEN coalesce((al.evidence->'figures'->>'files')::int, 1) ELSE 1 END AS amount
      FROM alert al JOIN graded g ON g.kind = al.kind WHERE ${visibleRows(visible, "al")} AND al.state IN ('open', 'acknowledged', 'snoozed')
    ), subject AS (
      SELECT part, min(rank) AS rank, max(amount) AS amount FROM found GROUP BY part, unit_id, place
    ), counted AS (
      SELECT of.part, json_object_agg(graded.kind, of.amount) AS subjects FROM (SELECT part, rank, sum(amount)::int AS amount FROM subject GROUP BY 1, 2) of JOIN graded ON graded.part = of.part AND graded.rank = of.rank GROUP BY 1
    ), worst AS (
      SELECT counted.part, json_agg(json_build_object('id', al.id, 'kind', al.kind, 'severity', al.severity, 'message', al.message, 'project', p.slug, 'agent', ag.name, 'file', al.file_id, 'path', al.path, 'line', al.line) ORDER BY placed.nth) AS worst
      FROM counted, LATERAL (
        SELECT top.id, row_number() OVER () AS nth FROM (
          SELECT id FROM found WHERE found.part = counted.part ORDER BY array_position(ARRAY['error', 'warning', 'info'], severity), rank, raised_at, id LIMIT ${named * 3}) top
      ) placed JOIN alert al ON al.team_id = ${visible.teamId}::uuid AND al.id = placed.id LEFT JOIN project p ON p.team_id = al.team_id AND p.id = al.project_id LEFT JOIN agent ag ON ag.team_id = al.team_id AND ag.id = al.agent_id
      GROUP BY 1
    )
    SELECT counted.part, counted.subjects, worst.worst FROM counted JOIN worst ON worst.part = counted.part`
}

/** Figures of a team or project for a day. */
export interface DailyFigures {
  /** Health score, 0–100. Null without memory. */
  readonly health: number | null
  /**
   * Score of each part, 0–100. Null if there is nothing to measure. Missing on days before parts were
   * recorded.
   */
  readonly parts?: Readonly<Partial<Record<HealthPart, number | null>>>
  readonly files: number
  readonly entries: number
  readonly lines: number
  readonly stale: number
  readonly undated: number
  /**
   * Number of files with an alert about a truncated file. `overBudget`: number of files with an alert about
   * an exceeded budget.
   */
  readonly pastCut: number
  readonly overBudget: number
  /** Number of open alerts by severity. */
  readonly alerts: { readonly error: number; readonly warning: number; readonly info: number }
  /** Number of waiting proposals. `conflicts`: number of open conflicts. */
  readonly waiting: number
  readonly conflicts: number
  /** Number of sessions started on that day. `receipts`: number of contexts delivered on that day. */
  readonly sessions: number
  readonly receipts: number
}

/** Value of the project column for the whole team. */
const WHOLE_TEAM = "00000000-0000-0000-0000-000000000000"

export type CountedOfDay = Pick<
  DailyFigures,
  "lines" | "undated" | "alerts" | "waiting" | "conflicts" | "sessions" | "receipts"
>

/**
 * Returns the current counts of lines, undated entries, open alerts, waiting proposals and open conflicts,
 * and the counts of sessions and receipts of a day (ISO date, UTC).
 */
export async function countOfDay(visible: Visibility, day: string): Promise<CountedOfDay> {
  const [row] = await database().$queryRaw<CountedOfDay[]>`
    SELECT (SELECT coalesce(sum(f.lines), 0)::int FROM memory_file f WHERE ${visibleRows(visible, "f")} AND f.state <> 'gone' AND f.scope <> 'session') AS lines,
      (SELECT count(*)::int FROM entry e JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id WHERE ${visibleRows(visible, "f")} AND f.state <> 'gone' AND f.scope <> 'session' AND e.state = 'current' AND e.stated_on IS NULL) AS undated,
      (SELECT json_build_object('error', count(*) FILTER (WHERE severity = 'error'), 'warning', count(*) FILTER (WHERE severity = 'warning'), 'info', count(*) FILTER (WHERE severity = 'info')) FROM alert al
        WHERE ${visibleRows(visible, "al")} AND al.state = 'open') AS alerts,
      (SELECT count(*)::int FROM proposal pr WHERE ${visibleRows(visible, "pr")} AND pr.state = 'waiting' AND pr.expires_at > now()) AS waiting,
      (SELECT count(*)::int FROM conflict c WHERE ${visibleRows(visible, "c")} AND c.state = 'open') AS conflicts,
      (SELECT count(*)::int FROM agent_session s WHERE ${visibleRows(visible, "s")} AND s.started_at >= ${day}::date::timestamp AT TIME ZONE 'UTC' AND s.started_at < (${day}::date + 1)::timestamp AT TIME ZONE 'UTC') AS sessions,
      (SELECT count(*)::int FROM receipt r WHERE ${visibleRows(visible, "r")} AND r.created_at >= ${day}::date::timestamp AT TIME ZONE 'UTC' AND r.created_at < (${day}::date + 1)::timestamp AT TIME ZONE 'UTC') AS receipts`
  return row as CountedOfDay
}

/** Stores figures of days (ISO dates), and replaces earlier figures of the same days. */
export async function storeFigures(
  tx: Tx,
  teamId: string,
  rows: readonly {
    readonly day: string
    readonly projectId: string | null
    readonly figures: DailyFigures
  }[],
): Promise<void> {
  const records = rows.map(({ projectId, ...row }) => ({ ...row, project: projectId ?? WHOLE_TEAM }))
  await tx.$executeRaw`
    INSERT INTO daily_figure (team_id, project_id, day, figures) SELECT ${teamId}::uuid, row.project, row.day, row.figures
    FROM json_to_recordset(${JSON.stringify(records)}::json) AS row(project uuid, day date, figures jsonb)
    ON CONFLICT (team_id, project_id, day) DO UPDATE SET figures = excluded.figures`
}

/** Returns the stored figures of days since the ISO date `since`, oldest first. */
export async function readFigures(
  visible: Visibility,
  since: string,
): Promise<(DailyFigures & { readonly day: string })[]> {
  const rows = await database().$queryRaw<{ day: string; figures: DailyFigures }[]>`
    SELECT day::text, figures FROM daily_figure WHERE team_id = ${visible.teamId}::uuid AND project_id = ${visible.projectId ?? WHOLE_TEAM}::uuid AND day >= ${since}::date ORDER BY day`
  return rows.map(({ day, figures }) => ({ day, ...figures }))
}

export interface BadgeRow {
  readonly id: string
  readonly teamId: string
  readonly projectId: string | null
  readonly prefix: string
  /** Id of the person or access token that created it. */
  readonly createdBy: string
  readonly createdAt: Date
}

/** Returns the badges of a team, newest first. */
export async function readBadges({ teamId }: Visibility): Promise<BadgeRow[]> {
  return database().healthBadge.findMany({
    where: { teamId },
    omit: { secret: true },
    orderBy: { id: "desc" },
  })
}

/** Returns the badge with this key. Null if there is none. */
export async function findBadge(key: string): Promise<BadgeRow | null> {
  return database().healthBadge.findUnique({ where: { secret: digest(key) }, omit: { secret: true } })
}

export async function addBadge(
  tx: Tx,
  {
    key,
    ...row
  }: {
    readonly teamId: string
    readonly projectId: string | null
    readonly key: string
    readonly createdBy: string
  },
): Promise<string> {
  const id = newId()
  await tx.healthBadge.create({
    data: { ...row, id, secret: digest(key), prefix: key.slice(0, PREFIX_LENGTH) },
  })
  return id
}

/** Number of stored characters of a key, enough to tell keys apart. The rest of the key has 208 bits. */
const PREFIX_LENGTH = 8

/** Deletes a badge. Returns false if the badge does not exist. */
export async function dropBadge(tx: Tx, teamId: string, id: string): Promise<boolean> {
  return (await tx.healthBadge.deleteMany({ where: { teamId, id } })).count === 1
}
