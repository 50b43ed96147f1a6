import { commit } from "@/lib/db/infra/commit"
import { changePassword, endLogins, type Person, renamePerson } from "@/lib/db/teams/people"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { personActor } from "./mint"
import { hashPassword, passwordProblem, verifyPassword } from "./password"
import { nameProblem } from "./profile"
import { asStored } from "./join"
import { provePassword } from "./sign-in"

/** The person under another name. What they did before keeps the old one. */
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
  return renamed.ok ? asStored(person.id) : renamed
}

/** Takes the current password (where there is one), throttled as a sign-in is. Every other login of the person ends. */
export async function setPassword(
  person: Person,
  { current, wanted, address }: { current: string; wanted: string; address: string },
): Promise<Outcome<Person>> {
  const problem = passwordProblem(wanted)
  if (problem) return refused("invalid", problem)
  if (person.passwordHash !== null) {
    const proven = await provePassword({ email: person.email, password: current, address })
    if (!proven.ok)
      return proven.reason === "unauthenticated"
        ? refused("unauthenticated", "The current password is not right.")
        : proven
    if (await verifyPassword(wanted, person.passwordHash))
      return refused("invalid", "This is the current password. Choose another one.")
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
  return changed.ok ? asStored(person.id) : changed
}

/** Signs the person out everywhere, here too. */
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
