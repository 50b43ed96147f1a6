import type { Visibility } from "@/lib/memory/teams/visibility"
import type { TokenRight } from "@/lib/memory/teams/actor"
import { bookkeeping, database, prepared } from "../infra/client"
import type { Tx } from "../infra/commit"
import { isId, newId } from "../infra/identifiers"
import { digest } from "../infra/secrets"
import { batched } from "../infra/batching"

export interface AccessTokenRow {
  readonly id: string
  readonly teamId: string | null
  readonly projectId: string | null
  readonly agent: string | null
  /** Id of the person of a command line login. Null for an agent's token. */
  readonly userId: string | null
  readonly name: string
  readonly prefix: string
  readonly rights: readonly TokenRight[]
  /** Id of the person or access token that created it. */
  readonly createdBy: string
  /** Ids of the ancestor tokens, the direct parent first. */
  readonly ancestors: readonly string[]
  /**
   * Id of the person, or of the machine's own token, that created the first ancestor. Null for the server.
   */
  readonly mintedBy: string | null
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
}

/** Milliseconds between updates of `lastUsedAt`, so that a token is written at most once a minute. */
const USE_RESOLUTION_MS = 60_000

/**
 * An access token with the state of its ancestors. `endedAbove`: an ancestor, or the creator of the first
 * ancestor, has ended, and the token with it.
 */
export type FoundToken = AccessTokenRow & { readonly endedAbove: boolean }

/** Returns the token with this secret, even if it was revoked or has expired. Null if there is none. */
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

/** Records the use of a token. Not audited, because a use is not a change. */
export async function touchAccessToken(token: AccessTokenRow, now: Date): Promise<void> {
  const before = new Date(now.getTime() - USE_RESOLUTION_MS)
  if (token.lastUsedAt !== null && token.lastUsedAt > before) return
  await bookkeeping().accessToken.updateMany({
    where: { id: token.id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: before } }] },
    data: { lastUsedAt: now },
  })
}

/** Returns the tokens of a team, newest first, without revoked ones and command line logins. */
export async function readAccessTokens({ teamId }: Visibility): Promise<AccessTokenRow[]> {
  const rows = await database().accessToken.findMany({
    where: { teamId, userId: null, revokedAt: null },
    omit: { secret: true },
    orderBy: { createdAt: "desc" },
  })
  return rows.map((row) => ({ ...row, rights: row.rights as TokenRight[] }))
}

export async function findTeamToken({ teamId }: Visibility, id: string): Promise<AccessTokenRow | null> {
  return toToken(
    await database().accessToken.findFirst({
      where: { id, teamId, userId: null, revokedAt: null },
      omit: { secret: true },
    }),
  )
}

/** Returns the names of creators (people, access tokens and "system"), by id. Unknown ids are missing. */
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

/**
 * Stores an access token and returns its id. Stores nothing if a token with this secret exists; the returned
 * id is then unused.
 */
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

/**
 * Number of stored characters of a secret: "qd_" and six more, to tell tokens apart. The rest of the secret
 * has 220 bits.
 */
const PREFIX_LENGTH = 9

/**
 * Revokes a token and all of its descendants. Returns false if the token was revoked already or does not
 * exist.
 */
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

/**
 * Revokes the tokens that a person created for the team, and all of their descendants. Returns the number of
 * revoked tokens.
 */
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

/** Returns the ancestors of tokens, the direct parent first. Tokens without any are left out. */
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

/**
 * True if the id is that of a team's access token: not of a person, the server or the machine's own token.
 */
export async function isTeamToken(tx: Tx, id: string): Promise<boolean> {
  if (!isId(id)) return false
  return (await tx.accessToken.count({ where: { id, teamId: { not: null }, userId: null } })) > 0
}

function toToken(row: (Omit<AccessTokenRow, "rights"> & { rights: string[] }) | null): AccessTokenRow | null {
  return row === null ? null : { ...row, rights: row.rights as TokenRight[] }
}
