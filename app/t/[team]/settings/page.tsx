import { notFound } from "next/navigation"
import { InvitationList, MemberList } from "@/components/teams/member-list"
import { InviteForm } from "@/components/teams/member-forms"
import { SettingsSection } from "@/components/settings/settings-section"
import { PlaceTop } from "@/components/shell/navigation-page-top"
import { TeamForm } from "@/components/teams/team-form"
import { TableBox } from "@/components/data/table"
import { requireActor } from "@/lib/auth/actor"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { listAccessTokens } from "@/lib/operations/teams/access-tokens"
import { listInvitations, listMembers } from "@/lib/operations/teams/members-and-invitations"
import { teamOf } from "@/lib/operations/teams/team-and-project"
import { changeMemberRole, invite, makeResetLink, removeFromTeam, rename, withdraw } from "./actions"

export const metadata = { title: "Members" }

export default async function MembersPage({ params }: { params: Promise<{ team: string }> }) {
  const [{ team: slug }, actor] = await Promise.all([params, requireActor()])
  const team = await teamOf(actor, "read", slug)
  if (!team.ok) notFound()
  const manages = can(actor, "manage", { teamId: team.value.id })
  const owns = can(actor, "own", { teamId: team.value.id })
  const [members, invitations, tokens] = await Promise.all([
    listMembers.run(actor, { team: slug }),
    manages ? invitationsOf(actor, slug) : [],
    manages ? accessTokensOf(actor, slug) : [],
  ])
  if (!members.ok) notFound()
  const listed = members.value.members.map((member) => ({
    ...member,
    tokens: tokens.filter((token) => token.createdById === member.id).length,
  }))
  return (
    <>
      <PlaceTop team={slug} current="settings" manages={manages} />
      <div className="grid gap-6 p-4">
        <SettingsSection title="Members" about={`People in ${team.value.name} and their roles.`}>
          <MemberList
            team={slug}
            members={listed}
            you={actor.id}
            manages={manages}
            owns={owns}
            today={new Date().toISOString()}
            changeRole={changeMemberRole}
            remove={removeFromTeam}
            reset={can(actor, "own", { teamId: null }) ? makeResetLink : undefined}
          />
        </SettingsSection>
        {manages ? (
          <SettingsSection
            title="Invite people"
            about="Each link works once, for one person. Quarterdeck doesn’t email invitations, so share the link yourself."
          >
            <TableBox className="p-4">
              <InviteForm team={slug} owns={owns} action={invite} />
            </TableBox>
            {invitations.length > 0 ? (
              <InvitationList team={slug} invitations={invitations} withdraw={withdraw} />
            ) : null}
          </SettingsSection>
        ) : null}
        {manages ? (
          <SettingsSection title="Team" about="The name that members see.">
            <TableBox className="p-4">
              <TeamForm team={slug} name={team.value.name} action={rename} consequence="Save name" />
            </TableBox>
          </SettingsSection>
        ) : null}
      </div>
    </>
  )
}

async function invitationsOf(actor: Actor, team: string) {
  const listed = await listInvitations.run(actor, { team })
  return listed.ok ? listed.value.invitations : []
}

async function accessTokensOf(actor: Actor, team: string) {
  const listed = await listAccessTokens.run(actor, { team })
  return listed.ok ? listed.value.accessTokens : []
}
