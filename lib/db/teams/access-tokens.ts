import type { TokenRight } from "@/lib/memory/teams/actor"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"
import { isId, newId } from "../infra/identifiers"
import { prepared } from "../infra/prepared-statements"
import { digest } from "../infra/secret"
import { batched } from "../infra/batching"

export interface AccessTokenRow {
  readonly id: string
  readonly teamId: string | null
  readonly projectId: string | null
  readonly agent: string | null
  /** Whose login at a command line it is; null: an agent's key. */
  readonly userId: string | null
  readonly name: string
  readonly prefix: string
  readonly rights: readonly TokenRight[]
  /** Id of the person, or of the access token, that made it. */
  readonly createdBy: string
  /** Ids of the access tokens above this one, the token that minted it first. */
  readonly ancestors: readonly string[]
  /** The person, or the machine's own token, who minted the root of this line. Null: the server. */
  readonly mintedBy: string | null
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
}

/** How exactly `lastUsedAt` is kept: a write a minute and token, not one a request. */
const USE_RESOLUTION_MS = 60_000

/** `endedAbove`: the token has ended because a token above it, or whoever minted the root, has. */
export type FoundToken = AccessTokenRow & { readonly endedAbove: boolean }

/** Returns the token with this secret, whatever its state. */
export async function findAccessToken(secret: string): Promise<FoundToken | null> {
  return readToken(digest(secret))
}

const readToken = batched<Uint8Array<ArrayBuffer>, FoundToken | null>(async (digests) => {
  const names = digests.map((one) => Buffer.from(one).toString("hex"))
  const rows = await database().$queryRawUnsafe<(FoundToken & { digest: string })[]>(
    prepared(BY_DIGEST),
    names,
  )
  const tokens = new Map(rows.map(({ digest: name, ...token }): [string, FoundToken] => [name, token]))
  return names.map((name) => tokens.get(name) ?? null)
})

const BY_DIGEST = `SELECT t.id, t.team_id AS "teamId", t.project_id AS "projectId", t.agent, t.user_id AS "userId", t.name, t.prefix, t.rights, t.created_by AS "createdBy", t.created_at AS "createdAt", t.ancestors, t.minted_by AS "mintedBy",
    (EXISTS (SELECT FROM access_token a WHERE (a.id = ANY(t.ancestors) OR a.id = t.minted_by) AND (a.revoked_at IS NOT NULL OR a.expires_at <= now()))
      OR EXISTS (SELECT FROM "user" u WHERE u.id = t.minted_by AND u.disabled_at IS NOT NULL)) AS "endedAbove",
    t.expires_at AS "expiresAt", t.last_used_at AS "lastUsedAt", t.revoked_at AS "revokedAt", encode(t.secret, 'hex') AS digest
  FROM access_token t WHERE t.secret IN (SELECT decode(name, 'hex') FROM unnest($1::text[]) AS name)`

/** Notes that the token was used. Not audited: a use is not a change. */
export async function touchAccessToken(token: AccessTokenRow, now: Date): Promise<void> {
  const before = new Date(now.getTime() - USE_RESOLUTION_MS)
  if (token.lastUsedAt !== null && token.lastUsedAt > before) return
  await database().accessToken.updateMany({
    where: { id: token.id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: before } }] },
    data: { lastUsedAt: now },
  })
}

/** The team's tokens, newest first, without the revoked ones. */
export async function readAccessTokens(teamId: string): Promise<AccessTokenRow[]> {
  const rows = await database().accessToken.findMany({
    where: { teamId, userId: null, revokedAt: null },
    omit: { secret: true },
    orderBy: { createdAt: "desc" },
  })
  return rows.map((row) => ({ ...row, rights: row.rights as TokenRight[] }))
}

export async function findTeamToken(teamId: string, id: string): Promise<AccessTokenRow | null> {
  return toToken(
    await database().accessToken.findFirst({
      where: { id, teamId, userId: null, revokedAt: null },
      omit: { secret: true },
    }),
  )
}

/** Names of those who made tokens, people and access tokens alike. */
export async function readMakers(ids: readonly string[]): Promise<Map<string, string>> {
  const uuids = [...new Set(ids)].filter((id) => id !== "system")
  const named = { where: { id: { in: uuids } }, select: { id: true, name: true } }
  const [people, tokens] = await Promise.all([
    database().user.findMany(named),
    database().accessToken.findMany(named),
  ])
  return new Map([
    ["system", "Quarterdeck"],
    ...[...people, ...tokens].map((one): [string, string] => [one.id, one.name]),
  ])
}

export interface NewAccessToken {
  readonly teamId: string | null
  readonly projectId: string | null
  readonly agent: string | null
  readonly userId?: string | null
  readonly name: string
  readonly rights: readonly TokenRight[]
  readonly secret: string
  readonly createdBy: string
  readonly ancestors?: readonly string[]
  readonly mintedBy?: string | null
  readonly expiresAt: Date | null
}

/** Storing a secret that is known already changes nothing. */
export async function addAccessToken(
  tx: Tx,
  { secret, rights, ancestors = [], ...rest }: NewAccessToken,
): Promise<string> {
  const id = newId()
  await tx.accessToken.createMany({
    data: [
      {
        ...rest,
        id,
        ancestors: [...ancestors],
        rights: [...rights],
        prefix: secret.slice(0, PREFIX_LENGTH),
        secret: digest(secret),
      },
    ],
    skipDuplicates: true,
  })
  return id
}

/** "qd_" and six characters: enough to tell tokens apart, 220 bits short of one. */
const PREFIX_LENGTH = 9

/** Revokes a token and all that it minted, at any depth. Returns false if it was revoked meanwhile. */
export async function revokeToken(tx: Tx, teamId: string | null, id: string, now: Date): Promise<boolean> {
  const { count } = await tx.accessToken.updateMany({
    where: { id, teamId, revokedAt: null },
    data: { revokedAt: now },
  })
  await tx.accessToken.updateMany({
    where: { teamId, ancestors: { has: id }, revokedAt: null },
    data: { revokedAt: now },
  })
  return count === 1
}

/** Revokes what one person minted for the team, and all that those tokens minted. Returns how many. */
export async function revokeTokensOf(
  tx: Tx,
  { teamId, mintedBy, now }: { teamId: string; mintedBy: string; now: Date },
): Promise<number> {
  const { count } = await tx.accessToken.updateMany({
    where: { teamId, mintedBy, revokedAt: null },
    data: { revokedAt: now },
  })
  return count
}

/** Returns the tokens above each of these, the token that minted it first. Tokens without any are left out. */
export async function readAncestors(
  ids: readonly string[],
  tx?: Tx,
): Promise<Map<string, readonly string[]>> {
  const rows = await (tx ?? database()).accessToken.findMany({
    where: { id: { in: [...new Set(ids)] }, ancestors: { isEmpty: false } },
    select: { id: true, ancestors: true },
  })
  return new Map(rows.map(({ id, ancestors }) => [id, ancestors]))
}

/** True if the id is that of an access token of a team: neither a person, nor the server, nor the machine's own token. */
export async function isTeamToken(tx: Tx, id: string): Promise<boolean> {
  if (!isId(id)) return false
  return (await tx.accessToken.count({ where: { id, teamId: { not: null }, userId: null } })) > 0
}

function toToken(row: (Omit<AccessTokenRow, "rights"> & { rights: string[] }) | null): AccessTokenRow | null {
  return row === null ? null : { ...row, rights: row.rights as TokenRight[] }
}
