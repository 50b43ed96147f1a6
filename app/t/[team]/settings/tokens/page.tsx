import { KeyRound } from "lucide-react"
import { notFound } from "next/navigation"
import { TokenForm } from "@/components/teams/token-form"
import { TokenList, TokenUsage } from "@/components/teams/token-list"
import { SettingsSection } from "@/components/settings/settings-section"
import { PlaceTop } from "@/components/shell/navigation-page-top"
import { Empty } from "@/components/ui/empty"
import { TableBox } from "@/components/data/table"
import { requireActor } from "@/lib/auth/actor"
import { baseUrl } from "@/lib/auth/environment"
import { can } from "@/lib/memory/teams/actor"
import { listAccessTokens } from "@/lib/operations/teams/access-tokens"
import { projectsOf, teamOf } from "@/lib/operations/teams/team-and-project"
import { createToken, revokeToken } from "./actions"

export const metadata = { title: "Access tokens" }

export default async function AccessTokensPage({ params }: { params: Promise<{ team: string }> }) {
  const [{ team: slug }, actor] = await Promise.all([params, requireActor()])
  const team = await teamOf(actor, "read", slug)
  if (!team.ok) notFound()
  const { id: teamId, name } = team.value
  if (!can(actor, "manage", { teamId })) return <NotYours team={slug} />
  const [listed, projects] = await Promise.all([
    listAccessTokens.run(actor, { team: slug }),
    projectsOf(actor, teamId),
  ])
  const tokens = listed.ok ? listed.value.accessTokens : []
  return (
    <>
      <PlaceTop team={slug} current="settings/tokens" />
      <div className="grid gap-6 p-4">
        <SettingsSection
          title="Create an access token"
          about={`A token gives an agent, a CI job or a machine access to the memory of ${name}. Tokens cannot approve or reject proposals.`}
        >
          <TableBox className="p-4">
            <TokenForm
              team={slug}
              projects={projects}
              owns={can(actor, "own", { teamId })}
              action={createToken}
            />
          </TableBox>
        </SettingsSection>
        <SettingsSection
          title="Access tokens"
          guide="security#access-tokens"
          about="Revoked tokens stop working immediately."
        >
          {tokens.length > 0 ? (
            <TokenList team={slug} tokens={tokens} now={new Date().toISOString()} revoke={revokeToken} />
          ) : (
            <TableBox>
              <Empty icon={<KeyRound className="icon-lg" aria-hidden />} title="No access tokens yet">
                Create one above for each agent or each machine that runs agents.
              </Empty>
            </TableBox>
          )}
        </SettingsSection>
        <SettingsSection
          title="Use a token"
          about={
            <>
              Follow these steps on the machine where the agent runs. To install the command-line tool, run{" "}
              <code className="font-mono">npm link</code> in a clone of the Quarterdeck repository.
            </>
          }
        >
          <TokenUsage address={baseUrl()} team={slug} />
        </SettingsSection>
      </div>
    </>
  )
}

function NotYours({ team }: { team: string }) {
  return (
    <>
      <PlaceTop team={team} current="settings/tokens" manages={false} />
      <Empty icon={<KeyRound className="icon-lg" aria-hidden />} title="Only leads can view access tokens">
        Ask a team lead for the lead role or for an access token.
      </Empty>
    </>
  )
}
