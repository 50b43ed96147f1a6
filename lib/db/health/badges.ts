import { database } from "../infra/client"
import type { Tx } from "../infra/commit"
import { newId } from "../infra/identifiers"
import { digest } from "../infra/secret"

export interface BadgeRow {
  readonly id: string
  readonly teamId: string
  readonly projectId: string | null
  readonly prefix: string
  /** Id of the person, or of the access token, that made it. */
  readonly createdBy: string
  readonly createdAt: Date
}

/** The newest first. */
export async function readBadges(teamId: string): Promise<BadgeRow[]> {
  return database().healthBadge.findMany({
    where: { teamId },
    omit: { secret: true },
    orderBy: { id: "desc" },
  })
}

/** The address with this key, while it holds. */
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

/** Enough to tell addresses apart, 208 bits short of one. */
const PREFIX_LENGTH = 8

/** Answers false when it was taken back meanwhile. */
export async function dropBadge(tx: Tx, teamId: string, id: string): Promise<boolean> {
  return (await tx.healthBadge.deleteMany({ where: { teamId, id } })).count === 1
}
