import type { Visibility } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import type { AlertKind, AlertSeverity } from "@/lib/memory/alerts/kinds"
import type { ChannelKind } from "@/lib/memory/notifications/channel-addresses"
import type { QuietHours } from "@/lib/memory/notifications/channel"
import type { AlertInMessage } from "@/lib/memory/notifications/messages"
import { database, type Reader, bookkeeping } from "../infra/client"
import type { Tx } from "../infra/commit"
import { newId } from "../infra/identifiers"
import { encrypt, decrypt } from "../infra/secrets"

export interface ChannelRow {
  readonly id: string
  readonly teamId: string
  readonly kind: ChannelKind
  readonly name: string
  /** E-mail addresses (`to`), or the URL of the receiver without its secret part (`where`). */
  readonly settings: { readonly to?: readonly string[]; readonly where?: string }
  readonly severity: AlertSeverity
  readonly kinds: readonly AlertKind[]
  readonly projectId: string | null
  readonly quietHours: QuietHours | null
  readonly failingSince: Date | null
  readonly pausedAt: Date | null
  readonly createdBy: string
  readonly createdAt: Date
}

/** Secrets of a channel, never shown again. */
export interface ChannelSecret {
  readonly url: string
  /** The key that signs webhooks. Null for Slack-compatible receivers. */
  readonly key: string | null
}

const SHOWN = {
  id: true,
  teamId: true,
  kind: true,
  name: true,
  settings: true,
  severity: true,
  kinds: true,
  projectId: true,
  quietHours: true,
  failingSince: true,
  pausedAt: true,
  createdBy: true,
  createdAt: true,
} as const satisfies Prisma.ChannelSelect

/** Returns the channels of a team, sorted by name. */
export async function readChannels({ teamId }: Visibility): Promise<ChannelRow[]> {
  return (await database().channel.findMany({
    where: { teamId },
    select: SHOWN,
    orderBy: { name: "asc" },
  })) as unknown as ChannelRow[]
}

export async function findChannel(
  { teamId }: Visibility,
  id: string,
  client: Pick<Reader, "channel"> = database(),
): Promise<ChannelRow | null> {
  return (await client.channel.findUnique({
    where: { teamId_id: { teamId, id } },
    select: SHOWN,
  })) as unknown as ChannelRow | null
}

/**
 * Returns the decrypted secret of a channel. Null if the channel does not exist, has no secret, or the secret
 * was encrypted with another NEXTAUTH_SECRET.
 */
export async function readChannelSecret(
  { teamId }: Visibility,
  id: string,
  client: Pick<Reader, "channel"> = database(),
): Promise<ChannelSecret | null> {
  const row = await client.channel.findUnique({
    where: { teamId_id: { teamId, id } },
    select: { secret: true },
  })
  const text = row?.secret ? decrypt(row.secret, placeOf(teamId, id)) : null
  return text === null ? null : (JSON.parse(text) as ChannelSecret)
}

export interface NewChannel extends Pick<
  ChannelRow,
  "teamId" | "kind" | "name" | "settings" | "severity" | "kinds" | "projectId" | "quietHours" | "createdBy"
> {
  readonly secret: ChannelSecret | null
}

export async function addChannel(tx: Tx, { secret, ...channel }: NewChannel, now: Date): Promise<string> {
  const id = newId()
  await tx.channel.create({
    data: {
      ...columnsOf(channel),
      teamId: channel.teamId,
      kind: channel.kind,
      name: channel.name,
      createdBy: channel.createdBy,
      id,
      secret: sealed(channel.teamId, id, secret),
      createdAt: now,
      tellsSince: now,
    },
  })
  return id
}

/** Returns the names of a team's channels by id. */
export async function channelNames(tx: Tx, teamId: string): Promise<ReadonlyMap<string, string>> {
  const channels = await tx.channel.findMany({ where: { teamId }, select: { id: true, name: true } })
  return new Map(channels.map(({ id, name }) => [id, name]))
}

/** Changes the given fields. Alerts raised before `tellsSince` are not sent. */
export async function changeChannel(
  tx: Tx,
  teamId: string,
  id: string,
  {
    secret,
    name,
    tellsSince,
    ...changes
  }: Partial<Omit<NewChannel, "teamId" | "kind" | "createdBy">> & { tellsSince?: Date },
): Promise<void> {
  await tx.channel.update({
    where: { teamId_id: { teamId, id } },
    data: {
      ...columnsOf(changes),
      ...(name === undefined ? {} : { name }),
      ...(tellsSince === undefined ? {} : { tellsSince }),
      ...(secret === undefined ? {} : { secret: sealed(teamId, id, secret) }),
    },
  })
}

/**
 * Pauses a channel, or resumes it if `pausedAt` is null. Returns false if the channel was already in that
 * state, or does not exist.
 */
export async function pauseChannel(
  tx: Tx,
  teamId: string,
  id: string,
  pausedAt: Date | null,
): Promise<boolean> {
  return (
    (
      await tx.channel.updateMany({
        where: { teamId, id, pausedAt: pausedAt === null ? { not: null } : null },
        data: { pausedAt },
      })
    ).count > 0
  )
}

export async function dropChannel(tx: Tx, teamId: string, id: string): Promise<boolean> {
  return (await tx.channel.deleteMany({ where: { teamId, id } })).count > 0
}

function columnsOf({
  settings,
  severity,
  kinds,
  projectId,
  quietHours,
}: Partial<Pick<ChannelRow, "settings" | "severity" | "kinds" | "projectId" | "quietHours">>) {
  return {
    ...(settings === undefined ? {} : { settings: settings as Prisma.InputJsonObject }),
    ...(severity === undefined ? {} : { severity }),
    ...(kinds === undefined ? {} : { kinds: [...kinds] }),
    ...(projectId === undefined ? {} : { projectId }),
    ...(quietHours === undefined ? {} : { quietHours: quietHours ?? Prisma.DbNull }),
  } as { settings: Prisma.InputJsonObject; severity?: string }
}

const placeOf = (teamId: string, id: string): string => `channel ${teamId}/${id}`

const sealed = (teamId: string, id: string, secret: ChannelSecret | null): Uint8Array<ArrayBuffer> | null =>
  secret === null ? null : encrypt(JSON.stringify(secret), placeOf(teamId, id))

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
