import type { Visibility } from "@/lib/memory/teams/visibility"
import type { AlertKind, AlertSeverity } from "@/lib/memory/alerts/kinds"
import { Prisma } from "@/generated/prisma/client"
import { database } from "../infra/client"
import { isAssignedOrOpen } from "../inbox"
import { visibleRows } from "../infra/sql-fragments"

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
export function visibleAlerts(visible: Visibility | readonly Visibility[]): Prisma.Sql {
  const isBound = [visible].flat().some(({ bound }) => bound)
  return isBound
    ? Prisma.sql`${visibleRows(visible, "al")} AND al.evidence->'elsewhere' IS NULL`
    : visibleRows(visible, "al")
}
