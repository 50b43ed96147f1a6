import { visibleRows, containing } from "../infra/sql-fragments"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import type { AlertEvidence } from "@/lib/memory/alerts/rule"
import type { AlertKind, AlertSeverity, AlertState, AlertUnit } from "@/lib/memory/alerts/kinds"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"
import { isId } from "../infra/identifiers"
import { FORMER_MEMBER } from "@/lib/memory/comments/comment-text"
import { HARM } from "@/lib/memory/inbox/order-weights"
import { type ItemSelect, isAssignedOrOpen } from "../inbox"

export interface AlertRow {
  readonly teamId: string
  readonly id: string
  readonly kind: AlertKind
  readonly unit: AlertUnit
  readonly unitId: string
  readonly part: string
  readonly state: AlertState
  readonly round: number
  readonly severity: AlertSeverity
  readonly message: string
  readonly project: { readonly slug: string; readonly name: string } | null
  readonly agent: string | null
  readonly category: string | null
  readonly fileId: string | null
  readonly path: string | null
  readonly line: number | null
  readonly column: number | null
  readonly evidence: AlertEvidence
  readonly assignee: { readonly id: string; readonly name: string } | null
  readonly snoozedUntil: Date | null
  readonly raisedAt: Date
  readonly changedAt: Date
  readonly resolvedAt: Date | null
}

const COLUMNS = Prisma.sql`al.team_id AS "teamId", al.id, al.kind, al.unit, al.unit_id AS "unitId", al.part, al.state, al.round, al.severity, al.message, CASE WHEN p.id IS NULL THEN NULL ELSE json_build_object('slug', p.slug, 'name', p.name) END AS project,
  ag.name AS agent, coalesce(ca.slug, ac.slug) AS category, al.file_id AS "fileId", al.path, al.line, al."column", al.evidence,
  CASE WHEN al.assignee_id IS NULL THEN NULL ELSE json_build_object('id', al.assignee_id, 'name', coalesce(us.name, ${FORMER_MEMBER})) END AS assignee,
  CASE WHEN al.state = 'snoozed' THEN al.snoozed_until END AS "snoozedUntil", al.raised_at AS "raisedAt", al.changed_at AS "changedAt", al.resolved_at AS "resolvedAt"`

const NAMED = Prisma.sql`LEFT JOIN project p ON p.team_id = al.team_id AND p.id = al.project_id LEFT JOIN agent ag ON ag.team_id = al.team_id AND ag.id = al.agent_id
  LEFT JOIN category ca ON ca.team_id = al.team_id AND ca.id = al.category_id LEFT JOIN category ac ON ac.team_id = ag.team_id AND ac.id = ag.category_id LEFT JOIN "user" us ON us.id = al.assignee_id`

const FROM = Prisma.sql`alert al ${NAMED}`

export interface AlertFilter {
  readonly visible: readonly Visibility[]
  readonly states: readonly AlertState[]
  readonly kinds: readonly AlertKind[]
  readonly severities: readonly AlertSeverity[]
  readonly agent?: string | undefined
  /** Category slug: alerts of its memory and of its agents. */
  readonly category?: string | undefined
  readonly file?: string | undefined
  /** Id of the assignee, or "none" for unassigned alerts. */
  readonly assignee?: string | undefined
  readonly text?: string | undefined
}

/** Worst severity first, then newest. */
const ORDER = Prisma.sql`array_position(ARRAY['error', 'warning', 'info'], al.severity), al.raised_at DESC, al.id DESC`

export async function listAlerts(
  filter: AlertFilter,
  page: { readonly take: number; readonly after: string | undefined },
): Promise<AlertRow[]> {
  // Joins names only for the rows of the page, which is chosen from up to a hundred thousand alerts.
  return database().$queryRaw<AlertRow[]>`
    SELECT ${COLUMNS} FROM (SELECT al.* FROM ${FROM} WHERE ${Prisma.join([...placed(filter), ...chosen(filter)], " AND ")} ORDER BY ${ORDER} LIMIT ${page.take} OFFSET ${Number(page.after ?? 0)}) al ${NAMED} ORDER BY ${ORDER}`
}

