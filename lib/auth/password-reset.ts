import { decode, encode } from "next-auth/jwt"
import { commit } from "@/lib/db/infra/commit"
import { changePassword, findPerson, type Person } from "@/lib/db/teams/people"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { authSecret } from "./environment"
import { storedPersonOf } from "./join"
import { personActor } from "./create-actor"
import { hashPassword, passwordProblem } from "./password"

const HOURS = 24
/**
 * Salt of the key that encrypts reset links. Logins have another key, so neither can be used as the other.
 */
const PURPOSE = "password-reset"

/**
 * Returns a path with which the person can set a password once, within a day. Nothing is stored. The path
 * contains the person's login epoch, which a new password increases. Only the owner of the deployment may
 * create the path, because it gives access to the account.
 */
export async function resetPath(actor: Actor, personId: string): Promise<Outcome<string>> {
  if (!can(actor, "own", { teamId: null }))
    return refused("forbidden", "Only the Quarterdeck owner can reset passwords")
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

/** Returns the person of a reset link. Null if the link was used, has expired, or is invalid. */
export async function personOfReset(key: string): Promise<Person | null> {
  // Every error means that the link is invalid.
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
      // The link was used a second time during hashing.
      return loginEpoch === person.loginEpoch + 1 ? done(undefined) : refused("conflict", RESET_ENDED)
    },
  )
  return changed.ok ? storedPersonOf(person.id) : changed
}

export const RESET_ENDED =
  "This link has already been used or has expired. Ask the Quarterdeck owner for a new link."
