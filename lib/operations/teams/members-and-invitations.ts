import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { revokeTokensOf } from "@/lib/db/teams/access-tokens"
import {
  clearAssignmentsOf,
  lockMembers,
  readMembers,
  removeMembership,
  setRole,
  addInvitation,
  readInvitations,
  withdrawInvitation as withdraw,
} from "@/lib/db/teams/members"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { endLogins, findPerson } from "@/lib/db/teams/people"
import { type Actor, can, type Role, ROLES } from "@/lib/memory/teams/actor"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { newSecret } from "@/lib/db/infra/secrets"
import { operation } from "../operation"
import { nextOutput, pageInput, pageOf } from "../infra/paging"
import { teamOf } from "./team-and-project"

const Team = z.string().min(1).describe("A team's slug, name or ID")

export const Member = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable().describe("Null for access tokens without the admin permission"),
  role: z.enum(ROLES),
  deploymentOwner: z.boolean().describe("Owns the deployment and has access to every team"),
  since: z.iso.datetime().nullable(),
})
export type Member = z.output<typeof Member>

export const listMembers = operation({
  name: "member.list",
  summary: "List the members of a team with their roles.",
  method: "GET",
  path: "/teams/{team}/members",
  right: "read",
  input: z.object({ team: Team, ...pageInput }),
  output: z.object({ members: z.array(Member), next: nextOutput }),
  async run(actor, { team: reference, ...asked }) {
    const team = await teamOf(actor, "read", reference)
    if (!team.ok) return team
    const { rows, next } = pageOf(await readMembers(visibilityOf(actor, team.value.id)), asked)
    const seesAddresses = actor.kind !== "token" || can(actor, "manage", { teamId: team.value.id })
    return done({
      members: rows.map(({ email, since, ...rest }) => ({
        ...rest,
        email: seesAddresses ? email : null,
        since: since?.toISOString() ?? null,
      })),
      next,
    })
  },
})

export const changeRole = operation({
  name: "member.change-role",
  summary: "Change a member's role.",
  method: "PATCH",
  path: "/teams/{team}/members/{person}",
  right: "admit",
  input: z.object({ team: Team, person: z.uuid(), role: z.enum(ROLES) }),
  output: z.object({ person: z.string(), role: z.enum(ROLES) }),
  async run(actor, { team: reference, person: personId, role }) {
    const team = await teamOf(actor, "admit", reference)
    if (!team.ok) return team
    const { id: teamId, name: teamName } = team.value
    const person = await findPerson(personId)
    if (!person) return NO_SUCH_MEMBER
    const event = { kind: "member.change-role", teamId, subject: person.name, detail: { role } }
    return commit(actor, event, async (tx) => {
      const current = await roleIn(tx, teamId, personId)
      if (!current.ok) return current
      const problem =
        mayChange(actor, teamId, current.value, role) ??
        (role === "owner" ? null : lastOwner(current.value, teamName))
      if (problem) return problem
      await setRole(tx, { teamId, userId: personId, role })
      return done({ person: personId, role })
    })
  },
})

export const removeMember = operation({
  name: "member.remove",
  summary:
    "Remove a member from a team. Their access ends immediately, and the access tokens that they created for the team are revoked. Their writes are kept, and items assigned to them become unassigned.",
  method: "DELETE",
  path: "/teams/{team}/members/{person}",
  right: "read",
  input: z.object({
    team: Team,
    person: z.uuid(),
    revokeTokens: z
      .union([z.boolean(), z.stringbool()])
      .default(true)
      .describe("Ignored. The access tokens that the member created for this team are always revoked"),
  }),
  output: z.object({ person: z.string(), revokedTokens: z.int(), unassigned: z.int() }),
  async run(actor, { team: reference, person: personId }) {
    const leaving = actor.kind === "person" && actor.id === personId
    const team = await teamOf(actor, leaving ? "read" : "admit", reference)
    if (!team.ok) return team
    const { id: teamId, name: teamName } = team.value
    const person = await findPerson(personId)
    if (!person) return NO_SUCH_MEMBER
    return commit(
      actor,
      (value: { revokedTokens: number; unassigned: number }) => ({
        kind: "member.remove",
        teamId,
        subject: person.name,
        detail: { revokedTokens: value.revokedTokens, unassigned: value.unassigned },
      }),
      async (tx) => {
        const current = await roleIn(tx, teamId, personId)
        if (!current.ok) return current
        const problem =
          (leaving ? null : mayChange(actor, teamId, current.value, "viewer")) ??
          lastOwner(current.value, teamName)
        if (problem) return problem
        const unassigned = await clearAssignmentsOf(tx, teamId, personId)
        const otherTeams = await removeMembership(tx, teamId, personId)
        if (otherTeams === 0 && !person.owner) await endLogins(tx, personId)
        const revokedTokens = await revokeTokensOf(tx, { teamId, mintedBy: personId, now: new Date() })
        return done({ person: personId, revokedTokens, unassigned })
      },
    )
  },
})

interface Standing {
  readonly role: Role
  readonly owners: number
}

