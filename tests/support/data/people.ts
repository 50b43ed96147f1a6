import { commit } from "@/lib/db/infra/commit"
import { newId } from "@/lib/db/infra/identifiers"
import { setRole } from "@/lib/db/teams/members"
import { addPerson, findPerson, type Person } from "@/lib/db/teams/people"
import { createTeam } from "@/lib/db/teams/projects-and-agents"
import { personActor, systemActor } from "@/lib/auth/create-actor"
import { type Actor, type Role } from "@/lib/memory/teams/actor"
import { done } from "@/lib/memory/inputs/outcome"

/** Factories for users and teams, each with a unique name. */

export async function givenTeam(
  name = `Team ${newId()}`,
): Promise<{ id: string; name: string; slug: string }> {
  return expectDone(
    await commit(systemActor(), { kind: "team.create", teamId: null, subject: name }, async (tx) =>
      done(await createTeam(tx, name)),
    ),
  )
}

export interface GivenPerson {
  readonly team?: { readonly id: string }
  readonly role?: Role
  readonly owner?: boolean
  readonly email?: string
  readonly passwordHash?: string
}

export async function givenPerson({
  team,
  role = "member",
  owner = false,
  email,
  passwordHash,
}: GivenPerson = {}): Promise<Person> {
  const id = newId()
  await commit(systemActor(), { kind: "person.given", teamId: null, subject: id }, async (tx) => {
    await addPerson(tx, {
      id,
      owner,
      name: `Person ${id.slice(-4)}`,
      email: email ?? `${id}@example.com`,
      passwordHash: passwordHash ?? null,
    })
    if (team) await setRole(tx, { teamId: team.id, userId: id, role })
    return done(undefined)
  })
  return storedPerson(id)
}

export async function storedPerson(id: string): Promise<Person> {
  const person = await findPerson(id)
  if (!person) throw new Error(`there is no person ${id}`)
  return person
}

/** The user as an actor with their current rights. */
export async function actorOf(person: { readonly id: string }): Promise<Actor> {
  return personActor(await storedPerson(person.id))
}

export function expectDone<T>(
  outcome: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string },
): T {
  if (!outcome.ok) throw new Error(`refused: ${outcome.message}`)
  return outcome.value
}
