import type { Visibility } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import type { AlertKind, AlertSeverity } from "@/lib/memory/alerts/kinds"
import type { ChannelKind } from "@/lib/memory/notifications/channel-addresses"
import type { QuietHours } from "@/lib/memory/notifications/quiet-hours"
import { database, type Reader } from "../infra/client"
import type { Tx } from "../infra/commit"
import { newId } from "../infra/identifiers"
import { encrypt, decrypt } from "../infra/encrypted"

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
