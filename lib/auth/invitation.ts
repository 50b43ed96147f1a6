import { isTeamToken } from "@/lib/db/teams/access-tokens"
import { commit, type Tx } from "@/lib/db/infra/commit"
import {
  addInvitation,
  claimInvitation,
  findInvitation,
  type Invitation,
  withdrawOwnerInvitations,
  lockMembers,
  setRole,
} from "@/lib/db/teams/members"
import { lockOwnership, makeOwner, ownerExists } from "@/lib/db/teams/people"
import { newSecret } from "@/lib/db/infra/secrets"
import { ROLES } from "@/lib/memory/teams/actor"
import { done, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { systemActor } from "./create-actor"

export { findTeamName } from "@/lib/db/teams/teams"

const OWNER_LINK_DAYS = 7

/**
 * Returns a new link that makes its visitor the owner. Works once, within seven days. Earlier links stop
 * working. Returns null if there is an owner.
 */
export async function ownerLink(baseUrl: string, now = new Date()): Promise<string | null> {
  if (await ownerExists()) return null
  const secret = newSecret()
  const expiresAt = new Date(now.getTime() + OWNER_LINK_DAYS * 86_400_000)
  const made = await commit(
    systemActor(),
    { kind: "owner.invite", teamId: null, subject: "the first owner" },
    async (tx) => {
      if (await lockOwnership(tx)) return ALREADY_OWNED
      await withdrawOwnerInvitations(tx)
      await addInvitation(tx, {
        teamId: null,
        role: "owner",
        email: null,
        secret,
        createdBy: "system",
        expiresAt,
      })
      return done(undefined)
    },
  )
  return made.ok ? `${baseUrl.replace(/\/$/, "")}/welcome?key=${secret}` : null
}

export type InvitationState =
  | { readonly state: "open"; readonly invitation: Invitation }
  | { readonly state: "unknown" | "used" | "expired" }

export async function readInvitation(
  key: string | null | undefined,
  now = new Date(),
): Promise<InvitationState> {
  const invitation = key ? await findInvitation(key) : null
  if (!invitation) return { state: "unknown" }
  if (invitation.usedAt !== null) return { state: "used" }
  if (invitation.expiresAt <= now) return { state: "expired" }
  return { state: "open", invitation }
}

/**
 * Accepts an invitation: makes the person the owner, or a member of the team with at least the invitation's
 * role. Returns a refusal, or null on success.
 */
export async function acceptInvitation(
  tx: Tx,
  { invitation, person, now }: { invitation: Invitation; person: { id: string; email: string }; now: Date },
): Promise<Refusal | null> {
  const { id, teamId, role, email } = invitation
  if (email !== null && email !== person.email.toLowerCase())
    return refused("forbidden", `This invitation is for ${email}. Use that email address to accept it.`)
  if (teamId === null && (await lockOwnership(tx))) return ALREADY_OWNED
  if (teamId !== null && (await isTeamToken(tx, invitation.createdBy))) return MADE_BY_TOKEN
  if (!(await claimInvitation(tx, id, now))) return refused("conflict", INVITATION_WORDS.used)
  if (teamId === null) {
    await makeOwner(tx, person.id)
    return null
  }
  await joinTeam(tx, { teamId, userId: person.id, role, invitedBy: invitation.createdBy })
  return null
}

/** Adds a person to a team. A member with a higher role keeps it. */
async function joinTeam(
  tx: Tx,
  {
    teamId,
    userId,
    role,
    invitedBy,
  }: { teamId: string; userId: string; role: Invitation["role"]; invitedBy: string },
): Promise<void> {
  const members = await lockMembers(tx, teamId)
  const known = members.find((one) => one.userId === userId)
  if (known && ROLES.indexOf(known.role) >= ROLES.indexOf(role)) return
  const inviter = members.find((one) => one.userId === invitedBy)
  const cameOf = [...new Set([...(known?.cameOf ?? []), ...(inviter?.cameOf ?? [])])]
  await setRole(tx, { teamId, userId, role, cameOf })
}

export const INVITATION_WORDS = {
  unknown:
    "This link is invalid. Part of the link may be missing, or the invitation may have been withdrawn. Ask for a new link.",
  used: "This link has already been used. Each link works only once. Ask for a new link.",
  expired: "This link has expired. Ask for a new link.",
} as const

/** Refusal of an invitation that was created with an access token. */
const MADE_BY_TOKEN = refused(
  "forbidden",
  "This invitation was created with an access token, but only people can invite others. Ask a team lead for a new invitation.",
)

const ALREADY_OWNED = refused(
  "conflict",
  "Quarterdeck already has an owner. Ask the owner for an invitation.",
)
