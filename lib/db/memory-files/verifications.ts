import type { Visibility } from "@/lib/memory/teams/visibility"
import { database, type Reader } from "../infra/client"
import type { Tx } from "../infra/commit"
import { newId } from "../infra/identifiers"

export interface VerificationRow {
  readonly entryId: string
  readonly userId: string
  readonly by: string
  /** SHA-256 of the verified text. */
  readonly statement: Uint8Array
  /** ISO day on which the verification expires. */
  readonly until: string
  readonly at: Date
}

/** Returns the newest verification of each entry. */
export async function verificationsOf(
  { teamId }: Visibility,
  entryIds: readonly string[],
  client: Pick<Reader, "$queryRaw"> = database(),
): Promise<VerificationRow[]> {
  if (entryIds.length === 0) return []
  const named = entryIds.length > MOST_NAMED ? null : [...entryIds]
  return client.$queryRaw<VerificationRow[]>`
    SELECT DISTINCT ON (entry_id) entry_id AS "entryId", user_id AS "userId", name AS by, statement, until::text AS until, created_at AS at FROM vouch
    WHERE team_id = ${teamId}::uuid AND (${named}::uuid[] IS NULL OR entry_id = ANY(${named}::uuid[])) ORDER BY entry_id, created_at DESC, id DESC`
}

/**
 * Maximum number of ids in the query. With more ids, all verifications of the team are read, which are fewer.
 */
const MOST_NAMED = 5_000

export interface NewVerification {
  readonly entryId: string
  readonly statement: Uint8Array<ArrayBuffer>
  readonly userId: string
  readonly name: string
  readonly until: string
}

export async function addVerifications(
  tx: Tx,
  teamId: string,
  vouches: readonly NewVerification[],
  now: Date,
): Promise<void> {
  await tx.vouch.createMany({
    data: vouches.map(({ until, ...one }) => ({
      ...one,
      teamId,
      id: newId(),
      until: new Date(`${until}T00:00:00Z`),
      createdAt: now,
    })),
  })
}

/**
 * Deletes a person's verifications of an entry. If someone else verified the entry earlier, their verification applies again.
 * Returns the number of deleted verifications.
 */
export async function withdrawVerifications(
  tx: Tx,
  teamId: string,
  entryId: string,
  userId: string,
): Promise<number> {
  return (await tx.vouch.deleteMany({ where: { teamId, entryId, userId } })).count
}
