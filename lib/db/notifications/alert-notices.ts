import type { Visibility } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import { bookkeeping, database } from "../infra/client"
import type { Tx } from "../infra/commit"
import { newId } from "../infra/identifiers"
import { acquireLease, isLeased, type Lease, releaseLease, renewal } from "../leases"
import type { AlertSeverity } from "@/lib/memory/alerts/kinds"
import type { ChannelKind } from "@/lib/memory/notifications/channel-addresses"
import type { QuietHours } from "@/lib/memory/notifications/channel"

/** Notifications are not audited: they do not change memory, and `delivery` is their log. */

/** Returns the ids of teams with a channel that is not paused. */
export async function teamsWithChannels(): Promise<string[]> {
  const teams = await database().channel.findMany({
    where: { pausedAt: null },
    distinct: ["teamId"],
    select: { teamId: true },
  })
  return teams.map((team) => team.teamId)
}

/**
 * An open alert that matches the settings of an active channel and has no notice for the channel in this
 * round, except a dropped one. The policy that applies to the alert is checked later.
 */
export interface UnsentAlert {
  readonly channelId: string
  readonly alertId: string
  readonly round: number
  readonly severity: AlertSeverity
  readonly scope: string | null
  readonly project: string | null
  readonly category: string | null
  readonly agent: string | null
}

const RANK = "ARRAY['error', 'warning', 'info']"
/**
 * SQL condition: channel `c` sends alert `a`. The alert is open, has the channel's severity or worse, and is
 * of the channel's kinds and project.
 */
const FITS = `a.state = 'open' AND array_position(${RANK}, a.severity) <= array_position(${RANK}, c.severity)
  AND (cardinality(c.kinds) = 0 OR a.kind = ANY(c.kinds)) AND (c.project_id IS NULL OR c.project_id = a.project_id)`

export async function readUnsentAlerts({ teamId }: Visibility): Promise<UnsentAlert[]> {
  return database().$queryRawUnsafe<UnsentAlert[]>(
    `SELECT c.id AS "channelId", a.id AS "alertId", a.round, a.severity, f.scope, p.slug AS project, k.slug AS category, g.name AS agent
    FROM channel c JOIN alert a ON a.team_id = c.team_id AND ${FITS} AND a.raised_at >= c.tells_since
      LEFT JOIN memory_file f ON f.team_id = a.team_id AND f.id = a.file_id LEFT JOIN project p ON p.team_id = a.team_id AND p.id = a.project_id
      LEFT JOIN category k ON k.team_id = a.team_id AND k.id = a.category_id LEFT JOIN agent g ON g.team_id = a.team_id AND g.id = a.agent_id
    WHERE c.team_id = $1::uuid AND c.paused_at IS NULL
      AND NOT EXISTS (SELECT FROM notice n WHERE n.team_id = c.team_id AND n.channel_id = c.id AND n.alert_id = a.id AND n.round = a.round AND n.state <> 'dropped')`,
    teamId,
  )
}

/**
 * Adds one notice for each channel, alert and round, unless concurrent planning has added it. A dropped
 * notice becomes waiting again if the same round of the alert is open again. Returns the number of added and
 * reactivated notices.
 */
export async function addNotices(
  teamId: string,
  untold: readonly Pick<UnsentAlert, "channelId" | "alertId" | "round">[],
  now: Date,
): Promise<number> {
  if (untold.length === 0) return 0
  const rows = JSON.stringify(
    untold.map(({ channelId, alertId, round }) => ({
      id: newId(),
      channel: channelId,
      alert: alertId,
      round,
    })),
  )
  return bookkeeping().$executeRawUnsafe(
    `INSERT INTO notice (team_id, id, channel_id, alert_id, round, state, next_at, created_at)
    SELECT $1::uuid, one.id, c.id, a.id, a.round, 'waiting', $3::timestamptz, $3::timestamptz
    FROM json_to_recordset($2::json) AS one(id uuid, channel uuid, alert uuid, round int)
      JOIN channel c ON c.team_id = $1::uuid AND c.id = one.channel AND c.paused_at IS NULL JOIN alert a ON a.team_id = $1::uuid AND a.id = one.alert AND a.round = one.round AND a.state = 'open'
    ON CONFLICT (team_id, channel_id, alert_id, round) DO UPDATE SET state = 'waiting', next_at = excluded.next_at, attempts = 0, message_id = NULL, settled_at = NULL WHERE notice.state = 'dropped'`,
    teamId,
    rows,
    now,
  )
}

/** A due notice of a channel that this process sends to. */
export interface ClaimedNotice {
  readonly id: string
  readonly alertId: string
  readonly round: number
  readonly attempts: number
  readonly messageId: string | null
  /** True if the alert is open and the channel still sends such alerts. */
  readonly stands: boolean
}