/** Returns SQL that selects alerts as items of the Inbox. Of equal severity, the newest come first. */
export const alertItems = (filter: AlertFilter): ItemSelect =>
  Prisma.sql`SELECT al.id, (CASE al.severity WHEN 'error' THEN ${HARM.error}::float8 WHEN 'warning' THEN ${HARM.warning}::float8 ELSE ${HARM.info}::float8 END) AS harm,
    CASE al.severity WHEN 'error' THEN '1' WHEN 'warning' THEN '2' ELSE '3' END AS file, -extract(epoch FROM al.raised_at) AS tie, al.raised_at AS at FROM ${FROM} WHERE ${Prisma.join([...placed(filter), ...chosen(filter)], " AND ")}`

export interface AlertCount {
  readonly kind: AlertKind
  readonly state: AlertState
  readonly severity: AlertSeverity
  readonly count: number
}

/**
 * Returns the number of alerts by kind, state and severity. Ignores the states, kinds and severities of the
 * filter.
 */
export async function countAlerts(filter: AlertFilter): Promise<AlertCount[]> {
  return database().$queryRaw<
    AlertCount[]
  >`SELECT al.kind, al.state, al.severity, count(*)::int AS count FROM ${FROM} WHERE ${Prisma.join(placed(filter), " AND ")} GROUP BY 1, 2, 3`
}

export async function findAlerts(
  visible: readonly Visibility[],
  ids: readonly string[],
): Promise<AlertRow[]> {
  const known = ids.filter(isId)
  if (known.length === 0) return []
  return database().$queryRaw<
    AlertRow[]
  >`SELECT ${COLUMNS} FROM ${FROM} WHERE ${visibleAlerts(visible)} AND al.id = ANY(${known}::uuid[])`
}

function placed(filter: AlertFilter): Prisma.Sql[] {
  const parts = [visibleAlerts(filter.visible)]
  if (filter.agent !== undefined) parts.push(Prisma.sql`ag.name = ${filter.agent}`)
  if (filter.category !== undefined) parts.push(Prisma.sql`coalesce(ca.slug, ac.slug) = ${filter.category}`)
  if (filter.file !== undefined)
    parts.push(isId(filter.file) ? Prisma.sql`al.file_id = ${filter.file}::uuid` : Prisma.sql`false`)
  if (filter.assignee === "none") parts.push(Prisma.sql`al.assignee_id IS NULL`)
  else if (filter.assignee !== undefined)
    parts.push(
      isId(filter.assignee) ? Prisma.sql`al.assignee_id = ${filter.assignee}::uuid` : Prisma.sql`false`,
    )
  if (filter.text) {
    const like = containing(filter.text)
    parts.push(Prisma.sql`(al.message ILIKE ${like} OR al.path ILIKE ${like} OR ag.name ILIKE ${like})`)
  }
  return parts
}

function chosen({ states, kinds, severities }: AlertFilter): Prisma.Sql[] {
  const parts = [Prisma.sql`al.state = ANY(${[...states]}::text[])`]
  if (kinds.length > 0) parts.push(Prisma.sql`al.kind = ANY(${[...kinds]}::text[])`)
  if (severities.length > 0) parts.push(Prisma.sql`al.severity = ANY(${[...severities]}::text[])`)
  return parts
}

export interface AlertEventRow {
  readonly what: string
  readonly round: number
  readonly by: { readonly kind: string; readonly name: string }
  readonly at: Date
  readonly detail: Record<string, unknown>
}

/** Returns the newest events of an alert, at most `most`. */
export async function alertHistory(
  { teamId }: Visibility,
  id: string,
  most: number,
): Promise<AlertEventRow[]> {
  return database().$queryRaw<AlertEventRow[]>`
    SELECT what, round, json_build_object('kind', by_kind, 'name', by_name) AS by, at, detail FROM alert_event WHERE team_id = ${teamId}::uuid AND alert_id = ${id}::uuid ORDER BY number DESC LIMIT ${most}`
}

export interface AlertEntryRow {
  readonly id: string
  readonly text: string
  readonly line: number
  readonly path: string
  readonly file: string
  readonly agent: string | null
  readonly date: string | null
  readonly alsoBy: readonly string[]
}

/**
 * Returns the entries in the order of `ids`. With `others`, `alsoBy` has the names of other agents of the
 * project with the same current text, at most 200. Entries that do not exist or are not visible are left out.
 */
