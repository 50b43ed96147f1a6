import { decode, encode } from "next-auth/jwt"
import { commit } from "@/lib/db/infra/commit"
import { changePassword, findPerson, type Person } from "@/lib/db/teams/people"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { authSecret } from "./environment"
import { asStored } from "./join"
import { personActor } from "./mint"
import { hashPassword, passwordProblem } from "./password"

const HOURS = 24
/** A key derived for this alone: a login is no reset link, and the other way round. */
const PURPOSE = "password-reset"

/**
 * A path that lets this person set a password, once, within a day. Nothing is stored: it names the person's login number,
 * which a new password raises. For the owner of the deployment only: whoever has the link has the account.
 */
export async function resetPath(actor: Actor, personId: string): Promise<Outcome<string>> {
  if (!can(actor, "own", { teamId: null }))
    return refused("forbidden", "Only the owner of this Quarterdeck can reset passwords")
  const person = await findPerson(personId)
  if (!person || person.disabled) return refused("not-found", "Person not found")
  const key = await encode({
    token: { sub: person.id, epoch: person.loginEpoch },
    secret: authSecret(),
    salt: PURPOSE,
    maxAge: HOURS * 3_600,
  })
  return commit(actor, { kind: "person.reset-password", teamId: null, subject: person.name }, async () =>
    done(`/reset?key=${encodeURIComponent(key)}`),
  )
}

/** The person whom a reset link is for; null when it was used, has expired, or never was one. */
export async function personOfReset(key: string): Promise<Person | null> {
  // Whatever is wrong with it, it is no reset link.
  const claims = await decode({ token: key, secret: authSecret(), salt: PURPOSE }).catch(() => null)
  const person = claims?.sub ? await findPerson(claims.sub) : null
  return person === null || person.disabled || person.loginEpoch !== claims?.epoch ? null : person
}

export async function resetPassword(key: string, password: string): Promise<Outcome<Person>> {
  const person = await personOfReset(key)
  if (!person) return refused("conflict", RESET_ENDED)
  const problem = passwordProblem(password)
  if (problem) return refused("invalid", problem)
  const passwordHash = await hashPassword(password)
  const changed = await commit(
    personActor(person),
    { kind: "person.change-password", teamId: null, subject: person.name, detail: { by: "reset link" } },
    async (tx) => {
      const loginEpoch = await changePassword(tx, person.id, passwordHash)
      // Somebody else used the link while we hashed.
      return loginEpoch === person.loginEpoch + 1 ? done(undefined) : refused("conflict", RESET_ENDED)
    },
  )
  return changed.ok ? asStored(person.id) : changed
}

export const RESET_ENDED =
  "This link was used already, or has expired. Ask the owner of this Quarterdeck for a new one."
