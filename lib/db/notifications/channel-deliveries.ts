import type { Visibility } from "@/lib/memory/teams/visibility"
import { bookkeeping, database } from "../infra/client"
import type { AlertInMessage } from "@/lib/memory/notifications/alert-messages"

/** An alert in a message, before it has an address. */
export type SentAlert = Omit<AlertInMessage, "url">

/** Returns alerts, worst first, then oldest first. */
export async function readSentAlerts({ teamId }: Visibility, ids: readonly string[]): Promise<SentAlert[]> {
  return database().$queryRaw<SentAlert[]>`
    SELECT a.id, a.kind, a.severity, a.state, p.slug AS project, g.name AS agent, a.path, a.line, a.message
    FROM alert a LEFT JOIN project p ON p.team_id = a.team_id AND p.id = a.project_id LEFT JOIN agent g ON g.team_id = a.team_id AND g.id = a.agent_id
    WHERE a.team_id = ${teamId}::uuid AND a.id = ANY(${[...ids]}::uuid[]) ORDER BY array_position(ARRAY['error', 'warning', 'info'], a.severity), a.raised_at, a.id`
}

/** An attempt, with the state of its message. */
export interface DeliveryRow {
  readonly messageId: string
  readonly attempt: number
  readonly at: Date
  readonly alerts: number
  readonly took: number | null
  readonly status: number | null
  readonly error: string | null
  /** Current state of the message: waiting, sending, sent, failed, doubt, dropped. Null for a test. */
  readonly state: string | null
  readonly nextAt: Date | null
  /** True for the latest attempt. */
  readonly last: boolean
}

/** Returns at most `limit` attempts of a channel from the offset `from`, newest first. */
export async function readDeliveries(
  { teamId }: Visibility,
  channelId: string,
  { from, limit }: { from: number; limit: number },
): Promise<DeliveryRow[]> {
  return database().$queryRaw<DeliveryRow[]>`
    SELECT d.message_id AS "messageId", d.attempt, d.at, d.alerts, d.took, d.status, d.error, n.state, n."nextAt",
      NOT EXISTS (SELECT FROM delivery later WHERE later.team_id = d.team_id AND later.message_id = d.message_id AND later.attempt > d.attempt) AS last
    FROM delivery d LEFT JOIN LATERAL (
      SELECT state, next_at AS "nextAt" FROM notice WHERE team_id = d.team_id AND message_id = d.message_id ORDER BY state = 'dropped', id LIMIT 1
    ) n ON true
    WHERE d.team_id = ${teamId}::uuid AND d.channel_id = ${channelId}::uuid ORDER BY d.at DESC, d.message_id, d.attempt DESC OFFSET ${from} LIMIT ${limit}`
}

export interface LastDelivery {
  readonly channelId: string
  readonly at: Date
  readonly status: number | null
  readonly error: string | null
}

/** Returns the last attempt of each channel of a team. */
export async function readLastDeliveries({ teamId }: Visibility): Promise<LastDelivery[]> {
  return database().$queryRaw<LastDelivery[]>`
    SELECT d.channel_id AS "channelId", d.at, d.status, d.error
    FROM channel c CROSS JOIN LATERAL (SELECT * FROM delivery WHERE team_id = c.team_id AND channel_id = c.id ORDER BY at DESC LIMIT 1) d WHERE c.team_id = ${teamId}::uuid`
}

/**
 * Returns the number of alerts that are waiting or being sent, by channel id. Channels without such alerts
 * are missing.
 */
export async function countWaitingNotices({ teamId }: Visibility): Promise<Map<string, number>> {
  const rows = await database().notice.groupBy({
    by: ["channelId"],
    where: { teamId, state: { in: ["waiting", "sending"] } },
    _count: true,
  })
  return new Map(rows.map((row) => [row.channelId, row._count]))
}

/**
 * Stores a test message as an attempt without alerts, and whether the channel is failing. Does nothing if the
 * channel was deleted.
 */
export async function noteTest(test: {
  teamId: string
  channelId: string
  messageId: string
  at: Date
  took: number
  status: number | null
  error: string | null
}): Promise<void> {
  await bookkeeping()
    .delivery.create({ data: { ...test, attempt: 1, alerts: 0 } })
    .catch(async (cause: unknown) => {
      if ((await database().channel.count({ where: { teamId: test.teamId, id: test.channelId } })) > 0)
        throw cause // else the channel was deleted with its log
    })
  const { teamId, channelId: id, error, at } = test
  if (error === null)
    await bookkeeping().channel.updateMany({ where: { teamId, id }, data: { failingSince: null } })
  else
    await bookkeeping().channel.updateMany({
      where: { teamId, id, failingSince: null },
      data: { failingSince: at },
    })
}
