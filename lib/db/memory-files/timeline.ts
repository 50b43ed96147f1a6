import type { Visibility } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import { database } from "../infra/client"

/** The agent or project whose timeline is read. `agent`: null for a project. */
export interface TimelineSubject {
  readonly teamId: string
  readonly projectId: string
  readonly agent: { readonly id: string; readonly name: string } | null
}

export const TIMELINE_KINDS = ["session", "revision", "proposal", "receipt", "alert"] as const
export type TimelineKind = (typeof TIMELINE_KINDS)[number]

/** Position of the end of a page. */
export interface TimelinePlace {
  /** Instant of the event to the microsecond, or "-infinity" for undated events. */
  readonly at: string
  readonly key: string
}

export interface TimelineRow extends TimelinePlace {
  /** Kind of event. "log": a line of a session log, which is listed with the sessions. */
  readonly kind: TimelineKind | "log"
  readonly agent: string | null
  readonly detail: Readonly<Record<string, unknown>>
  /** True for a log line that a session's close wrote. The session itself is listed. */
  readonly known: boolean
}

interface Page {
  readonly kinds: readonly TimelineKind[]
  readonly after: TimelinePlace | null
  readonly take: number
}

/**
 * Returns the latest events, newest first. The query reads the newest events of each kind by index, then
 * selects the newest of all. Sessions and proposals are dated by their last change. In a project, each page
 * reads revisions and log lines only from the files that changed last.
 */
export async function timelineOf(of: TimelineSubject, page: Page): Promise<TimelineRow[]> {
  const parts = page.kinds.flatMap((kind) => PARTS[kind](of, page))
  if (parts.length === 0) return []
  return database().$queryRaw<TimelineRow[]>`
    SELECT kind, to_json(at) #>> '{}' AS at, key, agent, detail, kind = 'log' AND (
      SELECT true FROM agent_session s WHERE s.team_id = ${of.teamId}::uuid AND s.project_id = ${of.projectId}::uuid AND s.agent_name = happened.agent AND s.file_id = (happened.detail ->> 'file')::uuid AND s.closed_at IS NOT NULL
        AND strpos(happened.detail ->> 'summary', s.summary) > 0 AND coalesce(s.closed_at, s.started_at) BETWEEN happened.at - interval '1 day' AND happened.at + interval '2 days'
      ORDER BY coalesce(s.closed_at, s.started_at) LIMIT 1) IS NOT NULL AS known
    FROM (SELECT * FROM (${Prisma.join(
      parts.map((part) => Prisma.sql`(${part})`),
      " UNION ALL ",
    )}) AS part ORDER BY part.at DESC, part.key DESC LIMIT ${most(page)}) AS happened
    ORDER BY happened.at DESC, happened.key DESC`
}

type Part = (of: TimelineSubject, page: Page) => readonly Prisma.Sql[]

const PARTS: Readonly<Record<TimelineKind, Part>> = {
  session: (of, page) => [sessions(of, page), ...logs(of, page)],
  revision: (of, page) => [revisions(of, page)],
  proposal: (of, page) =>
    of.agent === null
      ? [proposals(of, page, Prisma.sql`true`)]
      : [
          proposals(of, page, Prisma.sql`pr.agent_name = ${of.agent.name}`),
          proposals(
            of,
            page,
            Prisma.sql`pr.author_agent = ${of.agent.name} AND pr.agent_name IS DISTINCT FROM ${of.agent.name}`,
          ),
        ],
  receipt: (of, page) => [receipts(of, page)],
  alert: (of, page) => [alerts(of, page)],
}

/**
 * Returns the SQL condition for events after the last one shown. The first comparison uses the index. Keys
 * are compared byte by byte.
 */
function before({ after }: Page, at: Prisma.Sql, key: Prisma.Sql): Prisma.Sql {
  return after === null
    ? Prisma.sql`true`
    : Prisma.sql`${at} <= ${after.at}::timestamptz AND (${at}, ${key}) < (${after.at}::timestamptz, ${after.key})`
}

/** Returns a limit as a literal, so that the plan of a prepared statement depends on it. */
const most = ({ take }: Pick<Page, "take">): Prisma.Sql => Prisma.raw(String(Math.trunc(take)))