export async function alertEntries(
  visible: Visibility,
  ids: readonly string[],
  { others }: { readonly others: boolean },
): Promise<AlertEntryRow[]> {
  if (ids.length === 0) return []
  return database().$queryRaw<AlertEntryRow[]>`
    SELECT e.id, e.text, e.line, f.path, f.id AS file, a.name AS agent, e.stated_on::text AS date,
      CASE WHEN ${others} THEN ARRAY(SELECT DISTINCT b.name FROM entry o JOIN memory_file g ON g.team_id = o.team_id AND g.id = o.file_id JOIN agent b ON b.team_id = o.team_id AND b.id = o.agent_id
        WHERE o.team_id = e.team_id AND o.said = e.said AND o.state = 'current' AND o.project_id = e.project_id AND o.agent_id <> e.agent_id AND g.state <> 'gone' AND g.role IN ('memory', 'index', 'topic', 'shared') ORDER BY 1 LIMIT 200)
      ELSE '{}' END AS "alsoBy"
    FROM unnest(${[...ids]}::uuid[]) WITH ORDINALITY AS given(id, place) JOIN entry e ON ${visibleRows(visible, "e")} AND e.id = given.id JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id
    LEFT JOIN agent a ON a.team_id = e.team_id AND a.id = e.agent_id ORDER BY given.place`
}

export interface HeldAlert {
  readonly id: string
  readonly kind: AlertKind
  readonly state: AlertState
  readonly round: number
  readonly path: string | null
  readonly projectId: string | null
  readonly agent: string | null
  readonly assigneeId: string | null
  readonly ignoredBy: string | null
}

/** Locks and returns the alerts `al` that match the SQL condition, in order of id. */
export async function lockAlertsOf(tx: Tx, teamId: string, which: Prisma.Sql): Promise<HeldAlert[]> {
  return tx.$queryRaw<HeldAlert[]>`
    SELECT al.id, al.kind, al.state, al.round, al.path, al.project_id AS "projectId", ag.name AS agent, al.assignee_id AS "assigneeId", al.ignored_by AS "ignoredBy" FROM alert al LEFT JOIN agent ag ON ag.team_id = al.team_id AND ag.id = al.agent_id
    WHERE al.team_id = ${teamId}::uuid AND ${which} ORDER BY al.id FOR UPDATE OF al`
}

export const byIds = (ids: readonly string[]): Prisma.Sql =>
  Prisma.sql`al.id = ANY(${ids.filter(isId)}::uuid[])`
export const unresolvedOfKind = (kind: AlertKind): Prisma.Sql =>
  Prisma.sql`al.kind = ${kind} AND al.state <> 'resolved'`
export const ignoredByRule = (rule: string): Prisma.Sql =>
  Prisma.sql`al.ignored_by = ${rule}::uuid AND al.state = 'ignored'`

export interface AlertDecision {
  readonly state: AlertState
  readonly snoozedUntil?: Date
  readonly now: Date
}

/** Sets the state of alerts. */
export async function decideAlerts(
  tx: Tx,
  teamId: string,
  ids: readonly string[],
  { state, snoozedUntil, now }: AlertDecision,
): Promise<void> {
  await tx.alert.updateMany({
    where: { teamId, id: { in: [...ids] } },
    data: { state, snoozedUntil: snoozedUntil ?? null, changedAt: now },
  })
}

/**
 * Marks alerts as ignored by a rule. Stores the previous state for `unignoreAlerts`; if an earlier rule
 * ignored the alert, the state that it stored stays.
 */
