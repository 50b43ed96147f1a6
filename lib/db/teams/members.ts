import type { Visibility } from "@/lib/memory/teams/visibility"
import type { Role } from "@/lib/memory/teams/actor"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"
import { newId } from "../infra/identifiers"
import { digest } from "../infra/secrets"

export interface MemberRow {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: Role
  /** True for an owner of the deployment, who can access every team without being a member. */
  readonly deploymentOwner: boolean
  /** Start of the membership. Null for an owner of the deployment who is not a member. */
  readonly since: Date | null
}

/** Returns the active users with access to the team, by name: its members, and owners of the deployment. */
export async function readMembers({ teamId }: Visibility): Promise<MemberRow[]> {
  const users = await database().user.findMany({
    where: { disabledAt: null, OR: [{ owner: true }, { memberships: { some: { teamId } } }] },
    include: { memberships: { where: { teamId } } },
    orderBy: [{ name: "asc" }, { email: "asc" }],
  })
  return users.map(({ id, name, email, owner, memberships }) => {
    const membership = memberships[0]
    return {
      id,
      name,
      email,
      deploymentOwner: owner,
      role: (membership?.role ?? "owner") as Role,
      since: membership?.createdAt ?? null,
    }
  })
}

/** Locks the roles of a team and returns them. */
export async function lockMembers(
  tx: Tx,
  teamId: string,
): Promise<{ userId: string; role: Role; cameOf: string[] }[]> {
  await tx.$queryRaw`SELECT id FROM team WHERE id = ${teamId}::uuid FOR UPDATE`
  const rows = await tx.membership.findMany({
    where: { teamId },
    select: { userId: true, role: true, cameOf: true },
  })
  return rows.map(({ userId, role, cameOf }) => ({ userId, role: role as Role, cameOf }))
}

export async function setRole(
  tx: Tx,
  {
    teamId,
    userId,
    role,
    cameOf,
  }: { teamId: string; userId: string; role: Role; cameOf?: readonly string[] },
): Promise<void> {
  await tx.membership.upsert({
    where: { teamId_userId: { teamId, userId } },
    create: { teamId, userId, role, cameOf: [...(cameOf ?? [])] },
    update: cameOf === undefined ? { role } : { role, cameOf: [...cameOf] },
  })
}

/**
 * Removes a member from a team. Returns the number of teams to which the person still belongs. Throws if the
 * person is not a member.
 */
export async function removeMembership(tx: Tx, teamId: string, userId: string): Promise<number> {
  await tx.membership.delete({ where: { teamId_userId: { teamId, userId } } })
  return tx.membership.count({ where: { userId } })
}

/** True if a person with this address has access to the team; without a team, to the deployment. */
export async function isPersonOf(tx: Tx, teamId: string | null, email: string): Promise<boolean> {
  const theirs = teamId === null ? {} : { OR: [{ owner: true }, { memberships: { some: { teamId } } }] }
  return (await tx.user.count({ where: { email: email.toLowerCase(), disabledAt: null, ...theirs } })) > 0
}

/** Assigns open conflicts to a person, or removes their assignment. Returns the ids of those that changed. */
export async function assignConflictRows(
  tx: Tx,
  teamId: string,
  { ids, person }: { ids: readonly string[]; person: string | null },
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    UPDATE conflict SET assignee_id = ${person}::uuid WHERE team_id = ${teamId}::uuid AND id = ANY(${[...ids]}::uuid[]) AND state = 'open' AND assignee_id IS DISTINCT FROM ${person}::uuid RETURNING id`
  return rows.map((row) => row.id)
}

/**
 * Unassigns everything in the team from a person who leaves it, and deletes the person's notices. Returns the
 * number of items that were unassigned.
 */
export async function clearAssignmentsOf(tx: Tx, teamId: string, person: string): Promise<number> {
  const theirs = { where: { teamId, assigneeId: person }, data: { assigneeId: null } }
  const cleared = [
    await tx.proposal.updateMany(theirs),
    await tx.conflict.updateMany(theirs),
    await tx.alert.updateMany(theirs),
  ]
  await tx.personalNotice.deleteMany({ where: { teamId, userId: person } })
  return cleared.reduce((sum, { count }) => sum + count, 0)
}

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
