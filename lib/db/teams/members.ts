import type { Visibility } from "@/lib/memory/teams/visibility"
import type { Role } from "@/lib/memory/teams/actor"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"

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