export interface ClaimedChannel {
  readonly teamId: string
  /** Display name of the team. `slug`: slug of the team. */
  readonly team: string
  readonly slug: string
  readonly id: string
  readonly kind: ChannelKind
  readonly settings: { readonly to?: readonly string[] }
  readonly quietHours: QuietHours | null
  readonly notices: readonly ClaimedNotice[]
  readonly lease: Lease
}

interface Claim {
  /** Null for any channel. */
  readonly channelId: string | null
  /** Ids of channels that are not claimed. */
  readonly except: readonly string[]
  readonly now: Date
  /** Maximum number of channels. */
  readonly most: number
}

/** Milliseconds after which the channels of a dead process are free, more than any attempt to send takes. */
const LEASE_MS = 60_000
const leaseKeyOf = (channelId: string): string => `channel ${channelId}`
/** SQL condition: a living process sends to the channel of a notice. */
const IS_LEASED = isLeased(Prisma.sql`'channel ' || n.channel_id`)

/**
 * Claims at most `most` channels with due notices, and returns them with all their due notices, so that a
 * repeated message has the same alerts. Concurrent processes get other channels. Empty if no channel is due.
 */
export async function claimDue(claim: Claim): Promise<ClaimedChannel[]> {
  for (;;) {
    const ids = await dueChannels(claim)
    if (ids.length === 0) return []
    const leases = await Promise.all(ids.map((id) => acquireLease(leaseKeyOf(id), { leaseMs: LEASE_MS })))
    const channels = await Promise.all(
      leases.flatMap((lease, place) => (lease ? [readDue(ids[place] ?? "", lease, claim.now)] : [])),
    )
    const claimed = channels.filter((channel) => channel !== null)
    if (claimed.length > 0) return claimed
  }
}

const isDue = (now: Date) => Prisma.sql`n.state = 'waiting' AND n.next_at <= ${now}::timestamptz`

async function dueChannels({ channelId, except, now, most }: Claim): Promise<string[]> {
  const rows = await database().$queryRaw<{ id: string }[]>`
    SELECT c.id FROM channel c WHERE c.paused_at IS NULL AND (${channelId}::uuid IS NULL OR c.id = ${channelId}::uuid) AND c.id <> ALL(${[...except]}::uuid[])
      AND EXISTS (SELECT FROM notice n WHERE n.team_id = c.team_id AND n.channel_id = c.id AND ${isDue(now)} AND NOT ${IS_LEASED}) LIMIT ${most}`
  return rows.map((row) => row.id)
}

/**
 * Returns a channel with its due notices. If another process has just sent them, releases the lease and
 * returns null.
 */
async function readDue(channelId: string, lease: Lease, now: Date): Promise<ClaimedChannel | null> {
  const [channel] = await database().$queryRaw<Omit<ClaimedChannel, "lease">[]>`
    SELECT c.team_id AS "teamId", t.name AS team, t.slug, c.id, c.kind, c.settings, c.quiet_hours AS "quietHours",
      json_agg(json_build_object('id', n.id, 'alertId', n.alert_id, 'round', n.round, 'attempts', n.attempts, 'messageId', n.message_id, 'stands', a.id IS NOT NULL AND a.round = n.round AND ${Prisma.raw(FITS)}) ORDER BY n.id) AS notices
    FROM notice n JOIN channel c ON c.team_id = n.team_id AND c.id = n.channel_id JOIN team t ON t.id = n.team_id LEFT JOIN alert a ON a.team_id = n.team_id AND a.id = n.alert_id
    WHERE n.channel_id = ${channelId}::uuid AND c.paused_at IS NULL AND ${isDue(now)} GROUP BY c.team_id, c.id, t.id`
  if (channel) return { ...channel, lease }
  await releaseLease(lease)
  return null
}

interface Held {
  readonly teamId: string
  readonly ids: readonly string[]
}

/** Drops waiting notices that are no longer needed, for example because their alert was resolved. */
export async function dropNotices({ teamId, ids }: Held, now: Date): Promise<void> {
  if (ids.length > 0)
    await bookkeeping().notice.updateMany({
      where: { teamId, id: { in: [...ids] }, state: "waiting" },
      data: { nextAt: null, state: "dropped", settledAt: now },
    })
}

/** Postpones waiting notices until `nextAt`. */
export async function postponeNotices({ teamId, ids }: Held, nextAt: Date): Promise<void> {
  if (ids.length > 0)
    await bookkeeping().notice.updateMany({
      where: { teamId, id: { in: [...ids] }, state: "waiting" },
      data: { nextAt },
    })
}

/**
 * Records that a message is about to be sent. From then on, the message may have arrived. Renews the lease of
 * the channel. Returns false, without a change, if another process has the lease, or if one of the notices is
 * no longer waiting.
 */
