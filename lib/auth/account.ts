import { commit } from "@/lib/db/infra/commit"
import { changePassword, endLogins, type Person, renamePerson } from "@/lib/db/teams/people"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { personActor } from "./create-actor"
import { hashPassword, passwordProblem, verifyPassword, checkPassword } from "./password"
import { nameProblem, storedPersonOf } from "./join"

export { listProviders } from "@/lib/db/teams/people"

/** Renames a person. Earlier records keep the old name. */
export async function changeName(person: Person, given: string): Promise<Outcome<Person>> {
  const name = given.trim()
  const problem = nameProblem(name)
  if (problem) return refused("invalid", problem)
  const renamed = await commit(
    personActor(person),
    { kind: "person.rename", teamId: null, subject: name, detail: { before: person.name } },
    async (tx) => {
      await renamePerson(tx, person.id, name)
      return done(undefined)
    },
  )
  return renamed.ok ? storedPersonOf(person.id) : renamed
}

/**
 * Sets a password and returns the person. Requires the current password if there is one, and is throttled
 * like a sign-in. Ends all logins of the person, including this one and those of command lines.
 */
export async function setPassword(
  person: Person,
  { current, wanted, address }: { current: string; wanted: string; address: string },
): Promise<Outcome<Person>> {
  const problem = passwordProblem(wanted)
  if (problem) return refused("invalid", problem)
  if (person.passwordHash !== null) {
    const proven = await checkPassword({ email: person.email, password: current, address })
    if (!proven.ok)
      return proven.reason === "unauthenticated"
        ? refused("unauthenticated", "The current password is incorrect.")
        : proven
    if (await verifyPassword(wanted, person.passwordHash))
      return refused("invalid", "This is your current password. Choose a different password.")
  }
  const passwordHash = await hashPassword(wanted)
  const changed = await commit(
    personActor(person),
    { kind: "person.change-password", teamId: null, subject: person.name },
    async (tx) => {
      await changePassword(tx, person.id, passwordHash)
      return done(undefined)
    },
  )
  return changed.ok ? storedPersonOf(person.id) : changed
}

/** Ends all logins of the person, including this one. */
export async function endAllLogins(person: Person): Promise<void> {
  await commit(
    personActor(person),
    { kind: "login.end-all", teamId: null, subject: person.name },
    async (tx) => {
      await endLogins(tx, person.id)
      return done(undefined)
    },
  )
}
