import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { commit } from "@/lib/db/infra/commit"
import { addInvitation, readInvitations, withdrawInvitation as withdraw } from "@/lib/db/teams/members"
import { newSecret } from "@/lib/db/infra/secrets"
import { can, ROLES } from "@/lib/memory/teams/actor"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { nextOutput, pageInput, pageOf } from "../infra/paging"
import { teamOf } from "./team-and-project"

const Team = z.string().min(1).describe("A team's slug, name or ID")

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