export async function beginMessage({
  teamId,
  ids,
  messageId,
  lease,
}: Held & { messageId: string; lease: Lease }): Promise<boolean> {
  const begun = await bookkeeping().$executeRaw`
    WITH held AS (${renewal(lease)}),
    mine AS MATERIALIZED (SELECT id FROM notice WHERE team_id = ${teamId}::uuid AND id = ANY(${[...ids]}::uuid[]) AND state = 'waiting' AND EXISTS (SELECT FROM held) ORDER BY id FOR UPDATE)
    UPDATE notice SET state = 'sending', attempts = attempts + 1, message_id = ${messageId}::uuid
    WHERE team_id = ${teamId}::uuid AND id IN (SELECT id FROM mine) AND (SELECT count(*) FROM mine) = ${ids.length}`
  return begun === ids.length
}

export interface EndedMessage extends Held {
  readonly channelId: string
  readonly messageId: string
  readonly attempt: number
  readonly at: Date
  readonly took: number
  readonly status: number | null
  /** Error of the attempt. Null if the message arrived. */
  readonly error: string | null
  /** Time of the next attempt. Null if the message arrived or no attempt is left. */
  readonly nextAt: Date | null
}

/**
 * Stores the result of an attempt, and its log line. Success is stored even if another process has begun the
 * next attempt, so that the message is not sent again.
 */
export async function endMessage({
  teamId,
  ids,
  channelId,
  messageId,
  attempt,
  at,
  took,
  status,
  error,
  nextAt,
}: EndedMessage): Promise<void> {
  const arrived = error === null
  const failed = nextAt === null ? "failed" : "waiting"
  const state = arrived ? "sent" : failed
  await bookkeeping().$transaction([
    // A deleted channel has no log. The channel is locked before its notices to avoid deadlocks.
    bookkeeping().$executeRaw`
      INSERT INTO delivery (team_id, message_id, attempt, channel_id, at, alerts, took, status, error) SELECT team_id, ${messageId}::uuid, ${attempt}, id, ${at}::timestamptz, ${ids.length}, ${took}, ${status}, ${error}
      FROM channel WHERE team_id = ${teamId}::uuid AND id = ${channelId}::uuid FOR NO KEY UPDATE ON CONFLICT DO NOTHING`,
    bookkeeping().notice.updateMany({
      where: {
        teamId,
        id: { in: [...ids] },
        state: { in: ["waiting", "sending", ...(arrived ? ["doubt", "failed"] : [])] },
        ...(arrived ? {} : { attempts: { lte: attempt } }),
      },
      data: {
        state,
        attempts: attempt,
        messageId,
        nextAt,
        settledAt: nextAt === null ? at : null,
      },
    }),
    arrived
      ? bookkeeping().channel.updateMany({ where: { teamId, id: channelId }, data: { failingSince: null } })
      : bookkeeping().channel.updateMany({
          where: { teamId, id: channelId, failingSince: null },
          data: { failingSince: at },
        }),
  ])
}

const IN_DOUBT = "delivery status unknown: the server stopped before it recorded the response"

/**
 * Settles messages whose sender died after it began, each with a log line. They are sent again if the
 * receiver recognizes repeated message ids. Slack-compatible receivers do not, so their state stays in doubt.
 * Returns the number of notices.
 */
export async function settleInterrupted(now: Date): Promise<number> {
  return bookkeeping().$executeRaw`
    WITH lost AS MATERIALIZED (
      SELECT n.team_id, n.id, n.channel_id, n.message_id, n.attempts, c.kind FROM notice n JOIN channel c ON c.team_id = n.team_id AND c.id = n.channel_id
      WHERE n.state = 'sending' AND NOT ${IS_LEASED} FOR UPDATE OF n SKIP LOCKED
    ), noted AS (
      INSERT INTO delivery (team_id, message_id, attempt, channel_id, at, alerts, error)
      SELECT team_id, message_id, max(attempts), channel_id, ${now}::timestamptz, count(*)::int, ${IN_DOUBT} FROM lost GROUP BY team_id, message_id, channel_id ON CONFLICT DO NOTHING
    )
    UPDATE notice n SET state = CASE WHEN lost.kind = 'slack' THEN 'doubt' ELSE 'waiting' END,
      next_at = CASE WHEN lost.kind = 'slack' THEN NULL ELSE ${now}::timestamptz END, settled_at = CASE WHEN lost.kind = 'slack' THEN ${now}::timestamptz END
    FROM lost WHERE n.team_id = lost.team_id AND n.id = lost.id`
}

/**
 * Makes a message due again, on request. Returns the number of its notices that had not arrived, which wait
 * again.
 */
export async function sendAgain(
  tx: Tx,
  { teamId, channelId, messageId }: { teamId: string; channelId: string; messageId: string },
  now: Date,
): Promise<number> {
  const { count } = await tx.notice.updateMany({
    where: {
      teamId,
      channelId,
      messageId,
      state: { in: ["waiting", "failed", "doubt"] },
    },
    data: { state: "waiting", nextAt: now, settledAt: null },
  })
  return count
}
