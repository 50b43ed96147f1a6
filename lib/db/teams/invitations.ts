import type { Visibility } from "@/lib/memory/teams/visibility"
import type { Role } from "@/lib/memory/teams/actor"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"
import { newId } from "../infra/identifiers"
import { digest } from "../infra/secret"

export interface Invitation {
  readonly id: string
  /** Id of the team. Null for the link that makes its visitor an owner of the deployment. */
  readonly teamId: string | null
  readonly role: Role
  /** The only e-mail address that can use the invitation. Null if any person with the link can use it. */
  readonly email: string | null
  readonly createdBy: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly usedAt: Date | null
}

export async function findInvitation(secret: string): Promise<Invitation | null> {
  return toInvitation(await database().invitation.findUnique({ where: { secret: digest(secret) } }))
}

/**
 * Returns the newest open invitation of any team for an e-mail address, which admits a person whose provider
 * has verified that address. Null if there is none.
 */
export async function findInvitationFor(email: string, now: Date): Promise<Invitation | null> {
  const where = { email: email.toLowerCase(), teamId: { not: null }, usedAt: null, expiresAt: { gt: now } }
  return toInvitation(await database().invitation.findFirst({ where, orderBy: { createdAt: "desc" } }))
}

export async function readInvitations({ teamId }: Visibility, now: Date): Promise<Invitation[]> {
  const rows = await database().invitation.findMany({
    where: { teamId, usedAt: null, expiresAt: { gt: now } },
    orderBy: { createdAt: "desc" },
  })
  return rows.map((row) => ({ ...row, role: row.role as Role }))
}

export interface NewInvitation {
  readonly teamId: string | null
  readonly role: Role
  readonly email: string | null
  readonly secret: string
  readonly createdBy: string
  readonly expiresAt: Date
}

export async function addInvitation(tx: Tx, { secret, email, ...rest }: NewInvitation): Promise<string> {
  const { id } = await tx.invitation.create({
    data: { ...rest, id: newId(), email: email?.toLowerCase() ?? null, secret: digest(secret) },
  })
  return id
}

/**
 * Uses an invitation. Returns false if it was used or withdrawn, or has expired meanwhile. Of concurrent
 * calls, one returns true.
 */
export async function claimInvitation(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { count } = await tx.invitation.updateMany({
    where: { id, usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  })
  return count === 1
}

/** Deletes an unused invitation of a team. Returns false if there is none with this id. */
export async function withdrawInvitation(tx: Tx, teamId: string, id: string): Promise<boolean> {
  const { count } = await tx.invitation.deleteMany({ where: { id, teamId, usedAt: null } })
  return count === 1
}

/** Deletes unused owner links, because there may be only one at a time. */
export async function withdrawOwnerInvitations(tx: Tx): Promise<void> {
  await tx.invitation.deleteMany({ where: { teamId: null, usedAt: null } })
}

type InvitationRow = Omit<Invitation, "role"> & { role: string }

function toInvitation(row: InvitationRow | null): Invitation | null {
  return row === null ? null : { ...row, role: row.role as Role }
}