export async function ignoreAlertsBy(
  tx: Tx,
  teamId: string,
  ids: readonly string[],
  { rule, now }: { readonly rule: string; readonly now: Date },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE alert SET ignored_from = CASE WHEN state = 'ignored' THEN ignored_from ELSE state END, state = 'ignored', ignored_by = ${rule}::uuid, changed_at = ${now} WHERE team_id = ${teamId}::uuid AND id = ANY(${[...ids]}::uuid[])`
}

/**
 * Ends the effect of a rule on alerts. Restores the stored state if it is acknowledged, or snoozed until
 * later than `now`; else opens the alert. Returns the new states.
 */
export async function unignoreAlerts(
  tx: Tx,
  teamId: string,
  ids: readonly string[],
  now: Date,
): Promise<{ readonly id: string; readonly state: AlertState }[]> {
  return tx.$queryRaw<{ id: string; state: AlertState }[]>`
    UPDATE alert SET state = next.state, ignored_from = NULL, ignored_by = NULL, snoozed_until = CASE WHEN next.state = 'snoozed' THEN snoozed_until END, changed_at = ${now}
    FROM (SELECT id, CASE WHEN ignored_from = 'acknowledged' OR (ignored_from = 'snoozed' AND snoozed_until > ${now}) THEN ignored_from ELSE 'open' END AS state FROM alert WHERE team_id = ${teamId}::uuid AND id = ANY(${[...ids]}::uuid[])) next
    WHERE alert.team_id = ${teamId}::uuid AND alert.id = next.id RETURNING alert.id, alert.state`
}

export async function assignAlerts(
  tx: Tx,
  teamId: string,
  ids: readonly string[],
  assigneeId: string | null,
): Promise<void> {
  await tx.alert.updateMany({ where: { teamId, id: { in: [...ids] } }, data: { assigneeId } })
}

export interface WaitingAlerts {
  readonly open: number
  readonly snoozed: number
  /** Number of open alerts that need no action. */
  readonly notices: number
  /**
   * Number of causes of the other open alerts. Each error is a cause; all warnings of one kind in one project
   * are one cause.
   */
  readonly causes: number
  /** Number of causes among alerts that are assigned to the person or unassigned. */
  readonly yours: number
  /** Number of open alerts that are assigned to the person. */
  readonly mine: number
}

const causesAmong = (which: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(count(*) FILTER (WHERE state = 'open' AND severity = 'error' AND ${which}) + count(DISTINCT (project_id, kind)) FILTER (WHERE state = 'open' AND severity = 'warning' AND ${which}))::int`

/**
 * Returns the numbers of open and snoozed alerts of a team or project, with the open ones by cause and
 * assignee.
 */
export async function countWaitingAlerts(visible: Visibility, userId: string): Promise<WaitingAlerts> {
  const [row] = await database().$queryRaw<WaitingAlerts[]>`
    SELECT count(*) FILTER (WHERE state = 'open')::int AS open, count(*) FILTER (WHERE state = 'snoozed')::int AS snoozed,
      count(*) FILTER (WHERE state = 'open' AND severity = 'info')::int AS notices,
      ${causesAmong(Prisma.sql`true`)} AS causes, ${causesAmong(isAssignedOrOpen("al", userId))} AS yours,
      count(*) FILTER (WHERE state = 'open' AND assignee_id::text = ${userId})::int AS mine
    FROM alert al WHERE ${visibleAlerts(visible)} AND state IN ('open', 'snoozed')`
  return row ?? { open: 0, snoozed: 0, notices: 0, causes: 0, yours: 0, mine: 0 }
}

/** Returns the number of open alerts by kind. */
export async function openAlertsByKind(visible: Visibility): Promise<Partial<Record<AlertKind, number>>> {
  const rows = await database().$queryRaw<{ kind: AlertKind; count: number }[]>`
    SELECT kind, count(*)::int AS count FROM alert al
    WHERE ${visibleAlerts(visible)} AND state = 'open' GROUP BY kind`
  return Object.fromEntries(rows.map((row) => [row.kind, row.count]))
}

/** Returns the unresolved alerts of units. */
export async function raisedAlerts(
  visible: Visibility,
  unitIds: readonly string[],
): Promise<{ unitId: string; kind: AlertKind; part: string }[]> {
  if (unitIds.length === 0) return []
  return database().$queryRaw<{ unitId: string; kind: AlertKind; part: string }[]>`
    SELECT unit_id AS "unitId", kind, part FROM alert al
    WHERE ${visibleAlerts(visible)} AND unit_id = ANY(${[...unitIds]}::uuid[]) AND state <> 'resolved'`
}

export interface OpenAlerts {
  readonly open: number
  readonly worst: AlertSeverity
}

/** Returns the number of open alerts and the worst severity, by agent id. Only agents with alerts. */
export async function openAlertsOfAgents(visible: Visibility): Promise<Map<string, OpenAlerts>> {
  const rows = await database().$queryRaw<{ id: string; open: number; worst: AlertSeverity }[]>`
    SELECT agent_id AS id, count(*)::int AS open, (array['error', 'warning', 'info'])[min(array_position(array['error', 'warning', 'info'], severity))] AS worst FROM alert al
    WHERE ${visibleAlerts(visible)} AND state = 'open' AND agent_id IS NOT NULL GROUP BY agent_id`
  return new Map(rows.map(({ id, open, worst }) => [id, { open, worst }]))
}

/** Returns the SQL condition for visible rows of `alert al`. Hides alerts whose evidence is in another project from callers bound to one. */
function visibleAlerts(visible: Visibility | readonly Visibility[]): Prisma.Sql {
  const isBound = [visible].flat().some(({ bound }) => bound)
  return isBound
    ? Prisma.sql`${visibleRows(visible, "al")} AND al.evidence->'elsewhere' IS NULL`
    : visibleRows(visible, "al")
}
