import type { Membership, Role } from "@/lib/memory/teams/actor"
import { database } from "../infra/client"
import { endCommandLines, deleteLogins } from "./logins"
import type { Tx } from "../infra/commit"

/** A person with the data that sign-in and checks of rights need. */
export interface Person {
  readonly id: string
  readonly email: string
  readonly name: string
  /** True for an owner of the deployment. */
  readonly owner: boolean
  readonly passwordHash: string | null
  /** Number of the valid logins. Logins with another number have ended. */
  readonly loginEpoch: number
  readonly disabled: boolean
  readonly memberships: readonly Membership[]
}

const WITH_MEMBERSHIPS = { memberships: { select: { teamId: true, role: true, cameOf: true } } } as const

export async function findPerson(id: string): Promise<Person | null> {
  return toPerson(await database().user.findUnique({ where: { id }, include: WITH_MEMBERSHIPS }))
}

/** Returns the person of a login. Null if the login has ended or expired, or belongs to another person. */
export async function findPersonOfLogin(
  { login, userId }: { login: string; userId: string },
  now: Date,
): Promise<Person | null> {
  const held = { id: login, expiresAt: { gt: now } }
  return toPerson(
    await database().user.findFirst({
      where: { id: userId, logins: { some: held } },
      include: WITH_MEMBERSHIPS,
    }),
  )
}

export async function findPersonByEmail(email: string): Promise<Person | null> {
  return toPerson(
    await database().user.findUnique({ where: { email: email.toLowerCase() }, include: WITH_MEMBERSHIPS }),
  )
}

/** Returns the person with this account at a provider such as GitHub. Null if there is none. */
export async function findPersonByIdentity(provider: string, subject: string): Promise<Person | null> {
  const identity = await database().identity.findUnique({
    where: { provider_subject: { provider, subject } },
    include: { user: { include: WITH_MEMBERSHIPS } },
  })
  return toPerson(identity?.user ?? null)
}

export async function listProviders(personId: string): Promise<string[]> {
  const identities = await database().identity.findMany({
    where: { userId: personId },
    orderBy: { provider: "asc" },
  })
  return identities.map((one) => one.provider)
}

export async function ownerExists(): Promise<boolean> {
  return (await database().user.findFirst({ where: { owner: true }, select: { id: true } })) !== null
}

/**
 * Locks the ownership of the deployment until the end of the transaction, so that only one person can become
 * the first owner. Returns true if there is an owner already.
 */
export async function lockOwnership(tx: Tx): Promise<boolean> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('quarterdeck.owner'))`
  return (await tx.user.findFirst({ where: { owner: true }, select: { id: true } })) !== null
}

export interface NewPerson {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly passwordHash: string | null
  readonly owner: boolean
}

/** Stores a person. Returns false if the e-mail address is taken. */
export async function addPerson(tx: Tx, person: NewPerson): Promise<boolean> {
  const { count } = await tx.user.createMany({
    data: [{ ...person, email: person.email.toLowerCase() }],
    skipDuplicates: true,
  })
  return count === 1
}

export async function makeOwner(tx: Tx, personId: string): Promise<void> {
  await tx.user.update({ where: { id: personId }, data: { owner: true } })
}

export async function linkIdentity(
  tx: Tx,
  identity: { provider: string; subject: string; userId: string },
): Promise<void> {
  await tx.identity.createMany({ data: [identity], skipDuplicates: true })
}

/** Ends all logins of the person, including command lines. */
export async function endLogins(tx: Tx, personId: string): Promise<void> {
  await tx.user.update({ where: { id: personId }, data: { loginEpoch: { increment: 1 } } })
  await deleteLogins(tx, personId)
  await endCommandLines(tx, personId)
}

/**
 * Sets the password of a person and ends all logins, including command lines. Returns the new `loginEpoch`.
 */
export async function changePassword(tx: Tx, personId: string, passwordHash: string): Promise<number> {
  const { loginEpoch } = await tx.user.update({
    where: { id: personId },
    data: { passwordHash, loginEpoch: { increment: 1 } },
  })
  await deleteLogins(tx, personId)
  await endCommandLines(tx, personId)
  return loginEpoch
}

export async function renamePerson(tx: Tx, personId: string, name: string): Promise<void> {
  await tx.user.update({ where: { id: personId }, data: { name } })
}

type UserRow = {
  id: string
  email: string
  name: string
  owner: boolean
  passwordHash: string | null
  loginEpoch: number
  disabledAt: Date | null
  memberships: { teamId: string; role: string; cameOf: string[] }[]
}

function toPerson(row: UserRow | null): Person | null {
  if (row === null) return null
  const { disabledAt, memberships, ...rest } = row
  return {
    ...rest,
    disabled: disabledAt !== null,
    memberships: memberships.map(({ teamId, role, cameOf }) => ({
      teamId,
      role: role as Role,
      ...(cameOf.length === 0 ? {} : { cameOf }),
    })),
  }
}