const keyOf = (kind: TimelineRow["kind"], of: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(${`${kind}:`} || ${of}) COLLATE "C"`
const numbered = (file: Prisma.Sql, number: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`${file} || ':' || lpad(${number}::text, 10, '0')`
const byAgent = (of: TimelineSubject, column: Prisma.Sql): Prisma.Sql =>
  of.agent === null ? Prisma.sql`true` : Prisma.sql`${column} = ${of.agent.name}`

function sessions(of: TimelineSubject, page: Page): Prisma.Sql {
  const [at, key] = [
    Prisma.sql`coalesce(s.closed_at, s.started_at)`,
    keyOf("session", Prisma.sql`s.agent_name || ':' || s.session`),
  ]
  return Prisma.sql`
    SELECT 'session' AS kind, ${at} AS at, ${key} AS key, s.agent_name AS agent, json_build_object('session', s.session, 'harness', s.harness, 'startedAt', s.started_at, 'closedAt', s.closed_at, 'summary', s.summary, 'outcome', s.outcome,
      'file', s.file_id, 'path', (SELECT f.path FROM memory_file f WHERE f.team_id = s.team_id AND f.id = s.file_id), 'revision', s.revision) AS detail
    FROM agent_session s WHERE s.team_id = ${of.teamId}::uuid AND s.project_id = ${of.projectId}::uuid AND ${byAgent(of, Prisma.sql`s.agent_name`)} AND ${before(page, at, key)}
    ORDER BY ${at} DESC, ${key} DESC LIMIT ${most(page)}`
}

/**
 * Returns SQL for log lines. They have no time, so they are placed at the beginning of their day. Undated
 * lines come last; a project leaves them out.
 */
function logs(of: TimelineSubject, page: Page): Prisma.Sql[] {
  const key = keyOf("log", numbered(Prisma.sql`l.file_id`, Prisma.sql`l.position`))
  const line = (at: Prisma.Sql, whose: Prisma.Sql, dated: Prisma.Sql) => Prisma.sql`
    SELECT 'log' AS kind, ${at} AS at, ${key} AS key, a.name AS agent, json_build_object('date', l.date, 'summary', l.summary, 'outcome', l.outcome, 'file', f.id, 'path', f.path, 'line', l.line) AS detail
    FROM ${whose} JOIN log_record l ON l.team_id = f.team_id AND l.file_id = f.id LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id
    WHERE l.team_id = ${of.teamId}::uuid ${of.agent === null ? Prisma.empty : Prisma.sql`AND l.agent_id = ${of.agent.id}::uuid`} AND ${dated} AND ${before(page, at, key)}
    ORDER BY l.date DESC, ${key} DESC LIMIT ${most(page)}`
  if (of.agent === null)
    return [
      line(
        DAY,
        latest(of, page, Prisma.sql`f.sessions > 0`, Prisma.sql`f.updated_on DESC NULLS LAST`),
        Prisma.sql`l.date IS NOT NULL`,
      ),
    ]
  const own = Prisma.sql`memory_file f`
  const upTo =
    page.after === null || page.after.at === "-infinity"
      ? Prisma.empty
      : Prisma.sql`AND l.date <= (${page.after.at}::timestamptz AT TIME ZONE 'UTC')::date`
  return [
    line(DAY, own, Prisma.sql`l.date IS NOT NULL ${upTo}`),
    line(Prisma.sql`'-infinity'::timestamptz`, own, Prisma.sql`l.date IS NULL`),
  ]
}

const DAY = Prisma.sql`(l.date::timestamp AT TIME ZONE 'UTC')`

/** Returns SQL for the files that changed last, as many as events on a page. */
const latest = (of: TimelineSubject, page: Page, which: Prisma.Sql, order: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT f.* FROM memory_file f WHERE f.team_id = ${of.teamId}::uuid AND f.project_id = ${of.projectId}::uuid AND ${which} ORDER BY ${order} LIMIT ${most(page)}) f`

function revisions(of: TimelineSubject, page: Page): Prisma.Sql {
  const key = keyOf("revision", numbered(Prisma.sql`r.file_id`, Prisma.sql`r.number`))
  const files =
    of.agent === null
      ? latest(of, page, Prisma.sql`true`, Prisma.sql`f.changed_at DESC`)
      : Prisma.sql`(SELECT * FROM memory_file WHERE team_id = ${of.teamId}::uuid AND agent_id = ${of.agent.id}::uuid) f`
  return Prisma.sql`
    SELECT 'revision' AS kind, r.created_at AS at, r.key, a.name AS agent, json_build_object('file', f.id, 'path', f.path, 'revision', r.number, 'by', r.actor_name, 'byKind', r.actor_kind, 'reason', r.reason, 'bytes', r.bytes) AS detail
    FROM ${files} LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id CROSS JOIN LATERAL (
      SELECT r.created_at, r.number, r.actor_name, r.actor_kind, r.reason, pg_column_size(r.text) AS bytes, ${key} AS key FROM revision r
      WHERE r.team_id = ${of.teamId}::uuid AND r.file_id = f.id AND ${before(page, Prisma.sql`r.created_at`, key)} ORDER BY r.created_at DESC, r.number DESC LIMIT ${most(page)}) r
    ORDER BY r.created_at DESC, r.key DESC LIMIT ${most(page)}`
}

function proposals(of: TimelineSubject, page: Page, whose: Prisma.Sql): Prisma.Sql {
  const [at, key] = [Prisma.sql`coalesce(pr.decided_at, pr.created_at)`, keyOf("proposal", Prisma.sql`pr.id`)]
  return Prisma.sql`
    SELECT 'proposal' AS kind, ${at} AS at, ${key} AS key, coalesce(pr.author_agent, pr.agent_name) AS agent, json_build_object('proposal', pr.id, 'path', pr.path, 'does', pr.kind, 'text', pr.text, 'author', coalesce(pr.author_agent, pr.author_name), 'createdAt', pr.created_at,
      'state', CASE WHEN pr.state = 'waiting' AND pr.expires_at <= now() THEN 'expired' ELSE pr.state END, 'verdict', rv.verdict, 'by', rv.by_name, 'reason', rv.reason, 'file', CASE WHEN rv.revision IS NULL THEN NULL ELSE rv.file_id END, 'revision', rv.revision) AS detail
    FROM proposal pr LEFT JOIN review rv ON rv.team_id = pr.team_id AND rv.proposal_id = pr.id AND rv.round = pr.round AND rv.undone_at IS NULL
    WHERE pr.team_id = ${of.teamId}::uuid AND pr.project_id = ${of.projectId}::uuid AND ${whose} AND ${before(page, at, key)} ORDER BY ${at} DESC, ${key} DESC LIMIT ${most(page)}`
}

function receipts(of: TimelineSubject, page: Page): Prisma.Sql {
  const key = keyOf("receipt", Prisma.sql`rc.id`)
  return Prisma.sql`
    SELECT 'receipt' AS kind, rc.created_at AS at, ${key} AS key, rc.agent_name AS agent, json_build_object('receipt', rc.id, 'harness', rc.harness, 'session', rc.session, 'tokens', rc.tokens, 'sha256', encode(rc.sha256, 'hex'),
      'files', json_array_length(rc.files::json), 'onDisk', json_array_length(rc.on_disk::json)) AS detail
    FROM receipt rc WHERE rc.team_id = ${of.teamId}::uuid AND rc.project_id = ${of.projectId}::uuid AND ${byAgent(of, Prisma.sql`rc.agent_name`)} AND ${before(page, Prisma.sql`rc.created_at`, key)} ORDER BY rc.created_at DESC, ${key} DESC LIMIT ${most(page)}`
}

/** Returns SQL for raised and resolved alerts. */
function alerts(of: TimelineSubject, page: Page): Prisma.Sql {
  const key = keyOf("alert", Prisma.sql`lpad(ev.number::text, 19, '0')`)
  return Prisma.sql`
    SELECT 'alert' AS kind, ev.at, ${key} AS key, ag.name AS agent, json_build_object('alert', al.id, 'alertKind', al.kind, 'what', ev.what, 'round', ev.round, 'state', al.state, 'severity', coalesce(ev.detail ->> 'severity', al.severity),
      'message', coalesce(ev.detail ->> 'message', al.message), 'path', al.path) AS detail
    FROM alert al JOIN alert_event ev ON ev.team_id = al.team_id AND ev.alert_id = al.id LEFT JOIN agent ag ON ag.team_id = al.team_id AND ag.id = al.agent_id
    WHERE al.team_id = ${of.teamId}::uuid AND ${of.agent === null ? Prisma.sql`al.project_id = ${of.projectId}::uuid` : Prisma.sql`al.agent_id = ${of.agent.id}::uuid`} AND ev.what IN ('raised', 'resolved') AND ${before(page, Prisma.sql`ev.at`, key)}
    ORDER BY ev.at DESC, ${key} DESC LIMIT ${most(page)}`
}

export interface RevisionPair {
  readonly file: string
  readonly revision: number
  readonly text: string
  /** Text of the revision before. Null for the first one. */
  readonly before: string | null
}

/** Returns the texts of revisions, each with the text of the previous revision. */
export async function revisionPairs(
  { teamId }: Visibility,
  wanted: readonly { readonly file: string; readonly revision: number }[],
): Promise<RevisionPair[]> {
  if (wanted.length === 0) return []
  const textOf = (number: Prisma.Sql) =>
    Prisma.sql`(SELECT r.text FROM revision r WHERE r.team_id = ${teamId}::uuid AND r.file_id = w.file AND r.number <= ${number} ORDER BY r.number DESC LIMIT 1)`
  return database().$queryRaw<RevisionPair[]>`
    SELECT w.file, w.number AS revision, ${textOf(Prisma.sql`w.number`)} AS text, ${textOf(Prisma.sql`w.number - 1`)} AS before
    FROM unnest(${wanted.map(({ file }) => file)}::uuid[], ${wanted.map(({ revision }) => revision)}::int[]) AS w(file, number)`
}
