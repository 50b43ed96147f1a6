import { commit } from "@/lib/db/infra/commit"
import { newId } from "@/lib/db/infra/identifiers"
import type { Invitation } from "@/lib/db/teams/members"
import { addPerson, findPerson, findPersonByEmail, type Person } from "@/lib/db/teams/people"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { INVITATION_WORDS, readInvitation, acceptInvitation } from "./invitation"
import { personActor } from "./create-actor"
import { hashPassword, passwordProblem } from "./password"

export interface Newcomer extends Profile {
  readonly key: string
  readonly password: string
}

/** Creates a person with a password from an invitation or the owner link. */
export async function joinWithPassword(
  { key, password, ...profile }: Newcomer,
  now = new Date(),
): Promise<Outcome<Person>> {
  const found = await readInvitation(key, now)
  if (found.state !== "open") return refused("conflict", INVITATION_WORDS[found.state])
  const { invitation } = found

  const name = profile.name.trim()
  const email = profile.email.trim().toLowerCase()
  const problem = nameProblem(name) ?? emailProblem(email) ?? passwordProblem(password)
  if (problem) return refused("invalid", problem)
  if (await findPersonByEmail(email)) return EMAIL_TAKEN

  const person = { id: newId(), email, name, owner: false, passwordHash: await hashPassword(password) }
  const joined = await commit(
    personActor({ ...person, memberships: [] }),
    invitationAccepted(invitation, name),
    async (tx) => {
      if (!(await addPerson(tx, person))) return EMAIL_TAKEN
      return (await acceptInvitation(tx, { invitation, person, now })) ?? done(undefined)
    },
  )
  return joined.ok ? storedPersonOf(person.id) : joined
}

/** Accepts an invitation for a person who is signed in. */
export async function joinAs(person: Person, key: string, now = new Date()): Promise<Outcome<Person>> {
  const found = await readInvitation(key, now)
  if (found.state !== "open") return refused("conflict", INVITATION_WORDS[found.state])
  return acceptInvitationAs(person, found.invitation, now)
}

export async function acceptInvitationAs(
  person: Person,
  invitation: Invitation,
  now: Date,
): Promise<Outcome<Person>> {
  const joined = await commit(
    personActor(person),
    invitationAccepted(invitation, person.name),
    async (tx) => {
      return (await acceptInvitation(tx, { invitation, person, now })) ?? done(undefined)
    },
  )
  return joined.ok ? storedPersonOf(person.id) : joined
}

/** Returns the audit event of an accepted invitation. */
export function invitationAccepted(invitation: Invitation, name: string) {
  if (invitation.teamId === null) return { kind: "owner.claim", teamId: null, subject: name }
  return { kind: "member.join", teamId: invitation.teamId, subject: name, detail: { role: invitation.role } }
}

export async function storedPersonOf(id: string): Promise<Outcome<Person>> {
  const person = await findPerson(id)
  return person
    ? done(person)
    : refused("not-found", "This account no longer exists. Ask a team lead for a new invitation.")
}

const EMAIL_TAKEN = refused(
  "conflict",
  "An account with this email address already exists. Sign in with that account, then open the link again.",
)

/** Name and email address that a person enters when joining. */
interface Profile {
  readonly name: string
  readonly email: string
}

/**
 * Returns why a name is not accepted, or null. Control and direction characters are refused, because names
 * that contain them could look like other names.
 */
export function nameProblem(name: string): string | null {
  const trimmed = name.trim()
  if (trimmed === "") return "Enter the name that others will see."
  if (trimmed.length > 80) return "The name can have at most 80 characters."
  if (/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(trimmed))
    return "Remove the invisible character from the name."
  return null
}

export function emailProblem(email: string): string | null {
  const trimmed = email.trim()
  return trimmed.length <= 254 && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(trimmed)
    ? null
    : "This is not a valid email address."
}
