import { commit } from "@/lib/db/infra/commit"
import { newId } from "@/lib/db/infra/identifiers"
import { findInvitationFor, type Invitation } from "@/lib/db/teams/members"
import {
  addPerson,
  findPerson,
  findPersonByEmail,
  findPersonByIdentity,
  linkIdentity,
  type Person,
} from "@/lib/db/teams/people"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { allowedDomains } from "./environment"
import { readInvitation, acceptInvitation } from "./invitation"
import { storedPersonOf, invitationAccepted, acceptInvitationAs } from "./join"
import { personActor } from "./create-actor"

/** A person as GitHub or the OIDC provider identifies them. */
export interface ProviderIdentity {
  readonly provider: string
  /** ID of the person at the provider. Does not change with the email address. */
  readonly subject: string
  readonly name: string
  /** Email address that the provider has verified, or null. */
  readonly verifiedEmail: string | null
}

export interface AdmissionContext {
  /** The key of the invitation with which the visitor came. */
  readonly key?: string
  /** The signed-in person who connects this account. */
  readonly connectTo?: Person
}

/**
 * Admits a person who signed in through a provider: known people, invited people, and people of an allowed
 * domain.
 */
export async function admitProviderUser(
  vouched: ProviderIdentity,
  { key, connectTo }: AdmissionContext,
  now = new Date(),
): Promise<Outcome<Person>> {
  const known = await findPersonByIdentity(vouched.provider, vouched.subject)
  if (connectTo)
    return known && known.id !== connectTo.id ? ADMISSION_REFUSALS.anothers : connect(vouched, connectTo)
  const invitation = await invitationFor(vouched, key, now)
  if (known) return known.disabled ? ADMISSION_REFUSALS["not-invited"] : accepting(known, invitation, now)

  const email = vouched.verifiedEmail?.toLowerCase()
  if (!email) return ADMISSION_REFUSALS["email-unverified"]
  const namesake = await findPersonByEmail(email)
  if (namesake) return linkByEmail(vouched, namesake, invitation, now)
  if (!invitation && !allowedDomains().includes(email.slice(email.lastIndexOf("@") + 1)))
    return ADMISSION_REFUSALS["not-invited"]
  return welcome({ vouched, email, invitation, now })
}

/**
 * Connects an identity to the account with the same verified email address. Refused if the account is
 * disabled or has a password.
 */
async function linkByEmail(
  vouched: ProviderIdentity,
  person: Person,
  invitation: Invitation | null,
  now: Date,
): Promise<Outcome<Person>> {
  if (person.disabled) return ADMISSION_REFUSALS["not-invited"]
  // The password may have been set by a person who does not own the address. Linking would give this identity
  // to that person.
  if (person.passwordHash) return ADMISSION_REFUSALS["password-first"]
  const linked = await connect(vouched, person)
  return linked.ok ? accepting(linked.value, invitation, now) : linked
}

async function invitationFor(
  { verifiedEmail }: ProviderIdentity,
  key: string | undefined,
  now: Date,
): Promise<Invitation | null> {
  if (key) {
    const found = await readInvitation(key, now)
    return found.state === "open" ? found.invitation : null
  }
  return verifiedEmail ? findInvitationFor(verifiedEmail, now) : null
}

/** Accepts the invitation, if there is one. A known person is admitted even if the invitation is refused. */
async function accepting(person: Person, invitation: Invitation | null, now: Date): Promise<Outcome<Person>> {
  if (!invitation) return done(person)
  const joined = await acceptInvitationAs(person, invitation, now)
  return joined.ok ? joined : done(person)
}

async function connect({ provider, subject }: ProviderIdentity, person: Person): Promise<Outcome<Person>> {
  const linked = await commit(
    personActor(person),
    { kind: "identity.connect", teamId: null, subject: person.name, detail: { provider } },
    async (tx) => {
      await linkIdentity(tx, { provider, subject, userId: person.id })
      return done(undefined)
    },
  )
  if (!linked.ok) return linked
  return (await findPerson(person.id)) ? done(person) : ADMISSION_REFUSALS["not-invited"]
}

async function welcome({
  vouched,
  email,
  invitation,
  now,
}: {
  vouched: ProviderIdentity
  email: string
  invitation: Invitation | null
  now: Date
}): Promise<Outcome<Person>> {
  const { provider, subject, name } = vouched
  const person = {
    id: newId(),
    email,
    name: name.trim().slice(0, 80) || email,
    owner: false,
    passwordHash: null,
  }
  const event = invitation
    ? invitationAccepted(invitation, person.name)
    : { kind: "person.admit", teamId: null, subject: person.name, detail: { provider } }
  const joined = await commit(personActor({ ...person, memberships: [] }), event, async (tx) => {
    if (!(await addPerson(tx, person))) return ADMISSION_REFUSALS["not-invited"]
    await linkIdentity(tx, { provider, subject, userId: person.id })
    return (invitation && (await acceptInvitation(tx, { invitation, person, now }))) ?? done(undefined)
  })
  return joined.ok ? storedPersonOf(person.id) : joined
}

/**
 * Refusals of people who sign in through a provider, by code. The codes are part of the sign-in page's URL.
 */
export const ADMISSION_REFUSALS = {
  "not-invited": refused("forbidden", "You have not been invited yet. Ask your team lead for an invitation."),
  "email-unverified": refused(
    "forbidden",
    "The provider did not confirm that your email address is verified. Verify the address with the provider, then sign in again.",
  ),
  "password-first": refused(
    "conflict",
    "An account with this address already exists and uses a password. Sign in with the password, then connect the other account in Settings > Your account.",
  ),
  anothers: refused(
    "conflict",
    "That account is already connected to another user. Connect a different account.",
  ),
} as const
