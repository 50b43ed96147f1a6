import type { Visibility } from "@/lib/memory/teams/visibility"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"
import { newId } from "../infra/identifiers"
import { digest } from "../infra/secret"

export interface BadgeRow {
  readonly id: string
  readonly teamId: string
  readonly projectId: string | null
  readonly prefix: string
  /** Id of the person or access token that created it. */
  readonly createdBy: string
  readonly createdAt: Date
}

/** Returns the badges of a team, newest first. */
export async function readBadges({ teamId }: Visibility): Promise<BadgeRow[]> {
  return database().healthBadge.findMany({
    where: { teamId },
    omit: { secret: true },
    orderBy: { id: "desc" },
  })
}

/** Returns the badge with this key. Null if there is none. */
export async function findBadge(key: string): Promise<BadgeRow | null> {
  return database().healthBadge.findUnique({ where: { secret: digest(key) }, omit: { secret: true } })
}

export async function addBadge(
  tx: Tx,
  {
    key,
    ...row
  }: {
    readonly teamId: string
    readonly projectId: string | null
    readonly key: string
    readonly createdBy: string
  },
): Promise<string> {
  const id = newId()
  await tx.healthBadge.create({
    data: { ...row, id, secret: digest(key), prefix: key.slice(0, PREFIX_LENGTH) },
  })
  return id
}

/** Number of stored characters of a key, enough to tell keys apart. The rest of the key has 208 bits. */
const PREFIX_LENGTH = 8

/** Deletes a badge. Returns false if the badge does not exist. */
export async function dropBadge(tx: Tx, teamId: string, id: string): Promise<boolean> {
  return (await tx.healthBadge.deleteMany({ where: { teamId, id } })).count === 1
}
