import type { TokenRight } from "@/lib/memory/actor"
import { database } from "./client"
import type { Tx } from "./commit"
import { newId } from "./identifiers"
import { kept } from "./kept"
import { digest } from "./secret"
import { together } from "./together"

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
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
}

/** How exactly `lastUsedAt` is kept: a write a minute and token, not one a request. */
const USE_RESOLUTION_MS = 60_000

/** The token with this secret, whatever its state. */
export async function findAccessToken(secret: string): Promise<AccessTokenRow | null> {
  return readToken(digest(secret))
}

const readToken = together<Uint8Array<ArrayBuffer>, AccessTokenRow | null>(async (digests) => {
  const names = digests.map((one) => Buffer.from(one).toString("hex"))
  const rows = await database().$queryRawUnsafe<(AccessTokenRow & { digest: string })[]>(
    kept(BY_DIGEST),
    names,
  )
  const tokens = new Map(rows.map(({ digest: name, ...token }): [string, AccessTokenRow] => [name, token]))
  return names.map((name) => tokens.get(name) ?? null)
})

const BY_DIGEST = `SELECT t.id, t.team_id AS "teamId", t.project_id AS "projectId", t.agent, t.user_id AS "userId", t.name, t.prefix, t.rights, t.created_by AS "createdBy", t.created_at AS "createdAt",
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
  readonly expiresAt: Date | null
}

/** Storing a secret that is known already changes nothing. */
export async function addAccessToken(tx: Tx, { secret, rights, ...rest }: NewAccessToken): Promise<string> {
  const id = newId()
  await tx.accessToken.createMany({
    data: [
      { ...rest, id, rights: [...rights], prefix: secret.slice(0, PREFIX_LENGTH), secret: digest(secret) },
    ],
    skipDuplicates: true,
  })
  return id
}

/** "qd_" and six characters: enough to tell tokens apart, 220 bits short of one. */
const PREFIX_LENGTH = 9

/** Answers false when it was revoked meanwhile. */
export async function revokeToken(tx: Tx, teamId: string, id: string, now: Date): Promise<boolean> {
  const { count } = await tx.accessToken.updateMany({
    where: { id, teamId, revokedAt: null },
    data: { revokedAt: now },
  })
  return count === 1
}

/** Revokes what one person made for the team; answers how many. */
export async function revokeTokensOf(
  tx: Tx,
  { teamId, createdBy, now }: { teamId: string; createdBy: string; now: Date },
): Promise<number> {
  const { count } = await tx.accessToken.updateMany({
    where: { teamId, createdBy, revokedAt: null },
    data: { revokedAt: now },
  })
  return count
}

function toToken(row: (Omit<AccessTokenRow, "rights"> & { rights: string[] }) | null): AccessTokenRow | null {
  return row === null ? null : { ...row, rights: row.rights as TokenRight[] }
}