/**
 * Returns the role of a member and the number of owners. Locks the members, so that two owners who remove
 * each other at the same time leave one owner.
 */
async function roleIn(tx: Tx, teamId: string, personId: string): Promise<Outcome<Standing>> {
  const members = await lockMembers(tx, teamId)
  const role = members.find((one) => one.userId === personId)?.role
  return role ? done({ role, owners: members.filter((one) => one.role === "owner").length }) : NO_SUCH_MEMBER
}

/**
 * Returns a refusal if the actor may not change this role, or null. Only owners may add, change and remove
 * owners.
 */
function mayChange(actor: Actor, teamId: string, { role: from }: Standing, to: Role): Refusal | null {
  if ((from !== "owner" && to !== "owner") || can(actor, "own", { teamId })) return null
  return refused(
    "forbidden",
    to === "owner" ? "Only an owner can make someone an owner" : "Only an owner can change an owner's role",
  )
}

function lastOwner({ role, owners }: Standing, teamName: string): Refusal | null {
  if (role !== "owner" || owners > 1) return null
  return refused(
    "conflict",
    `This person is the last owner of ${teamName}. Make another person an owner first`,
  )
}

const NO_SUCH_MEMBER = refused("not-found", "Person not found in this team")

export const OpenInvitation = z.object({
  id: z.string(),
  role: z.enum(ROLES),
  email: z
    .string()
    .nullable()
    .describe("The only email address that can use the invitation. Null if anyone with the link can use it"),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type OpenInvitation = z.output<typeof OpenInvitation>

export const listInvitations = operation({
  name: "invitation.list",
  summary: "List a team's unused invitations.",
  method: "GET",
  path: "/teams/{team}/invitations",
  right: "manage",
  input: z.object({ team: Team, ...pageInput }),
  output: z.object({ invitations: z.array(OpenInvitation), next: nextOutput }),
  async run(actor, { team: reference, ...asked }) {
    const team = await teamOf(actor, "manage", reference)
    if (!team.ok) return team
    const { rows, next } = pageOf(
      await readInvitations(visibilityOf(actor, team.value.id), new Date()),
      asked,
    )
    return done({
      invitations: rows.map(({ id, role, email, createdAt, expiresAt }) => ({
        id,
        role,
        email,
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      })),
      next,
    })
  },
})

export const inviteMember = operation({
  name: "member.invite",
  summary:
    "Create a single-use link that invites one person to a team. The link is shown only in this response.",
  method: "POST",
  path: "/teams/{team}/invitations",
  right: "admit",
  shownOnce: true,
  input: z.object({
    team: Team,
    role: z.enum(ROLES),
    email: z.email().max(254).nullish().describe("The only email address that can use the link"),
    days: z.int().min(1).max(30).default(7).describe("Lifetime of the link, in days"),
  }),
  output: z.object({
    id: z.string(),
    path: z.string().describe("Append this path to Quarterdeck's address: /join?key=…"),
    expiresAt: z.iso.datetime(),
  }),
  async run(actor, { team: reference, role, email, days }) {
    const team = await teamOf(actor, "admit", reference)
    if (!team.ok) return team
    const { id: teamId } = team.value
    if (role === "owner" && !can(actor, "own", { teamId }))
      return refused("forbidden", "Only an owner can make someone an owner")
    const secret = newSecret()
    const expiresAt = new Date(Date.now() + days * 86_400_000)
    const event = {
      kind: "member.invite",
      teamId,
      subject: email ?? "anyone with the link",
      detail: { role, days },
    }
    return commit(actor, event, async (tx) => {
      const id = await addInvitation(tx, {
        teamId,
        role,
        email: email ?? null,
        secret,
        createdBy: actor.id,
        expiresAt,
      })
      return done({ id, path: `/join?key=${secret}`, expiresAt: expiresAt.toISOString() })
    })
  },
})

export const withdrawInvitation = operation({
  name: "invitation.withdraw",
  summary: "Revoke an unused invitation.",
  method: "DELETE",
  path: "/teams/{team}/invitations/{invitation}",
  right: "admit",
  input: z.object({ team: Team, invitation: z.uuid() }),
  output: z.object({ id: z.string() }),
  async run(actor, { team: reference, invitation: id }) {
    const team = await teamOf(actor, "admit", reference)
    if (!team.ok) return team
    const open = (await readInvitations(visibilityOf(actor, team.value.id), new Date())).find(
      (one) => one.id === id,
    )
    if (!open) return NO_SUCH_INVITATION
    if (open.role === "owner" && !can(actor, "own", { teamId: team.value.id }))
      return refused("forbidden", "Only an owner can revoke an invitation to become an owner")
    const event = {
      kind: "invitation.withdraw",
      teamId: team.value.id,
      subject: open.email ?? "anyone with the link",
      detail: { role: open.role },
    }
    return commit(actor, event, async (tx) =>
      (await withdraw(tx, team.value.id, id)) ? done({ id }) : NO_SUCH_INVITATION,
    )
  },
})

const NO_SUCH_INVITATION = refused("not-found", "Invitation not found or already used")
