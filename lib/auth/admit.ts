import { commit } from "@/lib/db/commit"
import { newId } from "@/lib/db/identifiers"
import { findInvitationFor, type Invitation } from "@/lib/db/invitations"
import { addPerson, findPerson, findPersonByEmail, findPersonByIdentity, linkIdentity, type Person } from "@/lib/db/people"
import { done, type Outcome, refused } from "@/lib/memory/outcome"
import { allowedDomains } from "./environment"
import { readInvitation, takeUp } from "./invitation"
import { asStored, happening, takeUpAs } from "./join"
import { personActor } from "./mint"

/** A person as GitHub or the OIDC provider vouches for them. */
export interface Vouched {
  readonly provider: string
  /** The provider's own id of the person: what is recognised next time, whatever becomes of the address. */
  readonly subject: string
  readonly name: string
  /** Null unless the provider says that it has verified it. */
  readonly verifiedEmail: string | null
}

export interface Circumstances {
  /** The key of an invitation that the visitor came with. */
  readonly key?: string
  /** Who is signed in and asked to connect this account to theirs. */
  readonly connectTo?: Person
}

/** Lets in who is known, who was invited, and who belongs to an allowed domain. Nobody else. */
export async function admit(vouched: Vouched, { key, connectTo }: Circumstances, now = new Date()): Promise<Outcome<Person>> {
  const known = await findPersonByIdentity(vouched.provider, vouched.subject)
  if (connectTo) return known && known.id !== connectTo.id ? BELONGS_TO_ANOTHER : connect(vouched, connectTo)
  const invitation = await invitationFor(vouched, key, now)
  if (known) return known.disabled ? NOT_ADMITTED : accepting(known, invitation, now)

  const email = vouched.verifiedEmail?.toLowerCase()
  if (!email) return refused("forbidden", "The provider does not say that your e-mail address is verified.")
  const namesake = await findPersonByEmail(email)
  if (namesake?.disabled) return NOT_ADMITTED
  // Whoever set that password never proved that the address is theirs; linking would give them this account.
  if (namesake?.passwordHash) return PASSWORD_FIRST
  if (namesake) {
    const linked = await connect(vouched, namesake)
    return linked.ok ? accepting(linked.value, invitation, now) : linked
  }
  if (!invitation && !allowedDomains().includes(email.slice(email.lastIndexOf("@") + 1))) return NOT_ADMITTED
  return welcome({ vouched, email, invitation, now })
}

async function invitationFor({ verifiedEmail }: Vouched, key: string | undefined, now: Date): Promise<Invitation | null> {
  if (key) {
    const found = await readInvitation(key, now)
    return found.state === "open" ? found.invitation : null
  }
  return verifiedEmail ? findInvitationFor(verifiedEmail, now) : null
}

/** An invitation that does not fit keeps nobody out who is known anyway. */
async function accepting(person: Person, invitation: Invitation | null, now: Date): Promise<Outcome<Person>> {
  if (!invitation) return done(person)
  const joined = await takeUpAs(person, invitation, now)
  return joined.ok ? joined : done(person)
}

async function connect({ provider, subject }: Vouched, person: Person): Promise<Outcome<Person>> {
  const linked = await commit(personActor(person), { kind: "identity.connect", teamId: null, subject: person.name, detail: { provider } }, async (tx) => {
    await linkIdentity(tx, { provider, subject, userId: person.id })
    return done(undefined)
  })
  return linked.ok ? ((await findPerson(person.id)) ? done(person) : NOT_ADMITTED) : linked
}

async function welcome({ vouched, email, invitation, now }: { vouched: Vouched; email: string; invitation: Invitation | null; now: Date }): Promise<Outcome<Person>> {
  const { provider, subject, name } = vouched
  const person = { id: newId(), email, name: name.trim().slice(0, 80) || email, owner: false, passwordHash: null }
  const event = invitation ? happening(invitation, person.name) : { kind: "person.admit", teamId: null, subject: person.name, detail: { provider } }
  const joined = await commit(personActor({ ...person, memberships: [] }), event, async (tx) => {
    if (!(await addPerson(tx, person))) return NOT_ADMITTED
    await linkIdentity(tx, { provider, subject, userId: person.id })
    return (invitation && (await takeUp(tx, { invitation, person, now }))) ?? done(undefined)
  })
  return joined.ok ? asStored(person.id) : joined
}

const NOT_ADMITTED = refused("forbidden", "You are not invited yet. Ask a lead of your team for an invitation.")
const BELONGS_TO_ANOTHER = refused("conflict", "This account belongs to somebody else here.")
const PASSWORD_FIRST = refused("conflict", "There is an account with this address that signs in with a password. Sign in with it, then connect the other account under Your account.")
